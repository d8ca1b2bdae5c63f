import { useQueryClient } from '@tanstack/react-query'
import { newCommentForm, postLimits } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { readAgainIfReading } from '#web/lib/read-again.ts'
import { Button } from '#web/ui/button.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { postQuery } from './api.ts'
import { withComment } from './held-posts.ts'
import { changePost } from './post-cache.ts'

/** The form for a new comment; it keeps the text until the server has saved it. */
export function CommentForm({ postId }: { postId: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { form, field, submit, busy } = useContractForm({
    schema: newCommentForm,
    defaults: { body: '' },
    onSubmit: async body => {
      const { queryKey } = postQuery(api, postId)
      const before = queries.getQueryData(queryKey)?.post.comments_count ?? 0
      const comment = await api.call('POST /posts/:id/comment/', { params: { id: postId }, body })
      form.reset({ body: '' })
      queries.setQueryData(queryKey, data => data && { post: withComment(data.post, comment) })
      // The event stream may have delivered the comment already.
      changePost(queries, postId, now => ({ comments_count: Math.max(now.comments_count, before + 1) }))
      readAgainIfReading(queries, queryKey)
    },
  })
  return (
    <form
      onSubmit={event => void submit(event)}
      onKeyDown={event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
      }}
      aria-label="Новый комментарий"
      noValidate
      className="grid gap-3"
    >
      <TextArea
        label="Ваш комментарий"
        placeholder="Спросите или посоветуйте"
        rows={2}
        maxLength={postLimits.comment}
        {...field('body')}
      />
      <Button type="submit" busy={busy} className="max-sm:w-full sm:justify-self-end">
        Отправить
      </Button>
    </form>
  )
}
