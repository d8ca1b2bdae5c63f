import { Ellipsis, Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { useRemovePost, useReportPost } from './use-post-actions.ts'

interface PostMenuProps {
  post: Post
  onRemoved?: (() => void) | undefined
}

export function PostMenu({ post, onRemoved }: PostMenuProps) {
  const report = useReportPost()
  const remove = useRemovePost({ onRemoved })
  const [isAsking, setAsking] = useState(false)
  const items: MenuItem[] = [
    { label: 'Report post', icon: <Flag aria-hidden size={18} />, onSelect: () => report(post) },
  ]
  if (post.can.remove)
    items.push({
      label: 'Delete post',
      icon: <Trash2 aria-hidden size={18} />,
      tone: 'danger',
      onSelect: () => setAsking(true),
    })
  return (
    <div className="-mt-2 -mr-3">
      <Menu
        variant="quiet"
        align="end"
        label={
          <>
            <Ellipsis aria-hidden size={20} />
            <span className="sr-only">Действия с записью</span>
          </>
        }
        items={items}
      />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Удалить запись?"
        label="Удалить"
        onConfirm={() => {
          setAsking(false)
          remove(post)
        }}
      >
        Она исчезнет вместе с комментариями, вернуть её будет нельзя.
      </ConfirmDialog>
    </div>
  )
}
