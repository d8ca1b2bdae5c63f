import { lazy, Suspense } from 'react'
import type { Post } from '#contract/posts.ts'
import { useSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRemovePost, useRemoveTheirPost } from './use-post-actions.ts'

// Only moderators see it.
const ReasonDialog = lazy(async () => ({ default: (await import('#web/ui/reason-dialog.tsx')).ReasonDialog }))

interface PostRemovalProps {
  post: Post
  open: boolean
  onClose: () => void
  onRemoved: (() => void) | undefined
}

const title = 'Удалить запись?'
const warning = 'Она исчезнет вместе с комментариями, вернуть её будет нельзя.'

/** Asks before a post is deleted; a moderator also gives a reason, for the author and the journal. */
export function PostRemoval({ post, open, onClose, onRemoved }: PostRemovalProps) {
  const remove = useRemovePost({ onRemoved })
  const removeTheirs = useRemoveTheirPost({ onRemoved })
  const isOwn = useSession().user.id === post.created_by.id
  if (isOwn)
    return (
      <ConfirmDialog
        open={open}
        onClose={onClose}
        title={title}
        label="Удалить"
        onConfirm={() => {
          onClose()
          remove(post)
        }}
      >
        {warning}
      </ConfirmDialog>
    )
  return (
    <Suspense>
      <ReasonDialog
        open={open}
        onClose={onClose}
        title={title}
        hint="Её прочитает автор записи."
        label="Удалить"
        isDangerous
        asksRule
        onConfirm={(reason, rule) => removeTheirs(post, reason, rule)}
      >
        {warning}
      </ReasonDialog>
    </Suspense>
  )
}
