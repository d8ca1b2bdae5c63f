import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PriceListRow, RowState } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Ban, PencilLine, Undo2 } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { HeadCell, Table } from '#web/ui/table.tsx'
import { FileCells } from './file-cells.tsx'
import { Changes } from './row-item.tsx'
import { priceText, stockLine } from './row-texts.ts'
import { placeOf, stateOfRow } from './words.ts'

interface RowTableProps {
  label: string
  /** Whether its rows have buttons. */
  hasActions: boolean
  /** The rows, in a `tbody`. */
  children: ReactNode
}

/** Many rows at once: what stands in the file beside what was read. */
export function RowTable({ label, hasActions, children }: RowTableProps) {
  return (
    <Table caption={label} className="relative border border-line bg-surface text-sm">
      <thead>
        <tr className="[&>th]:whitespace-nowrap">
          <HeadCell className="sticky left-0 z-10 min-w-40 sm:min-w-60 border-r border-r-line bg-surface">
            Растение
          </HeadCell>
          <HeadCell className="min-w-64">В файле</HeadCell>
          <HeadCell className="min-w-44">Размер</HeadCell>
          <HeadCell className="min-w-28">Цена</HeadCell>
          <HeadCell className="min-w-40">Наличие</HeadCell>
          <HeadCell className="min-w-44">Что с ней</HeadCell>
          {hasActions && (
            <HeadCell>
              <span className="sr-only">Действия</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      {children}
    </Table>
  )
}

/** For a row that takes the whole width. */
export const tableColumns = 7

const dots: Record<RowState, string> = {
  doubtful: 'bg-accent',
  new: 'bg-success',
  changed: 'bg-leaf',
  unchanged: 'bg-edge',
  rejected: 'bg-danger',
  skipped: 'bg-edge',
}

/** More are told of by their number. */
const shownSizes = 3

interface RowCellsProps {
  row: PriceListRow
  /** Names the sheet too. */
  hasSheets: boolean
  busy: boolean
  isOpen: boolean
  /** `null`: nothing can be changed. */
  actions: { onSkip: (isSkipped: boolean) => void; onEdit: () => void } | null
}

export function RowCells({ row, hasSheets, busy, isOpen, actions }: RowCellsProps) {
  const { name, plant, state, variants, problems, unread } = row
  const shown = variants.slice(0, shownSizes)
  const cell = 'border-b border-line px-3 py-1.5 align-top'
  const place = placeOf(row, hasSheets)
  const isSkipped = state === 'skipped'
  return (
    <>
      <th
        scope="row"
        className={clsx(
          cell,
          'sticky left-0 z-10 max-w-40 border-r bg-surface text-left font-normal wrap-anywhere sm:max-w-72',
        )}
      >
        <span className="line-clamp-2 font-semibold">{name || 'Без названия'}</span>
        <span className="line-clamp-1 text-xs text-muted">
          <span className="tabular-nums">{place}</span>
          {' · '}
          {plant ? <LatinName>{plant.latin_name}</LatinName> : 'нет в справочнике'}
        </span>
      </th>
      <td className={clsx(cell, 'max-w-96')}>
        <span className="line-clamp-2 text-muted wrap-anywhere">
          <FileCells row={row} />
        </span>
      </td>
      <Lines cell={cell} texts={shown.map(variant => writeLabel(variant) || 'не указан')} more={variants.length} />
      <Lines cell={clsx(cell, 'tabular-nums')} texts={shown.map(priceText)} />
      <Lines cell={cell} texts={shown.map(stockLine)} />
      <td className={clsx(cell, 'max-w-80')}>
        {state && (
          <span className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[state])} />
            {row.adds === 'variant' ? 'Новый размер' : stateOfRow[state]}
          </span>
        )}
        <Changes row={row} />
        <span className="line-clamp-3 text-xs wrap-anywhere text-muted">
          {[
            ...problems.map(({ message }) => message),
            ...(unread.length > 0 ? [`Не прочитано: ${unread.map(({ text }) => `«${text}»`).join(', ')}`] : []),
            ...shown.map(({ note }) => note).filter(Boolean),
          ].join('; ')}
        </span>
      </td>
      {actions && (
        <td className={clsx(cell, 'whitespace-nowrap')} aria-busy={busy}>
          <IconButton
            label={`Изменить: ${name}, строка ${row.row}`}
            data-edit
            icon={<PencilLine size={18} />}
            aria-expanded={isOpen}
            aria-keyshortcuts="E"
            onClick={actions.onEdit}
            className="sm:size-9"
          />
          <IconButton
            label={`${isSkipped ? 'Не пропускать' : 'Пропустить'}: ${name}, строка ${row.row}`}
            icon={isSkipped ? <Undo2 size={18} /> : <Ban size={18} />}
            aria-keyshortcuts="S"
            disabled={busy}
            onClick={() => actions.onSkip(!isSkipped)}
            className="sm:size-9"
          />
        </td>
      )}
    </>
  )
}

/** A line for each size of a row. */
function Lines({ cell, texts, more = 0 }: { cell: string; texts: string[]; more?: number }) {
  return (
    <td className={clsx(cell, 'max-w-72')}>
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- sizes of one row have nothing else to tell them apart
        <span key={index} className="line-clamp-2 wrap-anywhere">
          {text}
        </span>
      ))}
      {more > texts.length && <span className="text-muted">и ещё {more - texts.length}</span>}
    </td>
  )
}
