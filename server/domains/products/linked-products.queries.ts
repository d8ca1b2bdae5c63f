// Joins companies (companies), plants (genera, plants).
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/**
 * Locks the companies of the products linked to these entries, in order of id, so that nobody else changes these
 * products.
 */
export async function lockCompaniesOf(tx: Tx, plantIds: number[]): Promise<void> {
  const theirs = tx.select({ id: products.companyId }).from(products).where(inArray(products.plantId, plantIds))
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, theirs))
    .orderBy(asc(companies.id))
    .for('update')
}

/** Links the products of each entry to the entry that replaces it. */
export async function moveProducts(tx: Tx, moves: { from: number; to: number }[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set plant_id = move."to"
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) move ("from" int, "to" int)
    where ${products.plantId} = move."from"`)
}

/** All products linked to these entries, or only these products. */
export type Linked = { plantIds: number[] } | { productIds: number[] }

export async function listLinkedIds(tx: Tx, plantIds: number[]): Promise<number[]> {
  const rows = await tx.select({ id: products.id }).from(products).where(inArray(products.plantId, plantIds))
  return rows.map(row => row.id)
}

/** Linked products with their stored names and the directory's current ones. */
export async function listLinked(tx: Tx, tied: Linked) {
  return tx
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      is: {
        genus: products.genus,
        species: products.species,
        latinName: products.latinName,
        synonyms: products.synonyms,
      },
      entry: {
        genus: genera.name,
        species: plants.name,
        latinName: plants.latinName,
        synonyms: plants.synonyms,
      },
    })
    .from(products)
    .innerJoin(plants, eq(plants.id, products.plantId))
    .innerJoin(genera, eq(genera.id, plants.genusId))
    .where('productIds' in tied ? inArray(products.id, tied.productIds) : inArray(products.plantId, tied.plantIds))
    .orderBy(asc(products.id))
}

export interface Renaming {
  id: number
  genus: string
  species: string
  name: string
  slug: string
  latin_name: string
  synonyms: string
}

/** Renames all of them with one statement. */
export async function renameLinkedProducts(tx: Tx, renamings: Renaming[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set
      genus = renamed.genus, species = renamed.species, name = renamed.name, slug = renamed.slug,
      latin_name = renamed.latin_name, synonyms = renamed.synonyms, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(renamings)}::jsonb)
      renamed (id int, genus text, species text, name text, slug text, latin_name text, synonyms text)
    where ${products.id} = renamed.id`)
}
