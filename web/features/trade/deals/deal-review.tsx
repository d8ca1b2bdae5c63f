import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { Deal } from '#contract/deals.ts'
import { replyForm, reviewForm } from '#contract/reviews.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { Star } from '#web/ui/icons.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tradeKey } from '../api.ts'
import { ReviewText } from '../reviews/review-list.tsx'
import { Section } from '../section.tsx'

/** What the buyer says of the finished deal, and what the company answers. */
export function DealReview({ deal }: { deal: Deal }) {
  const { review, can, side } = deal
  if (!review && !can.review) return null
  return (
    <div className="mt-8 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <Section title="Отзыв">
        {review ? (
          <>
            <ReviewText
              review={review}
              companyName={deal.company.company_name}
              reported={[side === 'buyer' ? 'reply' : 'review']}
            />
            {can.reply && <ReplyForm deal={deal} />}
          </>
        ) : (
          <ReviewForm deal={deal} />
        )}
        {review && side === 'buyer' && (
          <p className="mt-3 text-sm text-muted">Ваше имя рядом с отзывом не показываем.</p>
        )}
      </Section>
    </div>
  )
}

/** After what was said: the deal, the company's rating and its reviews are loaded anew. */
function useSaid(deal: Deal) {
  const queries = useQueryClient()
  return async (message: string) => {
    showToast({ message })
    await Promise.all([
      queries.invalidateQueries({ queryKey: tradeKey }),
      queries.invalidateQueries({ queryKey: ['reviews', String(deal.company.id)] }),
      queries.invalidateQueries({ queryKey: ['companies', String(deal.company.id)] }),
    ])
  }
}

const marks = ['Плохо', 'Так себе', 'Нормально', 'Хорошо', 'Отлично']

function ReviewForm({ deal }: { deal: Deal }) {
  const { api } = useApp()
  const said = useSaid(deal)
  const errorId = useId()
  const name = useId()
  const [rating, setRating] = useState(0)
  const [error, setError] = useState('')
  const { field, submit, busy } = useContractForm({
    schema: reviewForm.pick({ text: true }),
    defaults: { text: '' },
    onSubmit: async ({ text }) => {
      await api.call('POST /deals/:id/review/', { params: { id: deal.id }, body: { rating, text } })
      await said('Спасибо, отзыв опубликован')
    },
  })
  return (
    <form
      noValidate
      aria-label="Отзыв"
      className="grid max-w-3xl gap-4"
      onSubmit={event => {
        event.preventDefault()
        if (rating > 0) return void submit(event)
        setError('Поставьте оценку')
        event.currentTarget.querySelector<HTMLInputElement>(`[type=radio]`)?.focus()
      }}
    >
      <fieldset aria-describedby={error ? errorId : undefined}>
        <legend className="mb-1 text-sm font-semibold">Ваша оценка: {deal.company.company_name}</legend>
        <div className="flex flex-wrap items-center gap-x-3">
          <div className="flex">
            {marks.map((mark, index) => {
              const value = index + 1
              return (
                <label
                  key={mark}
                  title={mark}
                  className="grid size-11 place-items-center rounded-md has-focus-visible:outline-3 has-focus-visible:outline-leaf"
                >
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    aria-label={`${value} из 5, ${mark.toLowerCase()}`}
                    checked={rating === value}
                    className="sr-only"
                    onChange={() => {
                      setRating(value)
                      setError('')
                    }}
                  />
                  <Star
                    size={30}
                    fill={value <= rating ? 'currentColor' : 'none'}
                    className={clsx(value <= rating ? 'text-accent' : 'text-edge')}
                  />
                </label>
              )
            })}
          </div>
          <span className="font-semibold">{marks[rating - 1]}</span>
        </div>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </fieldset>
      <TextArea
        {...field('text')}
        label="Что сказать другим покупателям"
        hint="Какими приехали растения, совпали ли размеры, как упаковали. Имя ваше не покажем."
        rows={4}
      />
      <Button type="submit" busy={busy} className="justify-self-start max-sm:w-full">
        Опубликовать отзыв
      </Button>
    </form>
  )
}

function ReplyForm({ deal }: { deal: Deal }) {
  const { api } = useApp()
  const said = useSaid(deal)
  const { field, submit, busy } = useContractForm({
    schema: replyForm,
    defaults: { text: '' },
    onSubmit: async body => {
      await api.call('POST /deals/:id/review/reply/', { params: { id: deal.id }, body })
      await said('Ответ опубликован')
    },
  })
  return (
    <form
      noValidate
      aria-label="Ответ на отзыв"
      className="mt-5 grid max-w-3xl gap-4"
      onSubmit={event => void submit(event)}
    >
      <TextArea
        {...field('text')}
        label="Ответ компании"
        hint="Его увидят все рядом с отзывом. Ответить можно один раз."
        rows={3}
        required
      />
      <Button type="submit" busy={busy} className="justify-self-start max-sm:w-full">
        Ответить
      </Button>
    </form>
  )
}
