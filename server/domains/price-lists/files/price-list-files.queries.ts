// Joins companies (companies), plants (categories), products (products, variants).
import { and, asc, count, eq, getTableColumns, gt, isNull, max, or, type SQL } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Variants that one statement reads. */
const batch = 1000

/** A part of a company's variants, in the order of their products. */
function listPart(db: Db, which: SQL | undefined) {
  return db
    .select({
      productId: products.id,
      name: products.name,
      latinName: products.latinName,
      category: categories.name,
      variant: getTableColumns(variants),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(which)
    .orderBy(asc(variants.productId), asc(variants.position), asc(variants.id))
    .limit(batch)
}

/** All variants of a company; for others only those of published products. Read in batches. */
export async function listOfferedSizes(db: Db, companyId: number, isForOthers: boolean) {
  const sizes: Awaited<ReturnType<typeof listPart>> = []
  let last: SQL | undefined
  for (;;) {
    const part = await listPart(db, and(eq(variants.companyId, companyId), isForOthers ? isPublished : undefined, last))
    sizes.push(...part)
    const end = part.at(-1)
    if (!end || part.length < batch) return sizes
    const { productId, position, id } = end.variant
    last = or(
      gt(variants.productId, productId),
      and(
        eq(variants.productId, productId),
        or(gt(variants.position, position), and(eq(variants.position, position), gt(variants.id, id))),
      ),
    )
  }
}

/** Published variants of a company, section by section, as visitors see them. */
export async function listPublishedSizes(
  db: Db,
  companyId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({
      product: { id: products.id, name: products.name, latinName: products.latinName, slug: products.slug },
      category: { id: categories.id, name: categories.name, slug: categories.slug },
      variant: getTableColumns(variants),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(variants.companyId, companyId), isPublished))
    .orderBy(
      asc(categories.name),
      asc(categories.id),
      asc(products.name),
      asc(products.id),
      asc(variants.position),
      asc(variants.id),
    )
    .limit(limit)
    .offset(offset)
}

/** The number of a company's published variants, and the last time that one of them was confirmed. */
export async function countPublishedSizes(
  db: Db,
  companyId: number,
): Promise<{ sizes: number; updatedAt: Date | null }> {
  const [row] = await db
    .select({ sizes: count(), updatedAt: max(variants.confirmedAt) })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(variants.companyId, companyId), isPublished))
  return row ?? { sizes: 0, updatedAt: null }
}

/** The name of a company, unless it is blocked. */
export async function findShownCompany(db: Db, id: number): Promise<string | undefined> {
  const [row] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.blockedAt)))
  return row?.name
}
