import type { ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { placeName } from '#web/features/places/place-label.ts'
import { datesText, leftText, momentText } from '../dates.ts'
import { Mark, type MarkTone } from '../marks.tsx'
import { requestStatusNames } from '../words.ts'

type Facts = Pick<
  Request,
  'place' | 'wanted_from' | 'wanted_to' | 'deadline' | 'status' | 'substitutes_allowed' | 'note'
>

/** Where, when and on which terms plants are wanted. */
export function RequestFacts({ request, children }: { request: Facts; children?: ReactNode }) {
  const { place, wanted_from, wanted_to, deadline, status, substitutes_allowed, note } = request
  const left = status === 'sent' ? leftText(deadline) : ''
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {children}
        <Fact label="Куда">{place ? placeName(place) : 'не указано'}</Fact>
        <Fact label="Когда нужны">{datesText(wanted_from, wanted_to) || 'не указано'}</Fact>
        <Fact label="Ответить до">
          {momentText(deadline)}
          {left && <span className="block text-sm text-muted">{left}</span>}
          {!left && status === 'sent' && <span className="block text-sm text-muted">срок вышел</span>}
        </Fact>
        <Fact label="Замены">{substitutes_allowed ? 'можно предлагать' : 'не предлагать'}</Fact>
      </dl>
      {note && (
        <p className="mt-3 max-w-prose border-l-2 border-leaf pl-4 wrap-anywhere whitespace-pre-line">
          <span className="sr-only">Примечание покупателя: </span>
          {note}
        </p>
      )}
    </>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The state of a request; of one that is under way, whether its deadline has passed. */
export function RequestMark({ status, is_late, paused_by }: Pick<Request, 'status' | 'is_late' | 'paused_by'>) {
  if (paused_by) return <Mark tone="calm">Приостановлен</Mark>
  const tone: MarkTone = status === 'awarded' ? 'good' : status === 'cancelled' ? 'bad' : is_late ? 'calm' : 'wanted'
  return <Mark tone={tone}>{status === 'sent' && is_late ? 'Срок вышел' : requestStatusNames[status]}</Mark>
}
