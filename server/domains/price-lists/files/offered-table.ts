import type { Variant } from '#contract/variants.ts'
import type { TableCell, TableSheet } from '#server/platform/exports/tables.ts'

/** A variant with the columns of its product. */
export interface OfferedSize {
  name: string
  latinName: string
  category: string
  variant: Variant
}

const date = (iso: string) => iso.split('-').toReversed().join('.')

/** A stock cell as people write it, which the import reads back. */
export function stockOf({
  stock,
  stock_quantity: quantity,
  stock_is_minimum: isMinimum,
  available_from: from,
}: Variant): TableCell {
  if (stock === 'expected' && from !== null) return `с ${date(from)}`
  if (stock === 'on_order' || stock === 'expected') return 'под заказ'
  if (stock === 'sold_out') return 'нет в наличии'
  if (quantity === null) return 'в наличии'
  return isMinimum ? `${quantity}+` : quantity
}

interface Column {
  title: string
  width: number
  cell: (size: OfferedSize) => TableCell
}

const text = (title: string, width: number, cell: (size: OfferedSize) => string): Column => ({ title, width, cell })

/** Which of the columns that not every list needs a list has. */
export interface OfferedColumns {
  hasSku: boolean
  /** The minimum quantities of all lower prices. */
  quantities: Iterable<number | null>
}

async function* rowsOf(sizes: Iterable<OfferedSize> | AsyncIterable<OfferedSize>, columns: Column[]) {
  for await (const size of sizes) yield columns.map(({ cell }) => cell(size))
}

/** Variants as a price list, with one column for each minimum quantity that has a lower price. */
export function offeredTable(
  sizes: Iterable<OfferedSize> | AsyncIterable<OfferedSize>,
  { hasSku, quantities }: OfferedColumns,
): TableSheet {
  const wholesale = new Set(quantities)
  const tier = (title: string, from: number | null): Column => ({
    title,
    width: 12,
    cell: ({ variant }) => variant.price_tiers.find(({ quantity_from }) => quantity_from === from)?.price ?? null,
  })
  const columns: Column[] = [
    ...(hasSku ? [text('Артикул', 14, ({ variant }) => variant.sku ?? '')] : []),
    text('Наименование', 42, ({ name }) => name),
    text('Латинское название', 36, ({ latinName }) => latinName),
    text('Категория', 24, ({ category }) => category),
    text('Размер', 44, ({ variant }) => variant.label),
    { title: 'Цена', width: 12, cell: ({ variant }) => variant.price ?? 'по запросу' },
    ...(wholesale.has(null) ? [tier('Опт', null)] : []),
    ...[...wholesale]
      .filter(from => from !== null)
      .toSorted((one, other) => one - other)
      .map(from => tier(`Цена от ${from} шт`, from)),
    { title: 'Наличие', width: 24, cell: ({ variant }) => stockOf(variant) },
    text('Примечание', 36, ({ variant }) => variant.note),
  ]
  return {
    name: 'Прайс-лист',
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: rowsOf(sizes, columns),
  }
}
