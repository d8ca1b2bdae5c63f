import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useSearchParams } from 'react-router'
import { type DealState, type DealSummary, dealStates } from '#contract/deals.ts'
import type { TradeSide } from '#contract/requests.ts'
import { placeName } from '#web/features/places/place-label.ts'
import { useApp } from '#web/lib/app-context.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { counted } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { WorkList } from '#web/ui/work-table.tsx'
import { type DealView, dealsQuery } from '../api.ts'
import { datesText } from '../dates.ts'
import { FilterLinks } from '../filter-links.tsx'
import { ListHead } from '../list-head.tsx'
import { money } from '../marks.tsx'
import { TradeItem } from '../trade-item.tsx'
import { dealStateNames, dealStepText, lineForms, otherSide } from '../words.ts'
import { DealAgenda } from './deal-agenda.tsx'
import { DealMark } from './deal-mark.tsx'

interface ListView extends DealView {
  isAgenda: boolean
}

function viewOf(params: URLSearchParams): ListView {
  const side = params.get('side')
  return {
    side: side === 'buyer' || side === 'company' ? side : '',
    state: dealStates.find(value => value === params.get('state')) ?? '',
    request: params.get('request') ?? '',
    isAgenda: params.get('view') === 'agenda',
  }
}

function hrefOf({ side, state, request, isAgenda }: ListView, page = 1): string {
  const params = new URLSearchParams({
    ...(side && { side }),
    ...(state && { state }),
    ...(request && { request }),
    ...(isAgenda && { view: 'agenda' }),
    ...(page > 1 && { page: String(page) }),
  })
  return `?${params}`
}

const sideNames: Record<TradeSide | '', string> = { '': 'Все', buyer: 'Покупаю', company: 'Продаём' }

/** The person's deals and those of their company: a list, or a calendar of handing over. */
export function DealList() {
  const { api } = useApp()
  const { team } = useSession()
  const [params, setParams] = useSearchParams()
  const view = viewOf(params)
  const page = pageOf(params)
  const deals = useQuery({ ...dealsQuery(api, view, page), enabled: !view.isAgenda })
  const isNarrowed = view.side !== '' || view.state !== '' || view.request !== ''
  return (
    <>
      <ListHead title="Сделки">
        <div className="flex grow flex-wrap gap-x-6 gap-y-2">
          {team && (
            <FilterLinks
              label="Чья сделка"
              links={(['', 'buyer', 'company'] as const).map(side => ({
                name: sideNames[side],
                to: hrefOf({ ...view, side }),
                isCurrent: view.side === side,
              }))}
            />
          )}
          <FilterLinks
            label="Вид"
            links={[false, true].map(isAgenda => ({
              name: isAgenda ? 'Календарь' : 'Список',
              to: hrefOf({ ...view, state: '', isAgenda }),
              isCurrent: view.isAgenda === isAgenda,
            }))}
          />
        </div>
        {!view.isAgenda && (
          <SelectField
            label={<span className="sr-only">Состояние</span>}
            className="w-full sm:w-48"
            value={view.state}
            onChange={event =>
              setParams(new URLSearchParams(hrefOf({ ...view, state: event.target.value as DealState | '' })), {
                preventScrollReset: true,
              })
            }
          >
            <option value="">Все состояния</option>
            {dealStates.map(state => (
              <option key={state} value={state}>
                {dealStateNames[state]}
              </option>
            ))}
          </SelectField>
        )}
      </ListHead>
      {view.isAgenda ? (
        <DealAgenda side={view.side} />
      ) : (
        <Paged
          query={deals}
          page={page}
          href={next => hrefOf(view, next)}
          empty={
            <EmptyState
              title={isNarrowed ? 'Таких сделок нет' : 'Сделок пока нет'}
              action={
                <ButtonLink to={isNarrowed ? '/deals' : '/requests'} variant="secondary">
                  {isNarrowed ? 'Все сделки' : 'К запросам цен'}
                </ButtonLink>
              }
            >
              {!isNarrowed && 'Сделка появляется, когда покупатель сравнил предложения и выбрал лучшие.'}
            </EmptyState>
          }
        >
          {entries => (
            <WorkList>
              {entries.map(deal => (
                <Item key={deal.id} deal={deal} />
              ))}
            </WorkList>
          )}
        </Paged>
      )}
    </>
  )
}

function Item({ deal }: { deal: DealSummary }) {
  const { id, project_name, side, state, totals, next_step, place } = deal
  const wanted = datesText(deal.wanted_from, deal.wanted_to)
  const isMine = next_step?.by === side
  return (
    <TradeItem
      to={`/deals/${id}`}
      name={otherSide(deal)}
      facts={[
        side === 'buyer' ? 'покупаю' : 'продаём',
        project_name,
        counted(totals.lines_count, lineForms),
        place && placeName(place),
        wanted && `нужны ${wanted}`,
      ]
        .filter(Boolean)
        .join(' · ')}
      marks={
        <>
          <DealMark state={state} />
          <span className={money}>{formatPrice(totals.total)}</span>
        </>
      }
    >
      {next_step && (
        <p className={clsx('text-sm leading-snug', isMine ? 'font-semibold text-accent-strong' : 'text-muted')}>
          {dealStepText(next_step, isMine)}
        </p>
      )}
    </TradeItem>
  )
}
