// Joins accounts (users), companies (companies, companyMembers), plants (categories).
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { productImages, productSlugs, products } from './products.tables.ts'

/** Written out, not bound: the partial indexes of the products are only used for a constant. */
export const isPublished = sql`${products.isActive}`

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

export function selectCards(db: Db | Tx) {
  return db
    .select(cardColumns)
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .$dynamic()
}

export type CardRow = Awaited<ReturnType<typeof listCards>>[number]

/** The cards of these products, in no order. */
export async function listCards(db: Db | Tx, ids: number[]) {
  return selectCards(db).where(inArray(products.id, ids))
}

/** Published products of a company, newest first; all of them for its own people. */
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

const wholeColumns = {
  ...cardColumns,
  product: productColumns,
  /** Who created the company. */
  creatorId: companies.creatorId,
  assignedTo: { id: users.id, name: users.name, email: users.email },
  assigneeShowsEmail: companyMembers.showsEmail,
}

/** The product that has or once had this slug, published or not. */
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

/** All that is known of products. */
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

/** All that is known of a company's products, newest first. */
export async function listWholeOfCompany(db: Db, companyId: number): Promise<ProductRow[]> {
  return selectWhole(db).where(eq(products.companyId, companyId)).orderBy(desc(products.createdAt), desc(products.id))
}

/** Photos of all of a company's products, in their order. */
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

/** What the site map lists: published products by address, with the time of their last change. */
export async function listAddresses(db: Db) {
  return db
    .select({ categorySlug: categories.slug, slug: products.slug, updatedAt: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isPublished)
    .orderBy(asc(products.id))
    .limit(50_000)
}
