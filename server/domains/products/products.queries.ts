// Joins accounts (users), companies (companies, companyMembers), plants (categories, genera, plants).
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { drawnMark } from '#contract/media.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { ratedColumns } from '#server/domains/companies/companies.api.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { categories, genera, plants } from '#server/domains/plants/plants.tables.ts'
import { selectLookups } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { prepared } from '#server/platform/database/prepared.ts'
import { rowsOf } from '#server/platform/database/rows-of.ts'
import { productImages, productSlugs, products } from './products.tables.ts'
import { selectVariants } from './variants/variants.queries.ts'

/** A literal, not a parameter: PostgreSQL uses the products' partial indexes only for a constant. */
export const isPublished = sql`${products.isActive}`

/** The first photo, or the drawn picture if there is none. */
export const coverKey = sql<string>`coalesce(
  (select ${productImages.mediaKey} from ${productImages} where ${productImages.productId} = ${products.id}
   order by ${productImages.position}, ${productImages.id} limit 1),
  ${products.drawnMediaKey})`

/** Whether it has photos of its own: drawings, which the demonstration has among its pictures, are none. */
export const hasPhotos = sql<boolean>`exists (select from ${productImages}
  where ${productImages.productId} = ${products.id} and ${productImages.mediaKey} not like ${sql.raw(`'%${drawnMark}'`)})`

const cardColumns = {
  id: products.id,
  name: products.name,
  latinName: products.latinName,
  slug: products.slug,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
  company: ratedColumns,
  description: products.description,
  priceKopecks: products.priceKopecks,
  priceIsFrom: products.priceIsFrom,
  sizes: products.sizes,
  variantsCount: products.variantsCount,
  isSoldOut: products.isSoldOut,
  zone: products.zone,
  isActive: products.isActive,
  coverKey,
  hasPhotos,
}

export function selectCards(db: Db | Tx) {
  return db
    .select(cardColumns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .$dynamic()
}

/** A text that changes whenever this product's card does: the versions of the rows on which the card depends. */
export const cardState = (productId: SQLWrapper) =>
  sql<string>`(select concat_ws(' ', ${products}.xmin, ${categories}.xmin, ${companies}.xmin, ${coverKey})
    from ${products}
    join ${categories} on ${categories.id} = ${products.categoryId}
    join ${companies} on ${companies.id} = ${products.companyId}
    where ${products.id} = ${productId})`

export type CardRow = Awaited<ReturnType<typeof listCards>>[number]

const cardsAt = prepared(db =>
  selectCards(db)
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`)
    .prepare('product_cards'),
)

/** The cards of these products, unordered. */
export async function listCards(db: Db | Tx, ids: number[]) {
  return cardsAt(db).execute({ ids })
}

/** Published products of a company, newest first; for its members all of them. */
export async function listOfCompany(db: Db, companyId: number, withUnpublished: boolean) {
  return selectCards(db)
    .where(and(eq(products.companyId, companyId), withUnpublished ? undefined : isPublished))
    .orderBy(desc(products.createdAt), desc(products.id))
}

const { searchVector: _searchVector, ...productColumns } = getTableColumns(products)

export type ProductRow = NonNullable<Awaited<ReturnType<typeof findProduct>>>

const isAssignee = and(
  eq(companyMembers.userId, products.assignedToId),
  eq(companyMembers.companyId, products.companyId),
)

/** The plant of a product; all null if there is none. */
export const plantRefColumns = {
  id: plants.id,
  slug: plants.slug,
  genus: genera.name,
  species: plants.name,
  latinName: plants.latinName,
}

const wholeColumns = {
  ...cardColumns,
  product: productColumns,
  /** The company's creator. */
  creatorId: companies.creatorId,
  assignedTo: { id: users.id, name: users.name, email: users.email },
  assigneeShowsEmail: companyMembers.showsEmail,
  plant: plantRefColumns,
  plantFacts: plants.facts,
}

/**
 * Selects the product with this current or former slug, published or not, and additional columns in the same statement.
 */
export function selectAt<More extends Record<string, SQL>>(db: Db | Tx, slug: string | Placeholder, more: More) {
  return db
    .select({ ...wholeColumns, ...more })
    .from(productSlugs)
    .innerJoin(products, eq(products.id, productSlugs.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(users, eq(users.id, products.assignedToId))
    .leftJoin(companyMembers, isAssignee)
    .leftJoin(plants, eq(plants.id, products.plantId))
    .leftJoin(genera, eq(genera.id, plants.genusId))
    .where(eq(productSlugs.slug, slug))
}

const productAt = prepared(db => selectAt(db, sql.placeholder('slug'), {}).prepare('product_at'))

export async function findProduct(db: Db | Tx, slug: string) {
  const [row] = await productAt(db).execute({ slug })
  return row
}

/**
 * The contact for a published product: its assignee while they are a member of the company, otherwise the company's
 * creator.
 */
export async function findContact(db: Db, id: number): Promise<{ companyId: number; personId: string } | undefined> {
  const [row] = await db
    .select({
      companyId: products.companyId,
      personId: sql<string>`coalesce(${companyMembers.userId}, ${companies.creatorId})`,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(companyMembers, isAssignee)
    .where(and(eq(products.id, id), isPublished))
  return row
}

const wholeProductAt = prepared(db => {
  const lookupIds = [
    products.zoneId,
    products.growthPatternId,
    products.placeOfCultivationId,
    products.crownShapeId,
    products.ageGroupId,
    products.rootPackagingId,
  ]
  return selectAt(db, sql.placeholder('slug'), {
    images: rowsOf(selectImages(db, products.id)),
    variants: rowsOf(selectVariants(db, products.id)),
    lookups: rowsOf(selectLookups(db, lookupIds)),
  }).prepare('whole_product_at')
})

/** The product with this slug, its photos in order, and its lookups. */
export async function findWholeProduct(db: Db, slug: string) {
  const [row] = await wholeProductAt(db).execute({ slug })
  return row
}

/** Products with all their columns. */
export function selectWhole(db: Db | Tx) {
  return db
    .select(wholeColumns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(users, eq(users.id, products.assignedToId))
    .leftJoin(companyMembers, isAssignee)
    .leftJoin(plants, eq(plants.id, products.plantId))
    .leftJoin(genera, eq(genera.id, plants.genusId))
    .$dynamic()
}

/** A company's products with all their columns, newest first. */
export async function listWholeOfCompany(db: Db, companyId: number): Promise<ProductRow[]> {
  return selectWhole(db).where(eq(products.companyId, companyId)).orderBy(desc(products.createdAt), desc(products.id))
}

function listImagesWhere(db: Db, which: SQL) {
  return db
    .select({ id: productImages.id, productId: productImages.productId, mediaKey: productImages.mediaKey })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .where(which)
    .orderBy(asc(productImages.productId), asc(productImages.position), asc(productImages.id))
}

/** Photos of all of a company's products, in order. */
export async function listImagesOfCompany(db: Db, companyId: number) {
  return listImagesWhere(db, eq(products.companyId, companyId))
}

/** Photos of these products, in order. */
export async function listImagesOf(db: Db, productIds: number[]) {
  return listImagesWhere(db, inArray(productImages.productId, productIds))
}

/** Photos of a product, in order. */
export function selectImages(db: Db | Tx, productId: number | SQLWrapper) {
  return db
    .select({ id: productImages.id, mediaKey: productImages.mediaKey })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position), asc(productImages.id))
}
