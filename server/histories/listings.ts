import { products, productSlugs } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { categoryId, makeMedia } from '#server/test/factories.ts'

export interface Listing {
  productId: number
  variantId: number
  slug: string
}

/** Of each database, read and made once. */
const shared = new WeakMap<Db, { categoryId: number; drawnMediaKey: string }>()

/** Products of one size each, with three statements for all: histories have no time for drawn pictures. */
export async function makeListings(
  db: Db,
  listed: { companyId: number; createdById: string; price: number; isApproved?: boolean }[],
): Promise<Listing[]> {
  const known = shared.get(db) ?? { categoryId: await categoryId(db, 'hvoynye'), drawnMediaKey: await makeMedia(db) }
  shared.set(db, known)
  const rows = await db
    .insert(products)
    .values(
      listed.map(({ companyId, createdById, price, isApproved = true }) => {
        const species = uuidv7()
        return {
          ...{ ...known, companyId, createdById, isApproved, genus: 'Выдумка', species, name: `Выдумка ${species}` },
          ...{ slug: species, priceKopecks: price * 100, publishedAt: isApproved ? new Date() : null },
        }
      }),
    )
    .returning()
  await db.insert(productSlugs).values(rows.map(({ id, slug }) => ({ slug, productId: id })))
  const sizes = await db
    .insert(variants)
    .values(rows.map(({ id, companyId, priceKopecks }) => ({ productId: id, companyId, position: 0, priceKopecks })))
    .returning()
  return rows.map(({ id, slug }) => ({
    productId: id,
    variantId: sizes.find(({ productId }) => productId === id)?.id ?? 0,
    slug,
  }))
}
