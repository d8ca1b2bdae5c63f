import { fits, type LineOption } from '#contract/projects.ts'
import { prepareListOffers } from '#server/domains/offers/offers.api.ts'
import { presentOffer } from '#server/domains/offers/search/offers.present.ts'
import type { KeptOffers } from '#server/domains/offers/table/kept-offers.ts'
import { findOptionsOf, totalOf } from '#server/domains/projects/options/find-options.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { RequestLineRow } from '../trade.tables.ts'
import { listPlantRefs } from './requests.queries.ts'

/** What a company has for the lines of a request, the best first. */
export async function findOwnOptions(
  { db, media, kept }: { db: Db; media: MediaStore; kept: KeptOffers },
  companyId: number,
  lines: RequestLineRow[],
): Promise<{ line: string; options: LineOption[] }[]> {
  const refs = await listPlantRefs(
    db,
    lines.flatMap(({ plantId }) => plantId ?? []),
  )
  const ranked = await findOptionsOf(
    kept,
    companyId,
    lines.map(line => ({ ...line, plantId: refs.get(line.plantId ?? 0)?.id ?? null, chosenVariantId: null })),
  )
  const rows = await prepareListOffers(db)([...new Set(ranked.flat().map(({ variantId }) => variantId))])
  const offers = new Map(rows.map(row => [row.variant.id, row]))
  return lines.map((line, at) => ({
    line: line.id,
    options: (ranked[at] ?? []).flatMap(({ variantId, unitKopecks, fit }) => {
      const row = offers.get(variantId)
      if (!row) return []
      const offer = presentOffer(row, media, { distances: null, quantity: undefined })
      return [
        {
          ...offer,
          unit_price: unitKopecks === null ? null : unitKopecks / 100,
          fit: fits[fit] ?? 'other',
          total: totalOf(line, unitKopecks),
        },
      ]
    }),
  }))
}
