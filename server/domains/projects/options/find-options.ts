import { fits, type LineWish, projectLimits } from '#contract/projects.ts'
import { type Fit, fitOf } from '#server/domains/products/notation/compare.ts'
import { presentSizes } from '#server/domains/products/variants/variants.present.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Choice } from '../choosing/choose.ts'
import {
  listOfferedSizes,
  type OfferedSizeRow,
  type RankedOffer,
  rankOffers,
  type WantedOffers,
} from './options.queries.ts'

/** What of a line decides which offers answer it. */
export interface AskingLine {
  /** `null` of a remark and where the plant is not certain. */
  plantId: number | null
  quantity: number | null
  unit: string | null
  wish: LineWish
  chosenVariantId: number | null
}

/** Offers that are shown of all lines together: a long schedule shows fewer of each, never less than five. */
const mostShown = 4000
const shownOf = (lines: number) =>
  Math.max(5, Math.min(projectLimits.options, Math.floor(mostShown / Math.max(1, lines))))

/** How many are bought: what is counted in metres or packs has a price for one alone. */
export const piecesOf = ({ quantity, unit }: Pick<AskingLine, 'quantity' | 'unit'>): number | null =>
  quantity === null || unit !== 'шт' ? null : Math.ceil(quantity)

/** Rubles for a line. */
export const totalOf = (line: Pick<AskingLine, 'quantity' | 'unit'>, unitKopecks: number | null): number | null => {
  const pieces = piecesOf(line)
  return pieces === null || unitKopecks === null ? null : (unitKopecks * pieces) / 100
}

const isAnything = (wish: LineWish) => Object.values(wish).every(value => value === null)

type Sizes = Map<number | null, OfferedSizeRow[]>

async function sizesOf(db: Db | Tx, lines: AskingLine[]): Promise<Sizes> {
  const plants = [...new Set(lines.flatMap(({ plantId }) => plantId ?? []))]
  return Map.groupBy(await listOfferedSizes(db, plants), ({ plantId }) => plantId)
}

/** The sizes of a plant by how they fit. */
function byFit(sizes: OfferedSizeRow[], wish: LineWish): Map<Fit, OfferedSizeRow[]> {
  if (isAnything(wish)) return new Map([['exact', sizes]])
  return Map.groupBy(sizes, row => fitOf(wish, presentSizes({ ...noValues, ...row })))
}

/** What a size alone does not have. */
const noValues = {
  sku: null,
  priceKopecks: null,
  priceTiers: [],
  stock: 'in_stock' as const,
  stockQuantity: null,
  stockIsMinimum: false,
  availableFrom: null,
  note: '',
}

const wantedOf = (
  line: AskingLine,
  at: number,
  fit: Fit,
  rows: OfferedSizeRow[],
  sizes: OfferedSizeRow[],
): WantedOffers => ({
  line: at,
  plant: line.plantId ?? 0,
  pieces: piecesOf(line),
  fit: fits.indexOf(fit),
  keys: rows.length === sizes.length ? null : rows.map(({ key }) => key),
  chosen: line.chosenVariantId,
})

/** The offers of each line, the best first, with two statements whatever the number of lines. */
export async function findOptions(db: Db, lines: AskingLine[]): Promise<RankedOffer[][]> {
  const sizes = await sizesOf(db, lines)
  const asking = lines.filter(({ plantId }) => plantId !== null && sizes.has(plantId))
  const most = shownOf(asking.length)
  const wanted = lines.flatMap((line, at) => {
    const own = line.plantId === null ? [] : (sizes.get(line.plantId) ?? [])
    const found = byFit(own, line.wish)
    let count = 0
    return fits.flatMap(fit => {
      const rows = found.get(fit) ?? []
      // Enough fit better; but what is chosen is shown.
      if (rows.length === 0 || (count >= most && line.chosenVariantId === null)) return []
      count += rows.reduce((sum, row) => sum + row.count, 0)
      return [wantedOf(line, at, fit, rows, own)]
    })
  })
  const found = Map.groupBy(await rankOffers(db, wanted, most), ({ line }) => line)
  return lines.map(({ chosenVariantId }, at) => {
    const ranked = found.get(at) ?? []
    const shown = ranked.slice(0, most)
    const chosen = ranked.find(({ variantId }) => variantId === chosenVariantId)
    return chosen && !shown.includes(chosen) ? [...shown.slice(0, most - 1), chosen] : shown
  })
}

/** What each company has for each line: what fits, or where nothing does, what is larger. */
export async function findChoices(
  tx: Db | Tx,
  lines: AskingLine[],
  distances: ReadonlyMap<number, number> | null,
): Promise<Choice[][]> {
  const sizes = await sizesOf(tx, lines)
  const wanted = lines.flatMap((line, at) => {
    const own = line.plantId === null ? [] : (sizes.get(line.plantId) ?? [])
    const found = byFit(own, line.wish)
    const fit = found.has('exact') ? 'exact' : 'larger'
    const rows = found.get(fit) ?? []
    return rows.length === 0 ? [] : [{ ...wantedOf(line, at, fit, rows, own), chosen: null }]
  })
  const found = Map.groupBy(await rankOffers(tx, wanted, 1, true), ({ line }) => line)
  return lines.map((line, at) =>
    (found.get(at) ?? []).map(({ companyId, variantId, unitKopecks }) => ({
      companyId,
      variantId,
      price: unitKopecks === null ? null : unitKopecks * (piecesOf(line) ?? 1),
      distance: distances?.get(companyId) ?? null,
    })),
  )
}
