// Joins companies (companies), plants (genera, species).
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { genera, species } from '#server/domains/plants/plants.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from './products.tables.ts'

/**
 * Holds the companies of the listings tied to these entries, in the order of their ids: as with one company, nobody else
 * changes its listings then.
 */
export async function lockCompaniesOf(tx: Tx, speciesIds: number[]): Promise<void> {
  const theirs = tx.select({ id: products.companyId }).from(products).where(inArray(products.speciesId, speciesIds))
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(inArray(companies.id, theirs))
    .orderBy(asc(companies.id))
    .for('update')
}

/** Ties the listings of each entry to the one that takes its place. */
export async function moveListings(tx: Tx, moves: { from: number; to: number }[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set species_id = move."to"
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) move ("from" int, "to" int)
    where ${products.speciesId} = move."from"`)
}

/** All listings tied to these entries, or some of them. */
export type Tied = { speciesIds: number[] } | { productIds: number[] }

export async function listTiedIds(tx: Tx, speciesIds: number[]): Promise<number[]> {
  const rows = await tx.select({ id: products.id }).from(products).where(inArray(products.speciesId, speciesIds))
  return rows.map(row => row.id)
}

/** Tied listings, as they are and as the directory names them. */
export async function listTied(tx: Tx, tied: Tied) {
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
        species: species.name,
        latinName: species.latinName,
        synonyms: species.synonyms,
      },
    })
    .from(products)
    .innerJoin(species, eq(species.id, products.speciesId))
    .innerJoin(genera, eq(genera.id, species.genusId))
    .where('productIds' in tied ? inArray(products.id, tied.productIds) : inArray(products.speciesId, tied.speciesIds))
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

/** All of them with one statement. */
export async function renameListings(tx: Tx, renamings: Renaming[]): Promise<void> {
  await tx.execute(sql`
    update ${products} set
      genus = renamed.genus, species = renamed.species, name = renamed.name, slug = renamed.slug,
      latin_name = renamed.latin_name, synonyms = renamed.synonyms, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(renamings)}::jsonb)
      renamed (id int, genus text, species text, name text, slug text, latin_name text, synonyms text)
    where ${products.id} = renamed.id`)
}
