import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { TradeSide } from '#contract/requests.ts'
import { placeName } from '#web/features/places/place-label.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { agendaQuery } from '../api.ts'
import { dateAfter, datesText, dayText } from '../dates.ts'
import { lineForms, otherSide } from '../words.ts'
import { agendaOf } from './agenda.ts'
import { DealMark } from './deal-mark.tsx'

const weekdays = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', timeZone: 'UTC' })

/** What is to be handed over when: the deals under way, by the days on which their plants are wanted. */
export function DealAgenda({ side }: { side: TradeSide | '' }) {
  const { api } = useApp()
  const deals = useQuery(agendaQuery(api, side))
  if (!deals.data)
    return (
      <Pending queries={[deals]}>
        <Skeleton className="mb-3 h-20" />
        <Skeleton className="h-20" />
      </Pending>
    )
  if (deals.data.length === 0)
    return (
      <EmptyState
        title="Передавать пока нечего"
        action={
          <ButtonLink to="/deals" variant="secondary">
            Все сделки
          </ButtonLink>
        }
      >
        Здесь по дням появится, что и кому отвезти или откуда забрать.
      </EmptyState>
    )
  const today = dateAfter(0)
  return (
    <ol className="grid gap-6">
      {agendaOf(deals.data).map(({ day, deals: some }) => (
        <li key={day} className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <h2 className="font-sans text-base leading-snug">
            <span className="font-semibold">{day === null ? 'Без даты' : dayText(day)}</span>
            {day !== null && (
              <span className="block text-sm text-muted max-sm:inline">
                {' '}
                {day < today ? 'срок начался' : weekdays.format(new Date(`${day}T00:00:00Z`))}
              </span>
            )}
          </h2>
          <ul className="border-t border-line">
            {some.map(deal => (
              <li
                key={deal.id}
                className="relative flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 hover:bg-surface"
              >
                <span className="min-w-0 wrap-anywhere">
                  <Link to={`/deals/${deal.id}`} className="stretched link font-semibold">
                    {otherSide(deal)}
                  </Link>
                  <span className="block text-sm text-muted">
                    {[
                      deal.side === 'buyer' ? 'получить' : 'передать',
                      counted(deal.totals.lines_count, lineForms),
                      deal.place && placeName(deal.place),
                      datesText(deal.wanted_from, deal.wanted_to),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <DealMark state={deal.state} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
