import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type RequestStatus, type RequestSummary, requestStatuses } from '#contract/requests.ts'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { counted } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'
import { WorkList } from '#web/ui/work-table.tsx'
import { requestsQuery } from '../api.ts'
import { datesText, dayText, leftText } from '../dates.ts'
import { FilterLinks } from '../filter-links.tsx'
import { ListHead } from '../list-head.tsx'
import { TradeItem } from '../trade-item.tsx'
import { buyerStepText, lineForms, requestStatusNames } from '../words.ts'
import { RequestMark } from './request-facts.tsx'

const hrefOf = (status: string, page = 1) => {
  const params = new URLSearchParams({ ...(status && { status }), ...(page > 1 && { page: String(page) }) })
  return `?${params}`
}

/** The person's own requests, the newest first. */
export function RequestList() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const asked = params.get('status')
  const status = requestStatuses.find(value => value === asked) ?? ''
  const page = pageOf(params)
  const requests = useQuery(requestsQuery(api, status, page))
  return (
    <>
      <ListHead title="Запросы цен">
        <FilterLinks
          label="Запросы по состояниям"
          links={(['', ...requestStatuses] as (RequestStatus | '')[]).map(value => ({
            name: value ? requestStatusNames[value] : 'Все',
            to: hrefOf(value),
            isCurrent: value === status,
          }))}
        />
      </ListHead>
      <Paged
        query={requests}
        page={page}
        href={next => hrefOf(status, next)}
        empty={
          <EmptyState
            title={status ? 'Таких запросов нет' : 'Запросов цен пока нет'}
            action={
              <ButtonLink to={status ? hrefOf('') : '/projects'} variant={status ? 'secondary' : 'primary'}>
                {status ? 'Все запросы' : 'К проектам'}
              </ButtonLink>
            }
          >
            {!status &&
              'Откройте проект с ведомостью растений и нажмите «Запросить цены»: питомники пришлют предложения, а вы сравните их построчно.'}
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

function Item({ request }: { request: RequestSummary }) {
  const { id, project_name, status, deadline, created_at, lines_count, companies_count, quotes_count } = request
  const step = buyerStepText(request)
  const left = status === 'sent' ? leftText(deadline) : ''
  const wanted = datesText(request.wanted_from, request.wanted_to)
  return (
    <TradeItem
      to={`/requests/${id}`}
      name={project_name}
      facts={
        <>
          {counted(lines_count, lineForms)}, от {dayText(created_at.slice(0, 10))}
          {wanted && `, нужны ${wanted}`}
        </>
      }
      marks={
        <>
          <RequestMark {...request} />
          <span className="tabular-nums">
            {request.post && companies_count === 0
              ? 'в ленте, пока без ответов'
              : `ответили ${quotes_count} из ${companies_count}`}
          </span>
          {left && <span className="text-muted">{left}</span>}
        </>
      }
    >
      {step && <p className="text-sm leading-snug font-semibold text-accent-strong">{step}</p>}
    </TradeItem>
  )
}
