import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { media } from '#server/platform/media/media.tables.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { productImages, productSlugs, products } from '../products.tables.ts'
import { variants } from '../variants/variants.tables.ts'
import { asColumns, ids, inSnakeCase } from './bulk-columns.ts'
import { batchesOf, type DerivedRow } from './bulk-products.queries.ts'
import { bulkUndo } from './bulk-undo.tables.ts'

const marked = (value: SQL) => sql<string>`md5((${value})::text)`

/** The columns of existing products that a bulk change writes and its undo restores. */
const derivedColumns = [
  'price_kopecks',
  'price_is_from',
  'variants_count',
  'is_sold_out',
  'sizes',
  'root_packaging_id',
  'root_size',
  'root_measure',
  'height_from_mm',
  'height_to_mm',
  'updated_at',
  'drawn_media_key',
] as const
/** Columns written by jobs and moderators; changes in them do not count as edits since the import. */
const writtenByOthers = ['sizes', 'updated_at', 'drawn_media_key']
const publicationColumns = ['is_approved', 'review', 'review_reason', 'reviewed_at', 'published_at'] as const
const notOfAnImport = [...writtenByOthers, ...publicationColumns, 'is_suspended', 'is_active', 'search_vector']

const columnsOf = (names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(
    names.flatMap(name => [sql.raw(`'${name}'`), sql`${products}.${sql.identifier(name)}`]),
    sql`, `,
  )})`
const variantIds = sql`(select string_agg(${variants.id}::text, ',' order by ${variants.id}) from ${variants} where ${variants.productId} = ${products.id})`
const photoIds = sql`(select string_agg(${productImages.id}::text, ',' order by ${productImages.id}) from ${productImages} where ${productImages.productId} = ${products.id})`

const markedOfProduct = derivedColumns.filter(name => !writtenByOthers.includes(name))

/** For each kind: the columns recorded before the change, and a mark to detect later changes. */
const marks = {
  // What deals hold of it is no change of its company's.
  variant: marked(sql`to_jsonb(${variants}) - 'held_quantity'`),
  product: marked(sql`jsonb_build_array(${columnsOf(markedOfProduct)}, ${variantIds})`),
  publication: marked(columnsOf(['is_approved', 'review'])),
  newProduct: marked(
    sql`jsonb_build_array(to_jsonb(${products}) - ${sql.param(notOfAnImport)}::text[], ${variantIds}, ${photoIds})`,
  ),
}

interface Change {
  changeId: string
  companyId: number
}

/** Rows that one statement records, marks or restores: the embedded database does nothing else meanwhile. */
const batch = 200

async function inBatches(itemIds: number[], yieldNow: YieldNow, write: (some: number[]) => Promise<unknown>) {
  for (let start = 0; start < itemIds.length; start += batch) {
    await write(itemIds.slice(start, start + batch))
    await yieldNow()
  }
}

/** Records whether these products are on sale. */
export async function notePublication(tx: Tx, { changeId, companyId }: Change, productIds: number[]): Promise<void> {
  await tx.execute(sql`
    insert into ${bulkUndo} (change_id, company_id, kind, item_id, before)
    select ${changeId}::uuid, ${companyId}::int, 'publication', ${products.id}, ${columnsOf([...publicationColumns, 'updated_at'])}
    from ${products} where ${products.id} = any(${ids(productIds)})`)
}

/**
 * Records the columns that these products derive from their variants, with the mark that they will have as `rows` says:
 * made of what is about to be written, which takes a third of the time of reading it back.
 */
export async function noteDerived(
  tx: Tx,
  { changeId, companyId }: Change,
  rows: (DerivedRow & { variantIds: number[] })[],
): Promise<void> {
  const given = rows.map(({ variantIds, ...row }) => ({ ...asColumns(row), variant_ids: variantIds.join(',') || null }))
  const after = sql.join(
    markedOfProduct.flatMap(name => [sql.raw(`'${name}'`), sql`given.${sql.identifier(name)}`]),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${bulkUndo} (change_id, company_id, kind, item_id, before, mark)
    select ${changeId}::uuid, ${companyId}::int, 'product', ${products.id}, ${columnsOf(derivedColumns)},
      ${marked(sql`jsonb_build_array(jsonb_build_object(${after}), given.variant_ids)`)}
    from ${products} join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) given (
      id int, price_kopecks int, price_is_from boolean, height_from_mm int, height_to_mm int, variants_count int,
      is_sold_out boolean, root_packaging_id int, root_size numeric(9, 2), root_measure text, variant_ids text)
      on ${products.id} = given.id`)
}

/** Records that these products did not exist before. */
export async function noteNewProducts(tx: Tx, { changeId, companyId }: Change, productIds: number[]): Promise<void> {
  await tx.execute(sql`
    insert into ${bulkUndo} (change_id, company_id, kind, item_id)
    select ${changeId}::uuid, ${companyId}::int, 'product', item from unnest(${ids(productIds)}) item`)
}

/** Marks the current state of new and published products after the change is made; all others are marked before. */
export async function markOtherProducts(tx: Tx, changeId: string): Promise<void> {
  await tx.execute(sql`
    update ${bulkUndo} set
      mark = case when kind = 'publication' then ${marks.publication} else ${marks.newProduct} end
    from ${products} where change_id = ${changeId} and ${products.id} = item_id
      and (kind = 'publication' or kind = 'product' and before is null)`)
}

/** Names of products in which something that the change wrote has changed since; deleted ones are `null`. */
export async function listChangedSince(tx: Tx, changeId: string, limit: number): Promise<(string | null)[]> {
  const rows = await tx
    .select({ name: sql<string | null>`name` })
    .from(sql`(
      select distinct ${products.name} as name from ${bulkUndo}
        left join ${variants} on ${variants.id} = item_id
        left join ${products} on ${products.id} = coalesce(${variants.productId}, (before ->> 'product_id')::int)
        where change_id = ${changeId} and kind = 'variant' and mark is distinct from ${marks.variant}
      union
      select ${products.name} from ${bulkUndo} left join ${products} on ${products.id} = item_id
        where change_id = ${changeId} and kind <> 'variant' and mark is distinct from
          case when kind = 'publication' then ${marks.publication} when before is null then ${marks.newProduct} else ${marks.product} end
    ) changed`)
    .orderBy(sql`name nulls last`)
    .limit(limit)
  return rows.map(({ name }) => name)
}

const ofChange = (changeId: string) => eq(bulkUndo.changeId, changeId)

/** All recorded variants. */
async function listVariants(tx: Tx, changeId: string): Promise<number[]> {
  const rows = await tx
    .select({ id: bulkUndo.itemId })
    .from(bulkUndo)
    .where(and(ofChange(changeId), eq(bulkUndo.kind, 'variant')))
    .orderBy(bulkUndo.itemId)
  return rows.map(({ id }) => id)
}

export async function listNoted(
  tx: Tx,
  changeId: string,
  kind: 'product' | 'publication' | 'variant',
  isNew: boolean,
): Promise<number[]> {
  const rows = await tx
    .select({ id: bulkUndo.itemId })
    .from(bulkUndo)
    .where(and(ofChange(changeId), eq(bulkUndo.kind, kind), isNew ? sql`before is null` : sql`before is not null`))
    .orderBy(bulkUndo.itemId)
  return rows.map(({ id }) => id)
}

/** Products whose height was different before, so that their pictures differ. */
export async function listOfOtherHeight(tx: Tx, changeId: string): Promise<number[]> {
  const was = (name: 'height_from_mm' | 'height_to_mm') => sql`(before ->> ${sql.raw(`'${name}'`)})::int`
  const rows = await tx
    .select({ id: products.id })
    .from(bulkUndo)
    .innerJoin(products, eq(products.id, bulkUndo.itemId))
    .where(
      and(
        ofChange(changeId),
        eq(bulkUndo.kind, 'product'),
        sql`before is not null and (${products.heightFromMm} is distinct from ${was('height_from_mm')}
          or ${products.heightToMm} is distinct from ${was('height_to_mm')})`,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Deletes the slugs of products whose creation is undone. */
export async function forgetSlugs(tx: Tx, productIds: number[]): Promise<void> {
  await tx.delete(productSlugs).where(sql`${productSlugs.productId} = any(${ids(productIds)})`)
}

export async function deleteNewVariants(tx: Tx, changeId: string): Promise<void> {
  await tx.delete(variants).where(
    inArray(
      variants.id,
      tx
        .select({ id: bulkUndo.itemId })
        .from(bulkUndo)
        .where(and(ofChange(changeId), eq(bulkUndo.kind, 'variant'), sql`before is null`)),
    ),
  )
}

const assignments = (names: readonly string[]) =>
  sql.join(
    names.map(name => sql`${sql.identifier(name)} = was.${sql.identifier(name)}`),
    sql`, `,
  )

/** Restores all recorded rows, except those that did not exist before. */
export async function restoreNoted(tx: Tx, changeId: string, yieldNow: YieldNow): Promise<void> {
  const all = Object.keys(getTableColumns(variants))
    .filter(name => name !== 'id' && name !== 'heldQuantity')
    .map(inSnakeCase)
  await inBatches(await listVariants(tx, changeId), yieldNow, some =>
    tx.execute(sql`
      update ${variants} set ${assignments(all)}
      from ${bulkUndo} noted, jsonb_populate_record(null::variants, noted.before) was
      where noted.change_id = ${changeId} and noted.kind = 'variant' and noted.before is not null
        and noted.item_id = any(${ids(some)}) and ${variants.id} = noted.item_id`),
  )
  const derived = derivedColumns.filter(name => name !== 'drawn_media_key')
  // An unused drawing may have been cleaned up meanwhile; then it is drawn again.
  // A product has more to write than a size: its words and figures are in many indexes.
  for (const some of batchesOf(await listNoted(tx, changeId, 'product', false))) {
    await tx.execute(sql`
      update ${products} set ${assignments(derived)},
        drawn_media_key = coalesce((select ${media.key} from ${media} where ${media.key} = was.drawn_media_key), ${products.drawnMediaKey})
      from ${bulkUndo} noted, jsonb_populate_record(null::products, noted.before) was
      where noted.change_id = ${changeId} and noted.kind = 'product' and noted.before is not null
        and noted.item_id = any(${ids(some)}) and ${products.id} = noted.item_id`)
    await yieldNow()
  }
  await tx.execute(sql`
    update ${products} set ${assignments([...publicationColumns, 'updated_at'])}
    from ${bulkUndo} noted, jsonb_populate_record(null::products, noted.before) was
    where noted.change_id = ${changeId} and noted.kind = 'publication' and ${products.id} = noted.item_id`)
}

/** Whether anything is recorded of this change. */
export async function hasUndo(tx: Tx, changeId: string): Promise<boolean> {
  const rows = await tx.select({ id: bulkUndo.itemId }).from(bulkUndo).where(ofChange(changeId)).limit(1)
  return rows.length > 0
}

export async function forgetUndo(tx: Tx, changeId: string): Promise<void> {
  await tx.delete(bulkUndo).where(ofChange(changeId))
}
