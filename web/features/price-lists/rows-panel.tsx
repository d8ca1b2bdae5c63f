import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { Category } from '#contract/plants.ts'
import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { categoriesQuery, rowsQuery } from './api.ts'
import { RowList } from './row-list.tsx'
import {
  countOf,
  firstService,
  firstShown,
  type RowView,
  readView,
  rowsOnPage,
  type Shown,
  serviceCount,
  serviceKinds,
  stateOrder,
  viewHref,
} from './row-view.ts'
import { keyOf } from './use-correct-row.ts'
import { type Said, useRowActions } from './use-row-actions.ts'
import { kindNames, rowForms, stateNames } from './words.ts'

interface RowsPanelProps {
  list: PriceList
}

const noCategories: readonly Category[] = []

/** The rows by what becomes of them; while the list is ready, each can be corrected. */
export function RowsPanel({ list }: RowsPanelProps) {
  const { api } = useApp()
  const id = useId()
  const [params] = useSearchParams()
  // Rows that were dealt with leave their tab, but nobody is led away from it.
  const [first] = useState(() => firstShown(list.counts))
  const view = readView(params, first)
  const rows = useQuery({ ...rowsQuery(api, list.id, view), placeholderData: keepPreviousData })
  const categories = useQuery(categoriesQuery(api)).data ?? noCategories
  const { said, again, chooseAgain, busy, actions } = useRowActions(list.id)
  const canEdit = list.status === 'ready'
  const shared = { hasSheets: list.sheets.length > 1, categories, busy, actions: canEdit ? actions : null }

  if (view.page > 1 && rows.error instanceof ApiError && rows.error.status === 404) {
    // The last row of the last page has just been dealt with.
    return <Navigate to={viewHref({ ...view, page: 1 })} replace />
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-2xl">
        Строки
      </h2>
      <Tabs list={list} view={view} />
      <div aria-live="polite">
        {said && <JustSaid said={said} list={list} onAgain={again === null ? chooseAgain : null} />}
      </div>
      {again && (
        <div className="mb-3 rounded-lg border border-line bg-surface">
          <RowList rows={[again]} label="Выбрать другое растение" {...shared} />
        </div>
      )}
      {!rows.data ? (
        <Pending queries={[rows]}>
          <Skeleton className="h-96" />
        </Pending>
      ) : rows.data.results.length === 0 ? (
        <NoRows list={list} view={view} takesFocus={said !== null} />
      ) : (
        <div
          aria-busy={rows.isPlaceholderData}
          className={rows.isPlaceholderData ? 'opacity-55 transition-opacity delay-150' : undefined}
        >
          {view.show.by === 'kind' ? (
            <ServiceRows rows={rows.data.results} hasSheets={list.sheets.length > 1} />
          ) : (
            <>
              {canEdit && view.show.value === 'doubtful' && <KeysHint />}
              <div
                className={
                  view.show.value === 'doubtful'
                    ? 'overflow-hidden rounded-lg border border-line bg-surface'
                    : '@container'
                }
              >
                <RowList
                  isDense={view.show.value !== 'doubtful'}
                  rows={rows.data.results}
                  label={stateNames[view.show.value]}
                  {...shared}
                />
              </div>
            </>
          )}
          <Pager
            page={view.page}
            pages={Math.ceil(rows.data.count / rowsOnPage)}
            href={page => viewHref({ ...view, page })}
          />
        </div>
      )}
    </section>
  )
}

interface JustSaidProps {
  said: Said
  list: PriceList
  /** Offers the row's plants once more; `null`: they are offered already. */
  onAgain: ((row: PriceListRow) => void) | null
}

/** What has just become of a row, how many more wait, and the way back. */
function JustSaid({ said: { text, row, isPlant }, list: { status, counts }, onAgain }: JustSaidProps) {
  const canEdit = status === 'ready'
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-leaf-soft px-4 py-2.5 text-leaf-strong">
      <p className="min-w-0 grow basis-64 wrap-anywhere">
        {text}
        {canEdit && counts.doubtful > 0 && ` Под вопросом ещё ${counted(counts.doubtful, rowForms)}.`}
      </p>
      {canEdit && isPlant && onAgain && (
        <Button variant="quiet" size="sm" onClick={() => onAgain(row)}>
          Выбрать другое
        </Button>
      )}
    </div>
  )
}

function KeysHint() {
  const key = 'rounded-sm border border-edge/60 bg-surface px-1 font-sans font-semibold'
  return (
    <p className="mb-3 text-sm text-muted">
      С клавиатуры: <kbd className={key}>↓</kbd> <kbd className={key}>↑</kbd> — по строкам, <kbd className={key}>1</kbd>
      –<kbd className={key}>9</kbd> — выбрать растение, <kbd className={key}>0</kbd> — нет в справочнике,{' '}
      <kbd className={key}>S</kbd> — пропустить, <kbd className={key}>E</kbd> — изменить. Выбор запомним: такие же
      названия в этом и следующих файлах разберём сами.
    </p>
  )
}

/** The states and what else there is, with how many rows each has. */
function Tabs({ list: { counts, sheets, id }, view }: { list: PriceList; view: RowView }) {
  const shown: Shown[] = stateOrder
    .filter(value => counts[value] > 0 || (view.show.by === 'state' && view.show.value === value))
    .map(value => ({ by: 'state', value }))
  const services = serviceCount(counts)
  const isService = view.show.by === 'kind'
  const kinds = serviceKinds.filter(value => countOf(counts, { by: 'kind', value }) > 0)
  const [, setParams] = useSearchParams()
  return (
    <>
      <nav aria-label="Строки по состояниям" className="mb-3 flex flex-wrap gap-2">
        {shown.map(show => (
          <Tab
            key={show.value}
            href={viewHref({ ...view, show, page: 1 })}
            isCurrent={!isService && view.show.value === show.value}
            count={countOf(counts, show)}
          >
            {stateNames[show.value as keyof typeof stateNames]}
          </Tab>
        ))}
        {services > 0 && (
          <Tab href={viewHref({ ...view, show: firstService(counts), page: 1 })} isCurrent={isService} count={services}>
            Служебные
          </Tab>
        )}
      </nav>
      {isService && kinds.length > 1 && (
        <nav aria-label="Служебные строки" className="mb-3 flex flex-wrap gap-2">
          {kinds.map(value => (
            <Tab
              key={value}
              href={viewHref({ ...view, show: { by: 'kind', value }, page: 1 })}
              isCurrent={view.show.value === value}
              count={countOf(counts, { by: 'kind', value })}
            >
              {kindNames[value]}
            </Tab>
          ))}
        </nav>
      )}
      {sheets.length > 1 && (
        <SelectField
          id={`sheet-${id}`}
          label="Лист"
          value={view.sheet}
          onChange={event =>
            setParams(new URLSearchParams(viewHref({ ...view, sheet: event.target.value, page: 1 })), {
              replace: true,
              preventScrollReset: true,
            })
          }
          className="mb-3 max-w-sm"
        >
          <option value="">Все листы</option>
          {sheets.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

interface TabProps {
  href: string
  isCurrent: boolean
  count: number
  children: ReactNode
}

function Tab({ href, isCurrent, count, children }: TabProps) {
  return (
    <Link
      to={href}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'inline-flex min-h-10 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold no-underline',
        isCurrent ? 'border-leaf bg-leaf text-on-leaf' : 'border-line bg-surface text-leaf hover:border-leaf',
      )}
    >
      {children} <span className="font-normal tabular-nums">{count}</span>
    </Link>
  )
}

/** Why there is nothing to see. */
function NoRows({ list, view: { show, sheet }, takesFocus }: { list: PriceList; view: RowView; takesFocus: boolean }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // It went with the last row.
    if (takesFocus && document.activeElement === document.body) ref.current?.focus()
  }, [takesFocus])
  const text =
    countOf(list.counts, show) > 0 && sheet === ''
      ? 'Строки этого прайс-листа больше не хранятся: мы храним их у десяти последних.'
      : sheet !== ''
        ? 'На этом листе таких строк нет.'
        : show.value === 'doubtful' && list.status === 'ready'
          ? 'Вопросов не осталось: прайс-лист можно применять.'
          : 'Таких строк нет.'
  return (
    <p
      ref={ref}
      tabIndex={-1}
      className="rounded-lg border border-dashed border-edge/70 px-6 py-8 text-center text-muted outline-none"
    >
      {text}
    </p>
  )
}

/** Rows that offer nothing, as they stand in the file. */
function ServiceRows({ rows, hasSheets }: { rows: readonly PriceListRow[]; hasSheets: boolean }) {
  return (
    <ul className="overflow-hidden rounded-lg border border-line bg-surface">
      {rows.map(({ sheet, row, part, cells }) => (
        <li key={keyOf({ sheet, row, part })} className="flex gap-4 border-line px-4 py-2.5 text-sm not-first:border-t">
          <span className="shrink-0 text-muted tabular-nums">{hasSheets ? `${sheet}, ${row}` : row}</span>
          <span className="min-w-0 wrap-anywhere">
            {cells.filter(Boolean).join(' │ ') || <span className="text-muted">пустая</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
