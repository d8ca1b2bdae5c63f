import type { ColumnField } from '#contract/price-lists.ts'

/** A column of the lists that this site writes. */
export interface OwnTitle {
  title: string
  /** What the import reads in it. */
  field: ColumnField
}

/** Which of the columns that not every list needs a list has. */
export interface OptionalColumns {
  hasSku: boolean
  /** The minimum quantities of all lower prices. */
  quantities: Iterable<number | null>
}

const sku: OwnTitle = { title: 'Артикул', field: 'sku' }
const beforeTiers: OwnTitle[] = [
  { title: 'Наименование', field: 'name' },
  { title: 'Латинское название', field: 'latin_name' },
  { title: 'Категория', field: 'category' },
  { title: 'Размер', field: 'size' },
  { title: 'Цена', field: 'price' },
]
const afterTiers: OwnTitle[] = [
  { title: 'Наличие', field: 'stock' },
  { title: 'Примечание', field: 'note' },
]
const tierTitle = (from: number | null): OwnTitle =>
  from === null
    ? { title: 'Опт', field: 'price_wholesale' }
    : { title: `Цена от ${from} шт`, field: `price_from:${from}` }

/** The columns in order, with one for each minimum quantity that has a lower price. */
export function ownTitles({ hasSku, quantities }: OptionalColumns): OwnTitle[] {
  const tiers = [...new Set(quantities)].toSorted((one, other) => (one ?? 0) - (other ?? 0))
  return [...(hasSku ? [sku] : []), ...beforeTiers, ...tiers.map(tierTitle), ...afterTiers]
}

/** The columns of a list with exactly the titles of those that this site writes; null for any other list. */
export function ownTitlesIn(titles: string[]): OwnTitle[] | null {
  const quantities = titles.flatMap(title => {
    if (title === 'Опт') return [null]
    const from = /^Цена от ([1-9]\d{0,6}) шт$/.exec(title)?.[1]
    return from === undefined ? [] : [Number(from)]
  })
  const columns = ownTitles({ hasSku: titles[0] === 'Артикул', quantities })
  const isOurs = columns.length === titles.length && columns.every(({ title }, at) => title === titles[at])
  return isOurs ? columns : null
}
