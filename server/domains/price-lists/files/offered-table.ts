import type { ColumnField } from '#contract/price-lists.ts'
import { stockNames } from '#contract/stock-names.ts'
import type { Variant, WritableVariant } from '#contract/variants.ts'
import type { TableCell, TableSheet } from '#server/platform/exports/tables.ts'

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

/** A column of our lists. `field`: what the import reads in it. */
export interface OfferedColumn {
  title: string
  width: number
  field: ColumnField
  cell: (size: OfferedSize) => TableCell
}

/** Which of the columns that not every list needs a list has. */
export interface OfferedColumns {
  hasSku: boolean
  /** The minimum quantities of all lower prices. */
  quantities: Iterable<number | null>
}

const tierColumn = (from: number | null): OfferedColumn => ({
  title: from === null ? 'Опт' : `Цена от ${from} шт`,
  width: 12,
  field: from === null ? 'price_wholesale' : `price_from:${from}`,
  cell: ({ variant }) => variant.price_tiers.find(({ quantity_from }) => quantity_from === from)?.price ?? null,
})

/** The columns in order, with one for each minimum quantity that has a lower price. */
function columnsOf({ hasSku, quantities }: OfferedColumns): OfferedColumn[] {
  const tiers = [...new Set(quantities)].toSorted((one, other) => (one ?? 0) - (other ?? 0))
  return [
    ...(hasSku
      ? [{ title: 'Артикул', width: 14, field: 'sku' as const, cell: ({ variant }: OfferedSize) => variant.sku ?? '' }]
      : []),
    { title: 'Наименование', width: 42, field: 'name', cell: ({ name }) => name },
    { title: 'Латинское название', width: 36, field: 'latin_name', cell: ({ latinName }) => latinName },
    { title: 'Категория', width: 24, field: 'category', cell: ({ category }) => category },
    { title: 'Размер', width: 44, field: 'size', cell: ({ variant }) => variant.label },
    { title: 'Цена', width: 12, field: 'price', cell: ({ variant }) => variant.price ?? 'по запросу' },
    ...tiers.map(tierColumn),
    { title: 'Наличие', width: 24, field: 'stock', cell: ({ variant }) => stockOf(variant) },
    { title: 'Примечание', width: 36, field: 'note', cell: ({ variant }) => variant.note },
  ]
}

/** The columns of a list of ours, by its titles; null for any other list. */
export function ownColumns(titles: string[]): OfferedColumn[] | null {
  const quantities = titles.flatMap(title => {
    if (title === 'Опт') return [null]
    const from = /^Цена от ([1-9]\d{0,6}) шт$/.exec(title)?.[1]
    return from === undefined ? [] : [Number(from)]
  })
  const columns = columnsOf({ hasSku: titles[0] === 'Артикул', quantities })
  const isOurs = columns.length === titles.length && columns.every(({ title }, at) => title === titles[at])
  return isOurs ? columns : null
}

async function* rowsOf(sizes: Iterable<OfferedSize> | AsyncIterable<OfferedSize>, columns: OfferedColumn[]) {
  for await (const size of sizes) yield columns.map(({ cell }) => cell(size))
}

/** Variants as a price list. */
export function offeredTable(
  sizes: Iterable<OfferedSize> | AsyncIterable<OfferedSize>,
  needed: OfferedColumns,
): TableSheet {
  const columns = columnsOf(needed)
  return {
    name: 'Прайс-лист',
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: rowsOf(sizes, columns),
  }
}
