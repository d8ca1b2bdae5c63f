import type { Lookup } from '#contract/common.ts'
import type { ReviewedProduct, ReviewState } from '#contract/moderation/products.ts'
import type { ProductRow } from '#server/domains/products/products.api.ts'
import { listVariantsOf } from '#server/domains/products/products.api.ts'
import { presentProduct } from '#server/domains/products/products.present.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { listImagesOf, listKnownGenera, listMakers, listSimilar } from './review.queries.ts'

/** The state of a product's review. */
export function stateOf({ product: { isApproved, review } }: ProductRow): ReviewState {
  if (isApproved) return 'published'
  // Withdrawn by its company: not awaiting review.
  return review === 'withdrawn' ? 'returned' : (review ?? 'new')
}

/** The directory does not know the plant by the supplier's name. */
const isUnknown = ({ product }: ProductRow) => !product.isApproved && product.plantId === null

async function knownGenera(db: Db, rows: ProductRow[]): Promise<(genus: string) => Lookup | null> {
  if (rows.length === 0) return () => null
  const known = new Map(
    (await listKnownGenera(db)).map(({ knownAs, id, name }) => [normalizeName(knownAs), { id, name }]),
  )
  return genus => known.get(normalizeName(genus)) ?? null
}

/** Products with everything that a moderator needs; the number of queries does not depend on the number of products. */
export async function presentForReview(
  { db, media }: { db: Db; media: MediaStore },
  rows: ProductRow[],
  actor: Actor,
): Promise<ReviewedProduct[]> {
  if (rows.length === 0) return []
  const unknown = rows.filter(isUnknown)
  const ids = rows.map(({ id }) => id)
  const [images, variants, lists, makers, similar, genusOf] = await Promise.all([
    listImagesOf(db, ids),
    listVariantsOf(db, ids),
    readAllLookups(db),
    listMakers(
      db,
      rows.flatMap(({ product }) => product.createdById ?? []),
    ),
    listSimilar(
      db,
      unknown.map(({ id }) => id),
    ),
    knownGenera(db, unknown),
  ])
  const imagesOf = Map.groupBy(images, image => image.productId)
  const variantsOf = Map.groupBy(variants, variant => variant.productId)
  const makerOf = new Map(makers.map(maker => [maker.id, maker]))
  const similarOf = Map.groupBy(similar, entry => entry.productId)
  return rows.map(row => ({
    ...presentProduct(
      row,
      { images: imagesOf.get(row.id) ?? [], variants: variantsOf.get(row.id) ?? [] },
      lists.byId,
      media,
      actor,
    ),
    state: stateOf(row),
    reason: row.product.reviewReason,
    reviewed_at: row.product.reviewedAt?.toISOString() ?? null,
    published_at: row.product.publishedAt?.toISOString() ?? null,
    is_withheld: row.product.isSuspended,
    created_by: makerOf.get(row.product.createdById ?? '') ?? null,
    is_in_directory: row.product.plantId !== null,
    known_genus: isUnknown(row) ? genusOf(row.product.genus) : null,
    similar: (similarOf.get(row.id) ?? []).map(({ id, genus, species, latinName, isInCategory }) => ({
      id,
      genus,
      species,
      latin_name: latinName,
      is_in_category: isInCategory,
    })),
  }))
}
