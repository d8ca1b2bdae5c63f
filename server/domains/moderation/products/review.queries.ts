// Joins accounts (users), companies (companies), plants (genera, plantCategories, plants), products (productImages,
// products).
import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReviewTab } from '#contract/moderation/products.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { matchesText } from '#server/domains/offers/offers.api.ts'
import { genusNow, isOffered } from '#server/domains/plants/plants.api.ts'
import { genera, plantCategories, plants } from '#server/domains/plants/plants.tables.ts'
import { isAwaiting, selectWhole } from '#server/domains/products/products.api.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { likePattern } from '#server/platform/has-text.ts'

const isApproved = sql`${products.isApproved}`

const tabs: Record<ReviewTab, { where: SQL | undefined; order: SQL[] }> = {
  waiting: { where: isAwaiting, order: [asc(products.createdAt), asc(products.id)] },
  returned: {
    where: and(sql`not ${isApproved}`, eq(products.review, 'returned')),
    order: [desc(products.reviewedAt), desc(products.id)],
  },
  hidden: {
    where: and(sql`not ${isApproved}`, eq(products.review, 'hidden')),
    order: [desc(products.reviewedAt), desc(products.id)],
  },
  published: { where: isApproved, order: [desc(products.publishedAt), desc(products.id)] },
  all: { where: undefined, order: [desc(products.id)] },
}

function inTab(tab: ReviewTab, search: string | undefined): SQL | undefined {
  const found = search
    ? or(
        matchesText(search),
        ilike(companies.name, likePattern(search)),
        /^\d{1,9}$/.test(search) ? eq(products.id, Number(search)) : undefined,
      )
    : undefined
  return and(tabs[tab].where, found)
}

export async function listForReview(
  db: Db,
  tab: ReviewTab,
  search: string | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectWhole(db)
    .where(inTab(tab, search))
    .orderBy(...tabs[tab].order)
    .limit(limit)
    .offset(offset)
}

export async function countForReview(db: Db, tab: ReviewTab, search: string | undefined): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(inTab(tab, search))
  return row?.count ?? 0
}

export async function findForReview(db: Db | Tx, id: number) {
  const [row] = await selectWhole(db).where(eq(products.id, id))
  return row
}

/** Photos of these products, in order. */
export async function listImagesOf(db: Db | Tx, productIds: number[]) {
  return db
    .select({ id: productImages.id, productId: productImages.productId, mediaKey: productImages.mediaKey })
    .from(productImages)
    .where(inArray(productImages.productId, productIds))
    .orderBy(asc(productImages.productId), asc(productImages.position), asc(productImages.id))
}

/** Names of products' creators whose accounts still exist. */
export async function listMakers(db: Db | Tx, ids: string[]) {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(inArray(users.id, ids), sql`${users.deletedAt} is null`))
}

/** Less similar names belong to other plants. */
const alike = 0.4
const similarCount = 3

/** Cultivars are written in Latin or Russian letters: 'Smaragd', Смарагд. */
const inLatinLetters = (name: SQL) =>
  sql`translate(lower(${name}), 'абвгдеёжзийклмнопрстуфхцчшщыэюяъь', 'abvgdeejziyklmnoprstufhccssyeua')`

/**
 * For each of these products, the directory's entries with a similar Russian or Latin name, most similar first. Likeness
 * is that of `similarity`: of the trigrams that either name has, the share that both have. Each name is taken apart once,
 * and only names with a common trigram meet, so that a page takes little longer than one product.
 */
export async function listSimilar(db: Db | Tx, productIds: number[]) {
  if (productIds.length === 0) return []
  const { rows } = await db.execute<{
    productId: number
    id: number
    genus: string
    species: string
    latinName: string
    isInCategory: boolean
  }>(sql`
    with said as materialized (
      select ${products.id} as id, ${products.categoryId} as category_id,
        show_trgm(${inLatinLetters(sql`${products.name}`)}) as trigrams
      from ${products} where ${products.id} = any(${sql.param(productIds)}::int[])
    ), entry as materialized (
      select ${plants.id} as id, ${genera.name} as genus, ${plants.name} as species, ${plants.latinName} as latin_name,
        called.is_latin, show_trgm(called.name) as trigrams
      from ${plants} join ${genera} on ${genera.id} = ${plants.genusId},
        lateral (values (false, ${inLatinLetters(sql`${genera.name} || ' ' || ${plants.name}`)}), (true, ${plants.latinName}))
          as called (is_latin, name)
      where ${isOffered}
    ), common as (
      select said_part.id as product_id, entry_part.id, entry_part.is_latin,
        count(*) as both_have, min(said_part.size) + min(entry_part.size) as together
      from (select id, cardinality(trigrams) as size, unnest(trigrams) as trigram from said) said_part
      join (select id, is_latin, cardinality(trigrams) as size, unnest(trigrams) as trigram from entry) entry_part
        using (trigram)
      group by 1, 2, 3
    ), likest as (
      select product_id, id, max(both_have::real / (together - both_have)) as likeness,
        row_number() over (partition by product_id order by max(both_have::real / (together - both_have)) desc, id) as place
      from common where both_have::real / (together - both_have) > ${alike}::real
      group by product_id, id
    )
    select likest.product_id as "productId", entry.id, entry.genus, entry.species, entry.latin_name as "latinName",
      exists (select from ${plantCategories}
        where ${plantCategories.plantId} = entry.id and ${plantCategories.categoryId} = said.category_id) as "isInCategory"
    from likest join said on said.id = likest.product_id join entry on entry.id = likest.id and not entry.is_latin
    where likest.place <= ${similarCount}
    order by likest.product_id, likest.place`)
  return rows
}

/** All genera by all their names, including those of merged ones. */
export async function listKnownGenera(db: Db | Tx) {
  const now = alias(genera, 'now')
  return db
    .select({ id: now.id, name: now.name, knownAs: genera.name })
    .from(genera)
    .innerJoin(now, eq(now.id, genusNow))
    .orderBy(asc(genera.id))
}
