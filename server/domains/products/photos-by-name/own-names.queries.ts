// Joins companies (companies), plants (categories).
import { asc, eq, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { coverKey } from '../products.queries.ts'
import { productImages, products } from '../products.tables.ts'
import { variants } from '../variants/variants.tables.ts'

/** The company's products with their names, article numbers and number of photos. */
export async function listOwnNames(db: Db, companyId: number) {
  return db
    .select({
      id: products.id,
      companyId: products.companyId,
      creatorId: companies.creatorId,
      assignedToId: products.assignedToId,
      plantId: products.plantId,
      name: products.name,
      genus: products.genus,
      species: products.species,
      latinName: products.latinName,
      sizes: products.sizes,
      slug: products.slug,
      category: { id: categories.id, name: categories.name, slug: categories.slug },
      coverKey,
      photosCount: sql<number>`(select count(*)::int from ${productImages} where ${productImages.productId} = ${products.id})`,
      skus: sql<string[]>`(select coalesce(json_agg(${variants.sku}), '[]'::json) from ${variants}
        where ${variants.productId} = ${products.id} and ${variants.sku} is not null)`,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(eq(products.companyId, companyId))
    .orderBy(asc(products.id))
}

export type OwnName = Awaited<ReturnType<typeof listOwnNames>>[number]
