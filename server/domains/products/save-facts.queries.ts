// Joins companies (companies, companyMembers).
import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { selectCategory, selectNamesakes } from '#server/domains/plants/plants.api.ts'
import { selectLookups } from '#server/domains/reference/reference.api.ts'
import { selectUploads } from '#server/domains/uploads/uploads.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { rowsOf } from '#server/platform/database/rows-of.ts'
import { lookupIdsIn, type NewProductForm, type ProductForm } from './product-form.ts'
import { uploadIdsIn } from './product-photos.ts'
import { selectAt, selectImages } from './products.queries.ts'
import { products } from './products.tables.ts'
import { selectSkuHolders, selectVariants } from './variants/variants.queries.ts'

const selectWorkplaces = (db: Db | Tx, userId: string) =>
  db
    .select({ companyId: companies.id, creatorId: companies.creatorId })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))

/** The company of the assignee named in the form, if any. */
const selectAssignees = (db: Db | Tx, { assigned_to: id }: ProductForm) =>
  db
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(id ? eq(companyMembers.userId, id) : sql`false`)

/**
 * The facts for validating any form, selected together with others; `lookupIds` are ids needed besides the submitted
 * ones.
 */
const factsFor = (db: Db | Tx, actorId: string, form: ProductForm, lookupIds: SQLWrapper[] = []) => ({
  workplaces: rowsOf(selectWorkplaces(db, actorId)),
  assignees: rowsOf(selectAssignees(db, form)),
  categories: rowsOf(selectCategory(db, form.category ?? 0)),
  lookups: rowsOf(selectLookups(db, [...lookupIdsIn(form), ...lookupIds], 'root_packaging')),
  skuHolders: rowsOf(
    selectSkuHolders(
      db,
      actorId,
      (form.variants ?? []).flatMap(({ sku }) => sku ?? []),
    ),
  ),
  uploads: rowsOf(selectUploads(db, actorId, uploadIdsIn(form))),
})

/** Everything on which a new product depends, with one statement. */
export async function findFacts(db: Db | Tx, actorId: string, form: NewProductForm) {
  const [facts] = await db
    .select({
      ...factsFor(db, actorId, form),
      namesakes: rowsOf(selectNamesakes(db, form.category, form.genus, form.species)),
    })
    .from(sql`(values (1)) as one`)
  if (!facts) throw new Error('one row of values is none')
  return facts
}

/** The product with this current or former slug, and everything on which a form for it depends except a new name. */
export async function findCurrent(db: Db | Tx, slug: string, actorId: string, form: ProductForm) {
  const [row] = await selectAt(db, slug, {
    ...factsFor(db, actorId, form, [products.growthPatternId, products.crownShapeId]),
    images: rowsOf(selectImages(db, products.id)),
    variants: rowsOf(selectVariants(db, products.id)),
  })
    // Its text depends only on the number of lookups in the form and on whether somebody is assigned.
    .prepare('product_with_facts')
    .execute()
  return row
}

export type FactRows = Omit<Awaited<ReturnType<typeof findFacts>>, 'namesakes'>
export type CurrentRow = NonNullable<Awaited<ReturnType<typeof findCurrent>>>
