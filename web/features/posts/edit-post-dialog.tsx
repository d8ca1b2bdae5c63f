import { useQueryClient } from '@tanstack/react-query'
import { postChangeForm } from '#contract/post-forms.ts'
import type { Post } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.ts'
import { changePost, renewPosts } from './post-cache.ts'

interface EditPostProps {
  post: Post
  onClose: () => void
}

export function EditPostDialog({ open, ...props }: EditPostProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Изменить запись">
      {open && <EditPostForm {...props} />}
    </Dialog>
  )
}

function EditPostForm({ post, onClose }: EditPostProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { body, is_private, is_request } = post
  const { field, submit, busy } = useContractForm({
    schema: postChangeForm,
    defaults: { body, is_private, is_request },
    onSubmit: async change => {
      const changed = await api.call('PATCH /posts/:id/', { params: { id: post.id }, body: change })
      changePost(queries, post.id, () => changed)
      showToast({ message: 'Запись изменена' })
      onClose()
      await renewPosts(queries)
    },
  })
  return (
    <form noValidate aria-label="Изменить запись" onSubmit={event => void submit(event)} className="grid gap-4">
      <TextArea label="Текст записи" rows={4} {...field('body')} />
      <CheckboxField {...field('is_private')} label="Только для друзей" />
      {!post.wanted && <CheckboxField {...field('is_request')} label="Хочу купить" />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={busy}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
