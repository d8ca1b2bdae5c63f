import { and, asc, desc, eq, getTableColumns, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ProductFilters } from '#contract/catalogue.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isOffered } from '../plants/plants.queries.ts'
import {
  categories,
  genera,
  productImages,
  productSlugs,
  products,
  species,
  speciesCategories,
} from '../products/products.tables.ts'

/** Written out, not bound: the partial indexes of the listings are only used for a constant. */
const isPublished = sql`${products.isActive}`

/** The first photo, or the drawn picture that stands in for it. */
const coverKey = sql<string>`coalesce(
  (select ${productImages.mediaKey} from ${productImages} where ${productImages.productId} = ${products.id}
   order by ${productImages.position}, ${productImages.id} limit 1),
  ${products.drawnMediaKey})`

const cardColumns = {
  id: products.id,
  name: products.name,
  latinName: products.latinName,
  slug: products.slug,
  category: { id: categories.id, name: categories.name, slug: categories.slug },
  company: { id: companies.id, name: companies.name, verifiedAt: companies.verifiedAt },
  description: products.description,
  priceKopecks: products.priceKopecks,
  isActive: products.isActive,
  coverKey,
}

function selectCards(db: Db | Tx) {
  return db
    .select(cardColumns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .$dynamic()
}

export type CardRow = Awaited<ReturnType<typeof listLatest>>[number]

const newestFirst = [desc(products.publishedAt), desc(products.id)]

export async function listLatest(db: Db, limit: number) {
  return selectCards(db)
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit)
}

/** The cards of these listings, in no order. */
export async function listCards(db: Db | Tx, ids: number[]) {
  return selectCards(db).where(inArray(products.id, ids))
}

/** Published listings of a company, newest first; all of them for its own people. */
export async function listOfCompany(db: Db, companyId: number, withUnpublished: boolean) {
  return selectCards(db)
    .where(and(eq(products.companyId, companyId), withUnpublished ? undefined : isPublished))
    .orderBy(desc(products.createdAt), desc(products.id))
}

export async function listRelated(db: Db, to: { id: number; genus: string; companyId: number }, limit: number) {
  const others = and(isPublished, ne(products.id, to.id))
  const [sameGenus, sameCompany] = await Promise.all([
    selectCards(db)
      .where(and(others, eq(products.genus, to.genus)))
      .orderBy(...newestFirst)
      .limit(limit),
    selectCards(db)
      .where(and(others, eq(products.companyId, to.companyId)))
      .orderBy(...newestFirst)
      .limit(limit),
  ])
  return { sameGenus, sameCompany }
}

/** Filters whose choices are counted; the rest narrow the rows before counting. */
type CountedFilters = Pick<ProductFilters, 'zone' | 'rsp' | 'region'>
export type NarrowingFilters = Omit<ProductFilters, keyof CountedFilters | 'ordering'>

export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

export function matchesText(text: string): SQL | undefined {
  const plain = text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
  return or(
    sql`${products.searchVector} @@ (websearch_to_tsquery('russian', ${plain}) || websearch_to_tsquery('simple', ${text}))`,
    // Parts of words, as one types them: "smarag", "можж".
    sql`(${products.name} || ' ' || ${products.latinName} || ' ' || ${products.synonyms}) ilike ${likePattern(text)}`,
  )
}

function narrowing(categoryId: number | null, filters: NarrowingFilters): (SQL | undefined)[] {
  return [
    isPublished,
    categoryId === null ? undefined : eq(products.categoryId, categoryId),
    filters.search ? matchesText(filters.search) : undefined,
    // A sum may be asked for that no price can have: it does not fit the column's integer.
    filters.price_from === undefined
      ? undefined
      : sql`${products.priceKopecks} >= ${Math.round(filters.price_from * 100)}::bigint`,
    filters.price_to === undefined
      ? undefined
      : sql`${products.priceKopecks} <= ${Math.round(filters.price_to * 100)}::bigint`,
    filters.height_from === undefined
      ? undefined
      : sql`coalesce(${products.heightToMm}, ${products.heightFromMm}) >= ${filters.height_from * 10}`,
    filters.height_to === undefined
      ? undefined
      : sql`coalesce(${products.heightFromMm}, ${products.heightToMm}) <= ${filters.height_to * 10}`,
  ]
}

const orders: Record<ProductFilters['ordering'], SQL[]> = {
  '-created_at': newestFirst,
  price: [asc(products.priceKopecks), asc(products.id)],
  '-price': [sql`${products.priceKopecks} desc nulls last`, asc(products.id)],
}

/**
 * Put first, it changes no order (it is the same for all published listings) but keeps the planner from walking the
 * ordering's index until enough rows match: what a text matches and the category depend on each other (no roses among
 * the conifers), which the planner cannot know, and then it would read the whole category, text by text.
 */
const byTextIndex = sql`${products.isActive}::int`

/** One page of the published listings of a category (`null`: of all) that match the filters. */
export async function listFiltered(
  db: Db,
  categoryId: number | null,
  filters: ProductFilters,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectCards(db)
    .where(
      and(
        ...narrowing(categoryId, filters),
        filters.zone === undefined ? undefined : lte(products.zone, filters.zone),
        filters.rsp.length ? inArray(products.rootPackagingId, filters.rsp) : undefined,
        filters.region.length ? inArray(companies.regionId, filters.region) : undefined,
      ),
    )
    .orderBy(...(filters.search && categoryId !== null ? [byTextIndex] : []), ...orders[filters.ordering])
    .limit(limit)
    .offset(offset)
}

/** How many published listings there are of each zone, root packaging and region together; the counts of all filters come from it. */
export interface Cell {
  categoryId: number
  zone: number | null
  rootPackagingId: number | null
  regionId: number | null
  count: number
}

export async function countCells(db: Db, categoryId: number | null, filters: NarrowingFilters): Promise<Cell[]> {
  return db
    .select({
      categoryId: products.categoryId,
      zone: products.zone,
      rootPackagingId: products.rootPackagingId,
      regionId: companies.regionId,
      count: sql<number>`count(*)::int`,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(and(...narrowing(categoryId, filters)))
    .groupBy(products.categoryId, products.zone, products.rootPackagingId, companies.regionId)
}

export async function listCategories(db: Db | Tx) {
  return db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.id))
}

export async function findCategory(db: Db, slug: string) {
  const [row] = await db
    .select({ id: categories.id, name: categories.name, slug: categories.slug })
    .from(categories)
    .where(eq(categories.slug, slug))
  return row
}

/** Published listings of each category that has any. */
export async function countPublished(db: Db) {
  return db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int` })
    .from(products)
    .where(isPublished)
    .groupBy(products.categoryId)
}

const { searchVector: _searchVector, ...productColumns } = getTableColumns(products)

export type ProductRow = NonNullable<Awaited<ReturnType<typeof findProduct>>>

const isAssignee = and(
  eq(companyMembers.userId, products.assignedToId),
  eq(companyMembers.companyId, products.companyId),
)

const wholeColumns = {
  ...cardColumns,
  product: productColumns,
  /** Who created the company. */
  creatorId: companies.creatorId,
  assignedTo: { id: users.id, name: users.name, email: users.email },
  assigneeShowsEmail: companyMembers.showsEmail,
}

/** The listing that has or once had this slug, published or not. */
export async function findProduct(db: Db | Tx, slug: string) {
  const [row] = await db
    .select(wholeColumns)
    .from(productSlugs)
    .innerJoin(products, eq(products.id, productSlugs.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(users, eq(users.id, products.assignedToId))
    .leftJoin(companyMembers, isAssignee)
    .where(eq(productSlugs.slug, slug))
  return row
}

/** All that is known of listings. */
export function selectWhole(db: Db | Tx) {
  return db
    .select(wholeColumns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(users, eq(users.id, products.assignedToId))
    .leftJoin(companyMembers, isAssignee)
    .$dynamic()
}

/** All that is known of a company's listings, newest first. */
export async function listWholeOfCompany(db: Db, companyId: number): Promise<ProductRow[]> {
  return selectWhole(db).where(eq(products.companyId, companyId)).orderBy(desc(products.createdAt), desc(products.id))
}

/** Photos of all of a company's listings, in their order. */
export async function listImagesOfCompany(db: Db, companyId: number) {
  return db
    .select({ id: productImages.id, productId: productImages.productId, mediaKey: productImages.mediaKey })
    .from(productImages)
    .innerJoin(products, eq(products.id, productImages.productId))
    .where(eq(products.companyId, companyId))
    .orderBy(asc(productImages.productId), asc(productImages.position), asc(productImages.id))
}

export async function listImages(db: Db | Tx, productId: number) {
  return db
    .select({ id: productImages.id, mediaKey: productImages.mediaKey })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position), asc(productImages.id))
}

/** Genera of the directory that have a plant in the category of this name, or all. */
export async function listGenera(db: Db, categoryName: string | undefined) {
  const inCategory = db
    .select({ genusId: species.genusId })
    .from(species)
    .innerJoin(speciesCategories, eq(speciesCategories.speciesId, species.id))
    .innerJoin(categories, eq(categories.id, speciesCategories.categoryId))
    .where(and(eq(categories.name, categoryName ?? ''), sql`not ${species.isHidden}`))
  return db
    .select({ id: genera.id, name: genera.name })
    .from(genera)
    .where(and(sql`not ${genera.isHidden}`, categoryName === undefined ? undefined : inArray(genera.id, inCategory)))
    .orderBy(asc(genera.name))
}

/** Species and cultivars of the genus and the category of these names, or of all. */
export async function listVarieties(db: Db, genusName: string | undefined, categoryName: string | undefined) {
  const inCategory = db
    .select({ speciesId: speciesCategories.speciesId })
    .from(speciesCategories)
    .innerJoin(categories, eq(categories.id, speciesCategories.categoryId))
    .where(eq(categories.name, categoryName ?? ''))
  return db
    .select({ id: species.id, name: species.name })
    .from(species)
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where(
      and(
        isOffered,
        genusName === undefined ? undefined : eq(genera.name, genusName),
        categoryName === undefined ? undefined : inArray(species.id, inCategory),
      ),
    )
    .orderBy(asc(species.name), asc(species.id))
}

/** What the site map lists: published listings by address, with the time of their last change. */
export async function listAddresses(db: Db) {
  return db
    .select({ categorySlug: categories.slug, slug: products.slug, updatedAt: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isPublished)
    .orderBy(asc(products.id))
    .limit(50_000)
}
