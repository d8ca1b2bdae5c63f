import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Comment } from '#contract/posts.ts'
import { useSilence } from '#web/features/silenced/use-silence.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Ellipsis, Flag, Pencil, Trash2, UserX } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.ts'
import { renewPost } from './post-cache.ts'

const ReportDialog = lazy(async () => ({ default: (await import('#web/ui/report-dialog.tsx')).ReportDialog }))
const EditCommentDialog = lazy(async () => ({
  default: (await import('./edit-comment-dialog.tsx')).EditCommentDialog,
}))

interface CommentMenuProps {
  postId: string
  comment: Comment
}

/** What one may do about a comment. */
export function CommentMenu({ postId, comment }: CommentMenuProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { silence } = useSilence()
  const { user } = useSession()
  // Most comments are never touched: the dialogs are mounted when they are first opened.
  const [open, setOpen] = useState<'edit' | 'remove' | 'report' | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { id, can, created_by: author } = comment
  const items: MenuItem[] = []
  if (can.edit) items.push({ label: 'Изменить', icon: <Pencil size={18} />, onSelect: () => setOpen('edit') })
  if (author.id !== user.id)
    items.push(
      { label: 'Пожаловаться', icon: <Flag size={18} />, onSelect: () => setOpen('report') },
      {
        label: 'Не показывать записи автора',
        icon: <UserX size={18} />,
        onSelect: () => silence({ what: 'mute', id: author.id }),
      },
    )
  if (can.remove)
    items.push({ label: 'Удалить', icon: <Trash2 size={18} />, tone: 'danger', onSelect: () => setOpen('remove') })
  if (items.length === 0) return null

  function close() {
    setOpen(null)
    // The menu that opened the dialog is gone.
    box.current?.querySelector('button')?.focus()
  }
  async function remove() {
    close()
    try {
      await api.call('DELETE /posts/:id/comments/:comment/', { params: { id: postId, comment: id } })
      showToast({ message: 'Комментарий удалён' })
      await renewPost(queries, postId)
    } catch (error) {
      showToast({ message: (error as Error).message, tone: 'danger' })
    }
  }
  return (
    <div ref={box} className="-mt-2 -mr-3">
      <Menu
        variant="quiet"
        align="end"
        label={
          <>
            <Ellipsis size={20} />
            <span className="sr-only">Действия с комментарием: {author.name}</span>
          </>
        }
        items={items}
      />
      {open === 'report' && (
        <Suspense>
          <ReportDialog
            open
            title="Пожаловаться на комментарий"
            onSend={body =>
              api.call('POST /posts/:id/comments/:comment/report/', { params: { id: postId, comment: id }, body })
            }
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'edit' && (
        <Suspense>
          <EditCommentDialog postId={postId} comment={comment} onClose={close} />
        </Suspense>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          open
          onClose={close}
          title="Удалить комментарий?"
          label="Удалить"
          onConfirm={() => void remove()}
        >
          Вернуть его будет нельзя.
        </ConfirmDialog>
      )}
    </div>
  )
}
