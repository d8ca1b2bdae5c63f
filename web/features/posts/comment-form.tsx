import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { newCommentForm } from '#contract/post-forms.ts'
import type { Comment, PostDetail } from '#contract/posts.ts'
import type { ProductCard } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { readAgainIfReading } from '#web/lib/read-again.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Sprout, X } from '#web/ui/icons.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { postQuery } from './api.ts'
import { withComment } from './held-posts.ts'
import { MentionList } from './mention-list.tsx'
import { changePost } from './post-cache.ts'
import { PostProduct } from './post-product.tsx'

const OfferDialog = lazy(async () => ({ default: (await import('./offer-dialog.tsx')).OfferDialog }))

interface CommentFormProps {
  post: Pick<PostDetail, 'id' | 'can' | 'created_by' | 'comments'>
  /** The comment that it answers. */
  answered: Comment | null
  /** It answers none any more. */
  onAnswered: () => void
}

/**
 * The form for a new comment, with a listing of the person's company where one is wanted; it keeps the text until the
 * server has saved it.
 */
export function CommentForm({
  post: { id: postId, can, created_by, comments },
  answered,
  onAnswered,
}: CommentFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { team } = useSession()
  const [offered, setOffered] = useState<ProductCard | null>(null)
  /** `null`: not opened yet. It stays when it is closed, so that the focus goes back to its button. */
  const [isChoosing, setChoosing] = useState<boolean | null>(null)
  const { form, field, submit, busy } = useContractForm({
    schema: newCommentForm,
    defaults: { body: '', product: '' },
    onSubmit: async body => {
      const { queryKey } = postQuery(api, postId)
      const before = queries.getQueryData(queryKey)?.post.comments_count ?? 0
      const comment = await api.call('POST /posts/:id/comment/', {
        params: { id: postId },
        body: { ...body, reply_to: answered?.id ?? null },
      })
      onAnswered()
      form.reset({ body: '', product: '' })
      setOffered(null)
      queries.setQueryData(queryKey, data => data && { post: withComment(data.post, comment) })
      // The event stream may have delivered the comment already.
      changePost(queries, postId, now => ({ comments_count: Math.max(now.comments_count, before + 1) }))
      readAgainIfReading(queries, queryKey)
    },
  })
  function offer(product: ProductCard | null) {
    setOffered(product)
    setChoosing(false)
    form.setValue('product', product === null ? '' : String(product.id))
    form.clearErrors()
  }
  const written = useWatch({ control: form.control, name: 'body' }) ?? ''
  const refusedId = useId()
  const { error: refused } = field('product')
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
      {answered && (
        <p className="flex items-center justify-between gap-2 text-sm text-muted">
          <span className="min-w-0 wrap-anywhere">Ответ: {answered.created_by.name}</span>
          <IconButton label="Не отвечать на комментарий" icon={<X size={20} />} onClick={onAnswered} />
        </p>
      )}
      <TextArea
        label="Ваш комментарий"
        placeholder={can.offer ? 'Что есть, когда и как привезёте' : 'Спросите или посоветуйте'}
        rows={2}
        {...field('body')}
      />
      <MentionList
        text={written}
        present={[created_by, ...comments.map(comment => comment.created_by).toReversed()]}
        onChoose={text => {
          form.setValue('body', text)
          form.setFocus('body')
        }}
      />
      {offered && (
        <div className="flex items-start gap-2">
          <div className="-mt-3 min-w-0 grow">
            <PostProduct product={offered} />
          </div>
          <IconButton label="Не предлагать" icon={<X size={20} />} onClick={() => offer(null)} />
        </div>
      )}
      {refused && (
        <div role="alert">
          <FieldError id={refusedId}>{refused}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {can.offer && team && (
          <>
            <Button variant="secondary" onClick={() => setChoosing(true)} className="max-sm:w-full">
              <Sprout size={18} />
              {offered ? 'Другое растение' : 'Предложить растение'}
            </Button>
            <Suspense>
              {isChoosing !== null && (
                <OfferDialog open={isChoosing} teamId={team.id} onClose={() => setChoosing(false)} onChoose={offer} />
              )}
            </Suspense>
          </>
        )}
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Отправить
        </Button>
      </div>
    </form>
  )
}
