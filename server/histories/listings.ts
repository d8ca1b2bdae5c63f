import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { categoryId, makeMedia } from '#server/test/factories.ts'
import { plantOf } from '#server/test/trade.ts'

export interface Listing {
  productId: number
  variantId: number
  slug: string
}

/** Of each database, read and made once. */
const shared = new WeakMap<Db, Promise<{ categoryId: number; plantId: number; mediaKey: string }>>()

async function share(db: Db) {
  const plant = await plantOf(db, 'Pinus mugo')
  return { categoryId: await categoryId(db, 'hvoynye'), plantId: plant.id, mediaKey: await makeMedia(db) }
}

/** Products of one size each, of a plant of the directory, with one statement: histories have no time for pictures. */
export async function makeListings(
  db: Db,
  listed: { companyId: number; createdById: string; price: number; isApproved?: boolean; stock?: number }[],
): Promise<Listing[]> {
  const known = shared.get(db) ?? share(db)
  shared.set(db, known)
  const { categoryId: category, plantId, mediaKey } = await known
  const slugs = listed.map(() => uuidv7())
  const rows = listed.map((one, index) => ({ isApproved: true, ...one, slug: slugs[index] }))
  const made = await db.execute<{ product: number; variant: number; slug: string }>(sql`
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(
        "companyId" int, "createdById" uuid, price int, "isApproved" boolean, slug text, stock int)),
    made as (
      insert into products (
        category_id, plant_id, drawn_media_key, company_id, created_by_id, is_approved, published_at, genus, species,
        name, slug, price_kopecks)
      select ${category}::int, ${plantId}::int, ${mediaKey}::text, "companyId", "createdById", "isApproved",
        case when "isApproved" then now() end, 'Выдумка', 'новая', 'Выдумка новая', slug, price * 100
      from listed returning id, company_id, slug, price_kopecks),
    known as (insert into product_slugs (slug, product_id) select slug, id from made),
    sized as (
      insert into variants (product_id, company_id, position, price_kopecks, stock_quantity)
      select id, company_id, 0, price_kopecks, stock from made inner join listed using (slug)
      returning id, product_id)
    select made.id as product, sized.id as variant, made.slug from made inner join sized on sized.product_id = made.id`)
  return slugs.map(slug => {
    const found = made.rows.find(row => row.slug === slug)
    if (!found) throw new Error('no listing')
    return { productId: found.product, variantId: found.variant, slug }
  })
}
