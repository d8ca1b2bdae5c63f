// Joins companies (companies), plants (categories), products (products, productImages, variants).
import { and, asc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The first photo, or the drawn picture if there is none. */
const coverKey = sql<string>`coalesce(
  (select ${productImages.mediaKey} from ${productImages} where ${productImages.productId} = ${products.id}
   order by ${productImages.position}, ${productImages.id} limit 1),
  ${products.drawnMediaKey})`

/** Characters of a description that are read; the feed takes fewer. */
const described = 4000

/** Published variants with a price, those that follow `after`, of one company or of all. */
export async function listPricedSizes(
  db: Db,
  companyId: number | null,
  after: { variant: { id: number } } | undefined,
  limit: number,
) {
  return db
    .select({
      variant: getTableColumns(variants),
      product: {
        id: products.id,
        name: products.name,
        latinName: products.latinName,
        slug: products.slug,
        description: sql<string>`left(${products.description}, ${sql.raw(String(described))})`,
        categoryId: products.categoryId,
        categorySlug: categories.slug,
      },
      company: companies.name,
      coverKey,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, variants.companyId))
    .where(
      and(
        isPublished,
        gt(variants.priceKopecks, 0),
        gt(variants.id, after?.variant.id ?? 0),
        companyId === null ? undefined : eq(variants.companyId, companyId),
      ),
    )
    .orderBy(asc(variants.id))
    .limit(limit)
}
export type PricedSize = Awaited<ReturnType<typeof listPricedSizes>>[number]

/** The name of a company that is not blocked. */
export async function findCompanyName(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.blockedAt)))
  return row?.name
}
