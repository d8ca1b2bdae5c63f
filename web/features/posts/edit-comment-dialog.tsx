import { useQueryClient } from '@tanstack/react-query'
import { commentChangeForm } from '#contract/post-forms.ts'
import type { Comment } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.ts'
import { renewPost } from './post-cache.ts'

interface EditCommentProps {
  postId: string
  comment: Comment
  onClose: () => void
}

export function EditCommentDialog({ postId, comment, onClose }: EditCommentProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { field, submit, busy } = useContractForm({
    schema: commentChangeForm,
    defaults: { body: comment.body },
    onSubmit: async body => {
      await api.call('PATCH /posts/:id/comments/:comment/', { params: { id: postId, comment: comment.id }, body })
      showToast({ message: 'Комментарий изменён' })
      onClose()
      await renewPost(queries, postId)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Изменить комментарий">
      <form noValidate aria-label="Изменить комментарий" onSubmit={event => void submit(event)} className="grid gap-4">
        <TextArea label="Текст комментария" rows={3} {...field('body')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" busy={busy}>
            Сохранить
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
