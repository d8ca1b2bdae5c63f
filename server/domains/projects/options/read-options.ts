import { fits, type LineOption } from '#contract/projects.ts'
import { type OfferRow, prepareListOffers } from '#server/domains/offers/offers.api.ts'
import { presentOffer } from '#server/domains/offers/search/offers.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { type AskingLine, leftOf, type RankedOffer, totalOf } from './find-options.ts'

/** Offers that one statement reads: other requests have their turns between two of them. */
const readAtOnce = 250

/**
 * Reads all ranked offers and returns the function that presents those of one line. Offers withdrawn since they were
 * ranked are left out. `distances`: kilometres by company; `null` if the buyer has no place.
 */
export async function readOptions({ db, media }: { db: Db; media: MediaStore }, ranked: RankedOffer[][]) {
  const read = prepareListOffers(db)
  const wanted = [...new Set(ranked.flat().map(({ variantId }) => variantId))]
  const rows: OfferRow[] = []
  for (let from = 0; from < wanted.length; from += readAtOnce) {
    rows.push(...(await read(wanted.slice(from, from + readAtOnce))))
  }
  const offers = new Map(rows.map(row => [row.variant.id, row]))
  return (
    ofLine: RankedOffer[],
    line: Pick<AskingLine, 'quantity' | 'unit'>,
    distances: ReadonlyMap<number, number> | null,
    /** Plants that other lines take of a variant. */
    takenOf: (variantId: number) => number = () => 0,
  ): LineOption[] =>
    ofLine.flatMap(({ variantId, unitKopecks, fit, available }) => {
      const row = offers.get(variantId)
      if (!row) return []
      return [
        {
          ...presentOffer(row, media, { distances, quantity: undefined }),
          unit_price: unitKopecks === null ? null : unitKopecks / 100,
          fit: fits[fit] ?? 'other',
          total: totalOf(line, unitKopecks),
          left_quantity: leftOf(line, available, takenOf(variantId)),
        },
      ]
    })
}
