// A list that has been read is looked at as a whole: what can hardly be is told to a person, row by row.
import type { RowProblem } from '#contract/price-lists.ts'
import type { WritableVariant } from '#contract/variants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { habitOfCategory } from '#server/reading/sizes/context.ts'
import { median } from './profiles.ts'
import type { UnderstoodRow } from './understood-row.ts'

/** The largest sizes in the trade, centimetres, by category; a girth of 0: plants of this kind have no trunk. */
const largest: Record<string, { height: number; girth: number }> = {
  mnogoletniki: { height: 350, girth: 0 },
  zlaki: { height: 500, girth: 0 },
  lukovichnye: { height: 250, girth: 0 },
  rozy: { height: 500, girth: 25 },
  liany: { height: 800, girth: 30 },
  'listvennye-kustarniki': { height: 800, girth: 90 },
  'vechnozelenye-i-vereskovye': { height: 800, girth: 90 },
  'plodovye-i-yagodnye': { height: 1000, girth: 130 },
}
const ofAny = { height: 2500, girth: 250 }

/** Litres of a container; centimetres of a pot and of a ball; cells of a tray. */
const largestRoot = { container: 3500, pot: 35, ball: 350, wire_ball: 350, tray: 600, bare_root: 0 } as const

/** A container of this many litres holds a tree: a plant in it has a height or a girth, or is no small one. */
const largeContainer = 130

/** No herb that is sold is so many times, and so many centimetres, higher than it grows. */
const [timesGrown, aboveGrown] = [3, 150]

const problem = (field: string, code: string, message: string): RowProblem => ({ field, code, message })

function implausible(variant: WritableVariant, category: string | null, grown: number | null): RowProblem | null {
  const { height, girth } = largest[category ?? ''] ?? ofAny
  const tall = Math.max(variant.height_from ?? 0, variant.height_to ?? 0)
  const thick = Math.max(variant.girth_from ?? 0, variant.girth_to ?? 0)
  if (tall > height) return problem('height_from', 'implausible', `Растение такого вида высотой ${tall} см: проверьте`)
  const isHerb = habitOfCategory(category) === 'perennial'
  if (grown !== null && isHerb && tall > Math.max(grown * timesGrown, grown + aboveGrown))
    return problem('height_from', 'implausible', `Это растение вырастает до ${grown} см, а здесь ${tall} см: проверьте`)
  if (thick > girth)
    return problem('girth_from', 'implausible', `Растение такого вида с обхватом ${thick} см: проверьте`)
  const { root, root_size: size, form } = variant
  // What stands alone in a park, or fills a large container, is no seedling: its «20–25» is no height.
  const isLarge = form === 'solitaire' || (root === 'container' && (size ?? 0) >= 50)
  if (isLarge && tall > 0 && tall < 40)
    return problem('height_from', 'implausible', `Растение высотой ${tall} см в такой упаковке: проверьте`)
  if (root === null || size === null) return null
  const most = isHerb && root === 'container' ? largeContainer : largestRoot[root]
  return size > most ? problem('root_size', 'implausible', `Упаковка размером ${size}: проверьте`) : null
}

/** Those of one size are compared; where it is unknown, all of the same packing. */
const sizeKey = ({ height_to: height, girth_to: girth, root, root_size: size }: WritableVariant) =>
  girth !== null ? `g${girth}` : height !== null ? `h${height}` : `${root ?? ''} ${size ?? ''}`

/** A price this many times that of the others of the same size is more probably a mistake of reading. */
const outlying = 100
const fewestAlike = 4

interface Offered {
  row: UnderstoodRow
  variant: WritableVariant
}

function* outliers(offered: Offered[]): Generator<[UnderstoodRow, RowProblem]> {
  const bySize = Map.groupBy(
    offered.filter(({ variant }) => variant.price !== null),
    ({ variant }) => sizeKey(variant),
  )
  for (const alike of bySize.values()) {
    if (alike.length < fewestAlike) continue
    const usual = median(alike.map(({ variant }) => variant.price ?? 0))
    for (const { row, variant } of alike) {
      const price = variant.price ?? 0
      if (price < usual * outlying && price * outlying > usual) continue
      yield [
        row,
        problem('price', 'implausible', `Цена ${price} ₽ в ${outlying} раз отличается от других того же размера`),
      ]
    }
  }
}

const sameSize = ({ form, height_from, height_to, spread_from, spread_to, ...rest }: WritableVariant) => {
  const { girth_from, girth_to, stem_height, transplants, root, root_size, note } = rest
  const sizes = [form, height_from, height_to, spread_from, spread_to, girth_from, girth_to, stem_height, transplants]
  return JSON.stringify([...sizes, root, root_size, note])
}

/** The same plant in the same size at two prices: what tells them apart was not read. */
function* duplicates(offered: Offered[]): Generator<[UnderstoodRow, RowProblem]> {
  const same = Map.groupBy(
    offered.filter(({ variant }) => variant.sku === null),
    ({ row, variant }) => `${row.plant?.id ?? row.name.toLowerCase()} ${sameSize(variant)}`,
  )
  for (const copies of same.values()) {
    if (new Set(copies.map(({ variant }) => variant.price)).size < 2) continue
    const rows = [...new Set(copies.map(({ row }) => row))]
    const [first, second] = rows
    if (!first || !second) continue
    for (const row of rows) {
      const other = row === first ? second : first
      yield [row, problem('size', 'repeated', `То же растение того же размера по другой цене — в строке ${other.row}`)]
    }
  }
}

/** At least this many rows of different plants at one price say that the price was not read. */
const fewestSame = 12

function* samePrices(offered: Offered[]): Generator<[UnderstoodRow, RowProblem]> {
  const prices = new Set(offered.map(({ variant }) => variant.price))
  const [only = null] = prices
  const sizes = new Set(offered.map(({ variant }) => sizeKey(variant)))
  if (offered.length < fewestSame || prices.size > 1 || only === null || sizes.size < 3) return
  for (const { row } of offered)
    yield [row, problem('price', 'same', `У всех растений списка одна цена, ${only} ₽: проверьте`)]
}

/** Puts in doubt the clear rows that can hardly be as they were read. */
export function auditRows(rows: UnderstoodRow[], { byId }: Pick<NamedPlants, 'byId'>): void {
  const clear = rows.filter(({ verdict }) => verdict === 'clear')
  const offered = clear.flatMap(row => row.variants.map(variant => ({ row, variant })))
  const found: [UnderstoodRow, RowProblem][] = []
  for (const { row, variant } of offered) {
    const told = implausible(variant, row.category, byId.get(row.plant?.id ?? 0)?.grownHeight ?? null)
    if (told) found.push([row, told])
  }
  found.push(...outliers(offered), ...duplicates(offered), ...samePrices(offered))
  for (const [row, told] of found) {
    row.verdict = 'doubtful'
    if (!row.problems.some(({ field, code }) => field === told.field && code === told.code)) row.problems.push(told)
  }
}

/** From this many rows on one name on most of them is the name of something else. */
const fewestNamed = 5

/** The name that most offers of a sheet share although their texts differ: it is a heading, or the names stand elsewhere. */
export function sharedName(rows: UnderstoodRow[]): { name: string; rows: UnderstoodRow[] } | null {
  const offers = rows.filter(({ kind, verdict }) => kind === 'offer' && verdict !== 'skipped')
  const named = [...Map.groupBy(offers, ({ name, plant }) => (plant === null ? name.toLowerCase() : ''))]
    .filter(([name]) => name !== '')
    .toSorted(([, one], [, other]) => other.length - one.length)[0]
  if (!named) return null
  const [, own] = named
  const texts = new Set(own.map(({ cells }) => cells.filter(text => /\p{L}{4}/u.test(text)).join('|')))
  const isShared = own.length >= fewestNamed && own.length * 2 > offers.length && texts.size * 2 > own.length
  return isShared ? { name: own[0]?.name ?? '', rows: own } : null
}
