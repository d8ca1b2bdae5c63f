import type { PriceListSheet, RowProblem } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import type { WritableVariant } from '#contract/variants.ts'
import { plainCell, type TableCell } from '#server/platform/exports/tables.ts'
import { noAnswers } from '#server/reading/price-lists/answers.ts'
import { notAsked } from '#server/reading/price-lists/column-plan.ts'
import { readAmounts } from '#server/reading/price-lists/row-amounts.ts'
import { noMeaning } from '#server/reading/price-lists/titles.ts'
import { asRead, textOf } from '#server/reading/tables/cells.ts'
import { type OfferedColumn, type OfferedSize, ownColumns } from '../files/offered-table.ts'

/**
 * The cells of a row in a list that this site has written: with the company's own article number, name and size it means
 * that very size, however odd its name is, and only what is not as it was written has to be read.
 */
export interface OwnRow {
  columns: OfferedColumn[]
  cells: string[]
}

/** The columns of a sheet with exactly our titles, none of which a person has given another meaning. */
export function ownColumnsOf({ header_rows, columns }: PriceListSheet): OfferedColumn[] | null {
  const own = header_rows === 1 ? ownColumns(columns.map(({ title }) => title)) : null
  return own?.every(({ field }, at) => field === columns[at]?.field) ? own : null
}

const asText = (cell: TableCell) => asRead(textOf(plainCell(cell) ?? ''))

const columnsOfValues = new Set<string>(['price', 'price_wholesale', 'stock', 'note'])
const isOfValue = ({ field }: OfferedColumn) => columnsOfValues.has(field) || field.startsWith('price_from:')

/** What says which size a row means: its article number, name and size; without a number also its plant and category. */
function keyOf(columns: OfferedColumn[], cellAt: (at: number) => string): string {
  const said = new Map(columns.map(({ field }, at) => [field, cellAt(at)]))
  const numbered = (said.get('sku') ?? '') !== ''
  return JSON.stringify(
    columns.flatMap((column, at) => {
      const isOfPlant = column.field === 'latin_name' || column.field === 'category'
      return isOfValue(column) || (numbered && isOfPlant) ? [] : [cellAt(at)]
    }),
  )
}

export const keyOfRow = ({ columns, cells }: OwnRow) => keyOf(columns, at => asRead(cells[at] ?? ''))

/** A size as our lists write it. */
export const writtenSize = (product: Omit<OfferedSize, 'variant'>, variant: WritableVariant): OfferedSize => ({
  ...product,
  variant: { ...variant, label: writeLabel(variant) },
})

export const keyOfSize = (columns: OfferedColumn[], size: OfferedSize) =>
  keyOf(columns, at => asText(columns[at]?.cell(size) ?? ''))

/** The size with the values that its row has now, and what is unclear about them. */
export function withOwnCells(
  size: OfferedSize,
  { columns, cells }: OwnRow,
): { variant: WritableVariant; problems: RowProblem[]; isRejected: boolean } {
  const { label: _, ...before } = size.variant
  const changed = columns.flatMap((column, index) =>
    isOfValue(column) && asText(column.cell(size)) !== asRead(cells[index] ?? '') ? [{ ...column, index }] : [],
  )
  if (changed.length === 0) return { variant: before, problems: [], isRejected: false }
  const plans = changed.flatMap(({ index, title, field }) =>
    field === 'note' ? [] : [{ ...noMeaning, ...notAsked, index, title, field }],
  )
  const { price, tiers, stock, notes, unread, problems, isRejected } = readAmounts(plans, cells, {
    wholesaleFrom: null,
    answers: noAnswers,
  })
  const isChanged = (field: string) => changed.some(column => column.field === field)
  const after = { ...before }
  if (isChanged('price')) after.price = price
  const stays = ({ quantity_from: from }: (typeof before.price_tiers)[number]) =>
    !isChanged(from === null ? 'price_wholesale' : `price_from:${from}`)
  after.price_tiers = [...before.price_tiers.filter(stays), ...tiers].toSorted(
    (one, other) => (one.quantity_from ?? 0) - (other.quantity_from ?? 0),
  )
  if (isChanged('stock') || stock.stock !== undefined) {
    const { note, rest: _rest, isUnclear: _isUnclear, ...said } = stock
    Object.assign(
      after,
      { stock: 'in_stock', stock_quantity: null, stock_is_minimum: false, available_from: null },
      said,
    )
    if (note) notes.push(note)
  }
  if (isChanged('note')) after.note = cells[columns.findIndex(({ field }) => field === 'note')] ?? ''
  after.note = [after.note, ...notes].filter(Boolean).join('; ')
  const unclear = unread.map(({ text }) => ({ field: 'unread', code: 'words', message: `Не прочитано: «${text}»` }))
  return { variant: after, problems: [...problems, ...unclear], isRejected }
}
