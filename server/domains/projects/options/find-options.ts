import { setImmediate } from 'node:timers/promises'
import { projectLimits } from '#contract/project-limits.ts'
import { fits, type LineWish } from '#contract/projects.ts'
import type { KeptOffers } from '#server/domains/offers/table/kept-offers.ts'
import type { OfferOfPlant } from '#server/domains/offers/table/offer-table.ts'
import { unitPriceOf } from '#server/domains/offers/unit-price.ts'
import { fitOf } from '#server/domains/products/notation/compare.ts'
import { presentSizes } from '#server/domains/products/variants/variants.present.ts'
import type { Choice } from '../choosing/choose.ts'

/** What of a line decides which offers answer it. */
export interface AskingLine {
  /** `null` of a remark and where the plant is not certain. */
  plantId: number | null
  quantity: number | null
  unit: string | null
  wish: LineWish
  chosenVariantId: number | null
}

/** An offer as it answers a line. */
export interface RankedOffer {
  variantId: number
  companyId: number
  /** Its place in `fits`: the smaller, the better. */
  fit: number
  unitKopecks: number | null
}

/** Offers that are shown of all lines together: a long schedule shows fewer of each, never less than five. */
const mostShown = 4000
const shownOf = (lines: number) =>
  Math.max(5, Math.min(projectLimits.options, Math.floor(mostShown / Math.max(1, lines))))
/** Plants whose offers are taken out of the table in one turn: some ten thousand among a million offers. */
const plantsAtOnce = 25
/** Milliseconds of work after which others have their turn. */
const turn = 20

/** How many are bought: what is counted in metres or packs has a price for one alone. */
export const piecesOf = ({ quantity, unit }: Pick<AskingLine, 'quantity' | 'unit'>): number | null =>
  quantity === null || unit !== 'шт' ? null : Math.ceil(quantity)

/** Rubles for a line. */
export const totalOf = (line: Pick<AskingLine, 'quantity' | 'unit'>, unitKopecks: number | null): number | null => {
  const pieces = piecesOf(line)
  return pieces === null || unitKopecks === null ? null : (unitKopecks * pieces) / 100
}

/** Kopecks for one: a line that is not counted in pieces has no tier's price. */
const kopecksFor = ({ priceKopecks, priceTiers }: OfferOfPlant, pieces: number | null): number | null =>
  pieces === null ? priceKopecks : unitPriceOf(priceKopecks, priceTiers, pieces)

const compare = (one: RankedOffer, other: RankedOffer) =>
  one.fit - other.fit ||
  (one.unitKopecks === other.unitKopecks
    ? one.variantId - other.variantId
    : (one.unitKopecks ?? Number.POSITIVE_INFINITY) - (other.unitKopecks ?? Number.POSITIVE_INFINITY))

/**
 * Ranks for each line what is offered of its plant, and keeps of it what `keep` takes. Plants are read in parts, so that
 * neither memory nor the turn of the others depends on the length of the schedule.
 */
async function rankOffers<Kept>(
  kept: KeptOffers,
  lines: AskingLine[],
  keep: (ranked: RankedOffer[], line: AskingLine) => Kept[],
  companyId?: number,
): Promise<Kept[][]> {
  const found: Kept[][] = lines.map(() => [])
  const byPlant = Map.groupBy(lines.keys(), at => lines[at]?.plantId ?? null)
  byPlant.delete(null)
  const plants = [...byPlant.keys()].filter(plant => plant !== null)
  for (let first = 0; first < plants.length; first += plantsAtOnce) {
    // Searches need the table too: offers are ranked when it is free again.
    const offered = await kept.use(table =>
      plants.slice(first, first + plantsAtOnce).map(plant => ({
        plant,
        offers: table.offersOfPlant(plant, companyId),
      })),
    )
    let begun = performance.now()
    for (const { plant, offers } of offered) {
      const sizes = offers.map(presentSizes)
      for (const at of byPlant.get(plant) ?? []) {
        const line = lines[at]
        if (!line) continue
        const pieces = piecesOf(line)
        const ranked = offers.map((row, index) => {
          const size = sizes[index]
          const fit = size ? fits.indexOf(fitOf(line.wish, size)) : fits.length
          return { variantId: row.id, companyId: row.companyId, fit, unitKopecks: kopecksFor(row, pieces) }
        })
        found[at] = keep(ranked.toSorted(compare), line)
        if (performance.now() - begun < turn) continue
        await setImmediate()
        begun = performance.now()
      }
    }
  }
  return found
}

/** The offers of each line, the best first. */
export async function findOptions(kept: KeptOffers, lines: AskingLine[]): Promise<RankedOffer[][]> {
  const most = shownOf(lines.filter(({ plantId }) => plantId !== null).length)
  return rankOffers(kept, lines, (ranked, { chosenVariantId }) => {
    const shown = ranked.slice(0, most)
    const chosen = ranked.find(({ variantId }) => variantId === chosenVariantId)
    // What is chosen is shown, whatever would be better.
    return chosen && !shown.includes(chosen) ? [...shown.slice(0, most - 1), chosen] : shown
  })
}

/** What one company offers for each line, the best first. */
export async function findOptionsOf(
  kept: KeptOffers,
  companyId: number,
  lines: AskingLine[],
): Promise<RankedOffer[][]> {
  const most = shownOf(lines.filter(({ plantId }) => plantId !== null).length)
  return rankOffers(kept, lines, ranked => ranked.slice(0, most), companyId)
}

/** What each company has for each line: what fits, or where nothing does, what is larger. */
export async function findChoices(
  kept: KeptOffers,
  lines: AskingLine[],
  distances: ReadonlyMap<number, number> | null,
): Promise<Choice[][]> {
  return rankOffers(kept, lines, (ranked, line) => {
    const best = ranked[0]?.fit ?? fits.length
    if (best > fits.indexOf('larger')) return []
    const seen = new Set<number>()
    return ranked.flatMap(({ companyId, variantId, fit, unitKopecks: kopecks }) => {
      if (fit !== best || seen.has(companyId)) return []
      seen.add(companyId)
      const price = kopecks === null ? null : kopecks * (piecesOf(line) ?? 1)
      return [{ companyId, variantId, price, distance: distances?.get(companyId) ?? null }]
    })
  })
}
