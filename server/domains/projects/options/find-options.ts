import { projectLimits } from '#contract/project-limits.ts'
import { fits, type LineFit, type LineWish } from '#contract/projects.ts'
import type { SizedOffer } from '#server/domains/offers/index/grouped-offers.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { unitPriceOf } from '#server/domains/offers/unit-price.ts'
import { presentSizes } from '#server/domains/products/variants/variants.present.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { fitOf } from '#server/reading/sizes/compare.ts'
import type { Choice } from '../choosing/choose.ts'
import { plantsIn } from './plants-in.ts'

/** The fields of a line that decide which offers match it. */
export interface AskingLine {
  /** `null` for a remark, and while the plant is uncertain. */
  plantId: number | null
  quantity: number | null
  unit: string | null
  wish: LineWish
  chosenVariantId: number | null
  /** Nothing of it is shown but what is chosen. */
  isOutside?: boolean
}

/** An offer compared with a line. */
export interface RankedOffer {
  variantId: number
  companyId: number
  /** Index in `fits`; smaller is better. */
  fit: number
  unitKopecks: number | null
  /** How many can be bought; `null`: nobody counts them. */
  available: number | null
}

/** Maximum number of offers shown for all lines together: a long schedule shows fewer per line, but at least five. */
const mostShown = 4000
const shownOf = (lines: number) =>
  Math.max(5, Math.min(projectLimits.options, Math.floor(mostShown / Math.max(1, lines))))
/** Plants whose offers are read from the index at once: about ten thousand among a million offers. */
const plantsAtOnce = 25
/** Milliseconds of work before other requests get a turn. */
const longestTurn = 3

/** The number of pieces to buy; `null` for quantities in metres or packs, which only have a price per unit. */
export const piecesOf = ({ quantity, unit }: Pick<AskingLine, 'quantity' | 'unit'>): number | null =>
  quantity === null || unit !== 'шт' ? null : Math.ceil(quantity)

/** Total of a line in rubles; `null` if its price or its number of pieces is unknown. */
export const totalOf = (line: Pick<AskingLine, 'quantity' | 'unit'>, unitKopecks: number | null): number | null => {
  const pieces = piecesOf(line)
  return pieces === null || unitKopecks === null ? null : (unitKopecks * pieces) / 100
}

/** How many are left for a line when others have taken theirs, where that is fewer than it asks for; `null`: enough. */
export function leftOf(
  line: Pick<AskingLine, 'quantity' | 'unit'>,
  available: number | null,
  taken: number,
): number | null {
  const wanted = plantsIn(line, line.quantity)
  return available === null || wanted === 0 || available - taken >= wanted ? null : Math.max(0, available - taken)
}

/** Price of one piece in kopecks. Price tiers only apply to lines counted in pieces. */
const kopecksFor = ({ priceKopecks, priceTiers }: SizedOffer, pieces: number | null): number | null =>
  pieces === null ? priceKopecks : unitPriceOf(priceKopecks, priceTiers, pieces)

const compare = (one: RankedOffer, other: RankedOffer) =>
  one.fit - other.fit ||
  (one.unitKopecks === other.unitKopecks
    ? one.variantId - other.variantId
    : (one.unitKopecks ?? Number.POSITIVE_INFINITY) - (other.unitKopecks ?? Number.POSITIVE_INFINITY))

/**
 * Ranks the offers of each line's plant and keeps those that `keep` returns. Plants are read in batches, so that
 * neither memory nor the delay of other requests grows with the length of the schedule.
 */
async function rankOffers<Kept>(
  offerIndex: OfferIndex,
  lines: AskingLine[],
  keep: (ranked: RankedOffer[], line: AskingLine) => Kept[],
  companyId?: number,
): Promise<Kept[][]> {
  const found: Kept[][] = lines.map(() => [])
  const isRanked = ({ isOutside, chosenVariantId }: AskingLine) => !isOutside || chosenVariantId !== null
  const byPlant = Map.groupBy(lines.keys(), at => (lines[at] && isRanked(lines[at]) ? lines[at].plantId : null))
  byPlant.delete(null)
  const plants = [...byPlant.keys()].filter(plant => plant !== null)
  for (let first = 0; first < plants.length; first += plantsAtOnce) {
    // Searches need the index too, so ranking happens after it is released.
    const offered = await offerIndex.use(async (index, yieldNow) => {
      const read: { plant: number; offers: SizedOffer[] }[] = []
      for (const plant of plants.slice(first, first + plantsAtOnce)) {
        read.push({ plant, offers: index.offersOfPlant(plant, companyId) })
        await yieldNow()
      }
      return read
    })
    const yieldNow = yieldToEventLoop(longestTurn)
    for (const { plant, offers } of offered) {
      const sizes = offers.map(presentSizes)
      for (const at of byPlant.get(plant) ?? []) {
        const line = lines[at]
        if (!line) continue
        const pieces = piecesOf(line)
        const ranked = offers.map((row, index) => {
          const size = sizes[index]
          const fit = size ? fits.indexOf(fitOf(line.wish, size)) : fits.length
          const unitKopecks = kopecksFor(row, pieces)
          return { variantId: row.id, companyId: row.companyId, fit, unitKopecks, available: row.available }
        })
        found[at] = keep(ranked.toSorted(compare), line)
        await yieldNow()
      }
    }
  }
  return found
}

/** The offers that match each line, best first. */
export async function findOptions(offerIndex: OfferIndex, lines: AskingLine[]): Promise<RankedOffer[][]> {
  const most = shownOf(lines.filter(({ plantId }) => plantId !== null).length)
  return rankOffers(offerIndex, lines, (ranked, { chosenVariantId, isOutside }) => {
    const chosen = ranked.find(({ variantId }) => variantId === chosenVariantId)
    if (isOutside) return chosen ? [chosen] : []
    const shown = ranked.slice(0, most)
    // The chosen offer is always shown, even if better ones exist.
    return chosen && !shown.includes(chosen) ? [...shown.slice(0, most - 1), chosen] : shown
  })
}

/** The offers of one company that match each line, best first. */
export async function findOptionsOf(
  offerIndex: OfferIndex,
  companyId: number,
  lines: AskingLine[],
): Promise<RankedOffer[][]> {
  const most = shownOf(lines.filter(({ plantId }) => plantId !== null).length)
  return rankOffers(offerIndex, lines, ranked => ranked.slice(0, most), companyId)
}

/** Offers of one company for a line that may be needed because lines share what is left of others. */
const mostScarce = 20

/**
 * Each company's best offers for each line of which there are enough, the cheapest first: those that fit, or larger ones
 * if none fits, or none may be left when other lines have taken theirs. `ofCompany`: how many of one company, beside those
 * of which there may be too few for all lines.
 */
export async function findChoices(
  offerIndex: OfferIndex,
  lines: AskingLine[],
  distances: ReadonlyMap<number, number> | null,
  ofCompany = 1,
): Promise<Choice[][]> {
  const wantedOf = new Map<number, number>()
  for (const line of lines)
    if (line.plantId !== null)
      wantedOf.set(line.plantId, (wantedOf.get(line.plantId) ?? 0) + plantsIn(line, line.quantity))
  return rankOffers(offerIndex, lines, (all, line) => {
    const wanted = plantsIn(line, line.quantity)
    const ranked = all.filter(({ available }) => available === null || available >= Math.max(1, wanted))
    const ofFit = (fit: LineFit, isLater: boolean): Choice[] => {
      const before = new Map<number, { enough: number; scarce: number }>()
      return ranked.flatMap(({ companyId, variantId, fit: is, unitKopecks: kopecks, available }) => {
        const seen = before.get(companyId) ?? { enough: 0, scarce: 0 }
        before.set(companyId, seen)
        if (fits[is] !== fit || seen.enough >= ofCompany) return []
        const isScarce = available !== null && wanted > 0 && available < (wantedOf.get(line.plantId ?? 0) ?? 0)
        if (isScarce && ++seen.scarce > mostScarce) return []
        if (!isScarce) seen.enough++
        const price = kopecks === null ? null : kopecks * (piecesOf(line) ?? 1)
        const distance = distances?.get(companyId) ?? null
        return [{ companyId, variantId, price, distance, wanted, left: isScarce ? available : null, isLater }]
      })
    }
    const exact = ofFit('exact', false)
    if (exact.some(({ left }) => left === null)) return exact
    return [...exact, ...ofFit('larger', exact.length > 0)]
  })
}
