import type { ColumnField } from '#contract/price-lists.ts'
import { stockNames } from '#contract/stock-names.ts'
import type { Variant, WritableVariant } from '#contract/variants.ts'
import type { TableCell, TableSheet } from '#server/platform/exports/tables.ts'
import { type OptionalColumns, type OwnTitle, ownTitles, ownTitlesIn } from '#server/reading/price-lists/own-titles.ts'

/** A variant with the columns of its product. */
export interface OfferedSize {
  name: string
  latinName: string
  category: string
  variant: WritableVariant & Pick<Variant, 'label'>
}

const date = (iso: string) => iso.split('-').toReversed().join('.')

/** As others read it: with what they can buy, not with what is there. */
export const forOthers = (variant: Variant): Variant => ({
  ...variant,
  stock_quantity: variant.stock_is_minimum ? variant.stock_quantity : variant.available_quantity,
})

/** A stock cell as people write it, which the import reads back. */
export function stockOf({
  stock,
  stock_quantity: quantity,
  stock_is_minimum: isMinimum,
  available_from: from,
}: OfferedSize['variant']): string | number {
  if (stock === 'expected' && from !== null) return `с ${date(from)}`
  // Without its date «ожидается» is not read back.
  if (stock === 'expected') return stockNames.on_order.toLowerCase()
  if (stock !== 'in_stock' || quantity === null) return stockNames[stock].toLowerCase()
  return isMinimum ? `${quantity}+` : quantity
}

/** A column of our lists. */
export interface OfferedColumn extends OwnTitle {
  width: number
  cell: (size: OfferedSize) => TableCell
}

/** Width and content of the columns that are not prices for more. */
const cells: Partial<Record<ColumnField, Pick<OfferedColumn, 'width' | 'cell'>>> = {
  sku: { width: 14, cell: ({ variant }) => variant.sku ?? '' },
  name: { width: 42, cell: ({ name }) => name },
  latin_name: { width: 36, cell: ({ latinName }) => latinName },
  category: { width: 24, cell: ({ category }) => category },
  size: { width: 44, cell: ({ variant }) => variant.label },
  price: { width: 12, cell: ({ variant }) => variant.price ?? 'по запросу' },
  stock: { width: 24, cell: ({ variant }) => stockOf(variant) },
  note: { width: 36, cell: ({ variant }) => variant.note },
}
const tierCell = (field: ColumnField): Pick<OfferedColumn, 'width' | 'cell'> => ({
  width: 12,
  cell: ({ variant }) =>
    variant.price_tiers.find(
      ({ quantity_from: from }) => field === (from === null ? 'price_wholesale' : `price_from:${from}`),
    )?.price ?? null,
})
const columnOf = (own: OwnTitle): OfferedColumn => ({ ...own, ...(cells[own.field] ?? tierCell(own.field)) })

/** The columns of a list of ours, by its titles; null for any other list. */
export const ownColumns = (titles: string[]): OfferedColumn[] | null => ownTitlesIn(titles)?.map(columnOf) ?? null

async function* rowsOf(sizes: Iterable<OfferedSize> | AsyncIterable<OfferedSize>, columns: OfferedColumn[]) {
  for await (const size of sizes) yield columns.map(({ cell }) => cell(size))
}

/** Variants as a price list. */
export function offeredTable(
  sizes: Iterable<OfferedSize> | AsyncIterable<OfferedSize>,
  needed: OptionalColumns,
): TableSheet {
  const columns = ownTitles(needed).map(columnOf)
  return {
    name: 'Прайс-лист',
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: rowsOf(sizes, columns),
  }
}
