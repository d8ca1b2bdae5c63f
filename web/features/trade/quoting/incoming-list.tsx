import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useSearchParams } from 'react-router'
import type { IncomingRequest } from '#contract/requests.ts'
import { placeName } from '#web/features/places/place-label.ts'
import { useApp } from '#web/lib/app-context.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { counted } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'
import { WorkList } from '#web/ui/work-table.tsx'
import { incomingQuery } from '../api.ts'
import { datesText, dayText, leftText } from '../dates.ts'
import { FilterLinks } from '../filter-links.tsx'
import { ListHead } from '../list-head.tsx'
import { money } from '../marks.tsx'
import { RequestMark } from '../requests/request-facts.tsx'
import { TradeItem } from '../trade-item.tsx'
import { companyStepText, lineForms } from '../words.ts'

const hrefOf = (isWaiting: boolean, page = 1) => {
  const params = new URLSearchParams({ ...(isWaiting && { waiting: '1' }), ...(page > 1 && { page: String(page) }) })
  return `?${params}`
}

/** What buyers ask of the person's company, the newest first. */
export function IncomingList() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const isWaiting = params.get('waiting') === '1'
  const page = pageOf(params)
  const requests = useQuery(incomingQuery(api, isWaiting, page))
  return (
    <>
      <ListHead title="Входящие запросы">
        <FilterLinks
          label="Запросы по ответам"
          links={[
            { name: 'Все', to: hrefOf(false), isCurrent: !isWaiting },
            { name: 'Без ответа', to: hrefOf(true), isCurrent: isWaiting },
          ]}
        />
      </ListHead>
      <Paged
        query={requests}
        page={page}
        href={next => hrefOf(isWaiting, next)}
        empty={
          <EmptyState
            title={isWaiting ? 'Всем ответили' : 'Запросов цен пока нет'}
            action={
              <ButtonLink to={isWaiting ? hrefOf(false) : '/price-list'} variant="secondary">
                {isWaiting ? 'Все запросы' : 'Обновить прайс-лист'}
              </ButtonLink>
            }
          >
            {!isWaiting &&
              'Озеленители присылают их тем, у кого в каталоге есть нужные растения. Чем полнее и свежее прайс-лист, тем чаще спрашивают.'}
          </EmptyState>
        }
      >
        {entries => (
          <WorkList>
            {entries.map(request => (
              <Item key={request.id} request={request} />
            ))}
          </WorkList>
        )}
      </Paged>
    </>
  )
}

function Item({ request }: { request: IncomingRequest }) {
  const { id, project_name, buyer, place, status, deadline, created_at, lines_count, quote, next_step } = request
  const left = status === 'sent' ? leftText(deadline) : ''
  const wanted = datesText(request.wanted_from, request.wanted_to)
  return (
    <TradeItem
      to={`/incoming/${id}`}
      name={project_name}
      facts={[buyer.name, place && placeName(place), counted(lines_count, lineForms), wanted && `нужны ${wanted}`]
        .filter(Boolean)
        .join(' · ')}
      marks={
        <>
          <RequestMark {...request} />
          {quote && (
            <span className="whitespace-nowrap">
              <span className={money}>{formatPrice(quote.total)}</span>
              {quote.revision > 1 && <span className="text-muted">, редакция {quote.revision}</span>}
            </span>
          )}
          <span className="text-muted">{left || `от ${dayText(created_at.slice(0, 10))}`}</span>
        </>
      }
    >
      <p
        className={clsx(
          'text-sm leading-snug',
          next_step === 'quote' ? 'font-semibold text-accent-strong' : 'text-muted',
        )}
      >
        {companyStepText(request)}
      </p>
    </TradeItem>
  )
}
