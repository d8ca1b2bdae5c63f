import type { LineOption } from '#contract/projects.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import { findOptionsOf } from '#server/domains/projects/options/find-options.ts'
import { readOptions } from '#server/domains/projects/options/read-options.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { RequestLineRow } from '../trade.tables.ts'
import { listPlantRefs } from './requests.queries.ts'

/** What a company has for the lines of a request, the best first. */
export async function findOwnOptions(
  { db, media, offerIndex }: { db: Db; media: MediaStore; offerIndex: OfferIndex },
  companyId: number,
  lines: RequestLineRow[],
): Promise<{ line: string; options: LineOption[] }[]> {
  const refs = await listPlantRefs(
    db,
    lines.flatMap(({ plantId }) => plantId ?? []),
  )
  const ranked = await findOptionsOf(
    offerIndex,
    companyId,
    lines.map(line => ({ ...line, plantId: refs.get(line.plantId ?? 0)?.id ?? null, chosenVariantId: null })),
  )
  const optionsOf = await readOptions({ db, media }, ranked)
  return lines.map((line, at) => ({ line: line.id, options: optionsOf(ranked[at] ?? [], line, null) }))
}
