// Joins accounts (users), companies (companies), plants (categories), products (products, variants), reference (lookups).
import { setImmediate } from 'node:timers/promises'
import { and, asc, count, desc, eq, gt, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { RowQuery } from '#contract/price-lists.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import type { Correction } from '#server/reading/price-lists/rows.ts'
import type { ComparedRow } from './comparing/comparison.ts'
import { companyPlantNames, priceListFiles, priceListLayouts, priceListRows, priceLists } from './price-lists.tables.ts'

export type ListRow = typeof priceLists.$inferSelect

/** Rows that one statement reads or writes. */
const batch = 100

/** The embedded database answers without leaving the turn, so that many statements in a row would hold up requests. */
const otherRequests = () => setImmediate()

const selectLists = (db: Db | Tx) =>
  db
    .select({ list: priceLists, creator: { id: users.id, name: users.name } })
    .from(priceLists)
    .leftJoin(users, eq(users.id, priceLists.createdById))
export type ShownList = Awaited<ReturnType<typeof selectLists>>[number]

export async function listPage(db: Db, companyId: number, { limit, offset }: { limit: number; offset: number }) {
  return selectLists(db)
    .where(eq(priceLists.companyId, companyId))
    .orderBy(desc(priceLists.createdAt), desc(priceLists.id))
    .limit(limit)
    .offset(offset)
}

export async function countLists(db: Db, companyId: number, status?: ListRow['status']): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(priceLists)
    .where(and(eq(priceLists.companyId, companyId), status && eq(priceLists.status, status)))
  return row?.count ?? 0
}

export async function findList(db: Db | Tx, companyId: number, id: string): Promise<ShownList | undefined> {
  const [row] = await selectLists(db).where(and(eq(priceLists.id, id), eq(priceLists.companyId, companyId)))
  return row
}

/** Locks the list until the transaction ends. */
export async function lockList(tx: Tx, id: string): Promise<ListRow | undefined> {
  const [row] = await tx.select().from(priceLists).where(eq(priceLists.id, id)).for('update')
  return row
}

export async function findListById(db: Db | Tx, id: string): Promise<ListRow | undefined> {
  const [row] = await db.select().from(priceLists).where(eq(priceLists.id, id))
  return row
}

export async function insertList(
  tx: Tx,
  row: typeof priceLists.$inferInsert & { id: string },
  content: Uint8Array,
): Promise<void> {
  await tx.insert(priceLists).values(row)
  // As text: the embedded database takes seven times longer over an array of bytes, and nothing runs meanwhile.
  const text = Buffer.from(content).toString('base64')
  await tx.insert(priceListFiles).values({ listId: row.id, content: sql`decode(${text}, 'base64')` })
}

export async function updateList(tx: Tx, id: string, changes: Partial<ListRow>): Promise<void> {
  await tx.update(priceLists).set(changes).where(eq(priceLists.id, id))
}

export async function deleteList(tx: Tx, id: string): Promise<void> {
  await tx.delete(priceLists).where(eq(priceLists.id, id))
}

export async function findFile(db: Db | Tx, listId: string): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ text: sql<string>`encode(${priceListFiles.content}, 'base64')` })
    .from(priceListFiles)
    .where(eq(priceListFiles.listId, listId))
  return row && Buffer.from(row.text, 'base64')
}

export async function hasFile(db: Db | Tx, listId: string): Promise<boolean> {
  const [row] = await db
    .select({ listId: priceListFiles.listId })
    .from(priceListFiles)
    .where(eq(priceListFiles.listId, listId))
  return row !== undefined
}

/** The id of the company's list that was applied last. */
export async function findLastApplied(tx: Tx, companyId: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: priceLists.id })
    .from(priceLists)
    .where(and(eq(priceLists.companyId, companyId), sql`${priceLists.appliedAt} is not null`))
    .orderBy(desc(priceLists.appliedAt), desc(priceLists.id))
    .limit(1)
  return row?.id
}

export async function isAnotherApplying(tx: Tx, companyId: number, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: priceLists.id })
    .from(priceLists)
    .where(and(eq(priceLists.companyId, companyId), eq(priceLists.status, 'applying'), ne(priceLists.id, id)))
  return row !== undefined
}

function rowsWhere(listId: string, { state, kind, sheet }: Partial<RowQuery>): SQL | undefined {
  return and(
    eq(priceListRows.listId, listId),
    // Not those that are set aside.
    gte(priceListRows.position, 0),
    state && eq(priceListRows.state, state),
    kind && eq(priceListRows.kind, kind),
    sheet === undefined ? undefined : eq(priceListRows.sheet, sheet),
  )
}

export async function listRows(
  db: Db | Tx,
  listId: string,
  filters: Partial<RowQuery> = {},
  { limit, offset }: { limit?: number; offset?: number } = {},
) {
  const rows = db
    .select()
    .from(priceListRows)
    .where(rowsWhere(listId, filters))
    .orderBy(asc(priceListRows.position))
    .$dynamic()
  if (limit !== undefined) rows.limit(limit)
  if (offset !== undefined) rows.offset(offset)
  return rows
}
export type StoredRow = Awaited<ReturnType<typeof listRows>>[number]

/**
 * The columns needed for a comparison, of all rows of a list in order; the cells only of these sheets. Read in batches,
 * so that other queries can run in between.
 */
export async function listComparable(db: Db | Tx, listId: string, ownSheets: string[], yieldNow: YieldNow) {
  const part = (after: number) =>
    db
      .select({
        position: priceListRows.position,
        sheet: priceListRows.sheet,
        kind: priceListRows.kind,
        state: priceListRows.state,
        read: priceListRows.read,
        correction: priceListRows.correction,
        changes: priceListRows.changes,
        cells: sql<
          string[]
        >`case when ${priceListRows.sheet} = any(${sql.param(ownSheets)}::text[]) then ${priceListRows.cells} else '[]' end`,
        adds: sql<string | null>`${priceListRows.shown} ->> 'adds'`,
      })
      .from(priceListRows)
      .where(and(eq(priceListRows.listId, listId), gt(priceListRows.position, after)))
      .orderBy(asc(priceListRows.position))
      .limit(batch)
  const rows: Awaited<ReturnType<typeof part>> = []
  for (;;) {
    const some = await part(rows.at(-1)?.position ?? -1)
    rows.push(...some)
    if (some.length < batch) return rows
    await yieldNow()
  }
}
export type ComparableRow = Awaited<ReturnType<typeof listComparable>>[number]

export async function countRowsOf(db: Db | Tx, listId: string, filters: Partial<RowQuery> = {}): Promise<number> {
  const [row] = await db.select({ count: count() }).from(priceListRows).where(rowsWhere(listId, filters))
  return row?.count ?? 0
}

/** The plants that a row of the file holds: one, or its parts in order. */
export async function findRowParts(db: Db | Tx, listId: string, sheet: string, row: number) {
  return db
    .select()
    .from(priceListRows)
    .where(and(eq(priceListRows.listId, listId), eq(priceListRows.sheet, sheet), eq(priceListRows.row, row)))
    .orderBy(asc(priceListRows.part))
}

export async function findRowAt(db: Db | Tx, listId: string, position: number): Promise<StoredRow | undefined> {
  const [found] = await db
    .select()
    .from(priceListRows)
    .where(and(eq(priceListRows.listId, listId), eq(priceListRows.position, position)))
  return found
}

/** Rows of a list that one transaction writes while it is being read: other requests take turns with them. */
export const rowsAtOnce = batch
/** Rows that one statement deletes: they are many times quicker to delete than to write. */
const deletedAtOnce = 2000

/** Adds rows to the list. */
export async function insertRows(tx: Tx, listId: string, rows: Omit<StoredRow, 'listId'>[]): Promise<void> {
  await tx.execute(sql`
    insert into ${priceListRows}
      (list_id, position, sheet, row, part, kind, state, cells, read, correction, shown, changes)
    select ${listId}::uuid, position, sheet, row, part, kind, state, cells, read, correction, shown, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) given (
      position int, sheet text, row int, part int, kind text, state text, cells jsonb, read jsonb, correction jsonb,
      shown jsonb, changes jsonb)`)
}

/**
 * Sets aside the rows that a person has corrected, under negative numbers, so that their corrections outlast the death of
 * a process that replaces the rows. If some already are, a process has died, and they are all.
 */
export async function setCorrectedAside(tx: Tx, listId: string): Promise<void> {
  await tx.execute(sql`
    update ${priceListRows} set position = -1 - position, row = -1 - row
    where list_id = ${listId} and correction is not null
      and not exists (select from ${priceListRows} aside where aside.list_id = ${listId} and aside.position < 0)`)
}

/** Deletes the rows that were set aside. */
export async function deleteAside(tx: Tx, listId: string): Promise<void> {
  await tx.delete(priceListRows).where(and(eq(priceListRows.listId, listId), lt(priceListRows.position, 0)))
}

/** Deletes some of the list's rows, but none that is set aside; returns whether there may be more. */
export async function deleteSomeRows(tx: Tx, listId: string): Promise<boolean> {
  const some = tx
    .select({ position: priceListRows.position })
    .from(priceListRows)
    .where(rowsWhere(listId, {}))
    .orderBy(asc(priceListRows.position))
    .limit(deletedAtOnce)
  const deleted = await tx
    .delete(priceListRows)
    .where(and(eq(priceListRows.listId, listId), inArray(priceListRows.position, some)))
    .returning({ position: priceListRows.position })
  return deleted.length === deletedAtOnce
}

/** Deletes all rows of the list. */
export async function deleteRows(tx: Tx, listId: string): Promise<void> {
  await tx.delete(priceListRows).where(eq(priceListRows.listId, listId))
}

/** Identifies a row by its sheet, row number and part. */
export const placeKey = (sheet: string, row: number, part: number | null) => `${row} ${part ?? 0} ${sheet}`

/** A person's corrections by place, also of rows that are set aside. */
export async function listCorrections(db: Db | Tx, listId: string): Promise<Map<string, Correction>> {
  const rows = await db
    .select({
      sheet: priceListRows.sheet,
      row: priceListRows.row,
      part: priceListRows.part,
      correction: priceListRows.correction,
    })
    .from(priceListRows)
    .where(and(eq(priceListRows.listId, listId), sql`${priceListRows.correction} is not null`))
  const placeOf = (row: number) => (row < 0 ? -1 - row : row)
  return new Map(
    rows.flatMap(({ sheet, row, part, correction }) =>
      correction ? [[placeKey(sheet, placeOf(row), part), correction]] : [],
    ),
  )
}

export async function writeCorrection(
  tx: Tx,
  listId: string,
  position: number,
  correction: Correction | null,
): Promise<void> {
  await tx
    .update(priceListRows)
    .set({ correction })
    .where(and(eq(priceListRows.listId, listId), eq(priceListRows.position, position)))
}

/** Writes the results of a comparison. */
export async function writeComparison(tx: Tx, listId: string, rows: ComparedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch).map(({ position, state, shown, changes }) => ({
      position,
      state,
      shown,
      changes,
    }))
    await tx.execute(sql`
      update ${priceListRows} set state = given.state, shown = given.shown, changes = given.changes
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) given (position int, state text, shown jsonb, changes jsonb)
      where ${priceListRows.listId} = ${listId} and ${priceListRows.position} = given.position`)
    await otherRequests()
  }
}

/** The maximum numbers of names and of sheet layouts that are remembered per company. */
const remembered = { names: 10_000, layouts: 100 }

export async function rememberName(tx: Tx, companyId: number, name: string, plantId: number | null): Promise<void> {
  const said = { plantId, saidAt: sql`now()` }
  await tx
    .insert(companyPlantNames)
    .values({ companyId, name, plantId })
    .onConflictDoUpdate({ target: [companyPlantNames.companyId, companyPlantNames.name], set: said })
}

export async function forgetName(tx: Tx, companyId: number, name: string): Promise<void> {
  await tx
    .delete(companyPlantNames)
    .where(and(eq(companyPlantNames.companyId, companyId), eq(companyPlantNames.name, name)))
}

export async function listRememberedNames(db: Db | Tx, companyId: number) {
  return db
    .select({ name: companyPlantNames.name, plantId: companyPlantNames.plantId })
    .from(companyPlantNames)
    .where(eq(companyPlantNames.companyId, companyId))
    .orderBy(desc(companyPlantNames.saidAt))
    .limit(remembered.names)
}

type Layout = typeof priceListLayouts.$inferSelect.layout

/** Remembers what is said of sheets of these shapes, beside what was said before; each answer replaces its own alone. */
export async function rememberLayouts(tx: Tx, companyId: number, layouts: ReadonlyMap<string, Layout>): Promise<void> {
  if (layouts.size === 0) return
  const before = sql`${priceListLayouts.layout}`
  const answersOf = (layout: SQL) => sql`coalesce(${layout} -> 'answers', '{}')`
  const answers = sql`nullif(${answersOf(before)} || ${answersOf(sql`excluded.layout`)}, '{}')`
  const layout = sql`${before} || excluded.layout || jsonb_strip_nulls(jsonb_build_object('answers', ${answers}))`
  await tx
    .insert(priceListLayouts)
    .values([...layouts].map(([shape, layout]) => ({ companyId, shape, layout })))
    .onConflictDoUpdate({
      target: [priceListLayouts.companyId, priceListLayouts.shape],
      set: { layout, saidAt: sql`now()` },
    })
}

export async function listLayouts(db: Db | Tx, companyId: number) {
  return db
    .select({ shape: priceListLayouts.shape, layout: priceListLayouts.layout })
    .from(priceListLayouts)
    .where(eq(priceListLayouts.companyId, companyId))
    .orderBy(desc(priceListLayouts.saidAt))
    .limit(remembered.layouts)
}

/** Per company: the number of lists with files and rows, and the number of lists that are kept at all. */
const kept = { whole: 10, lists: 200 }

/**
 * Deletes what exceeds these limits for each company, oldest first. Lists that were applied or rolled back keep their
 * row in `price_lists`.
 */
export async function forgetOldLists(db: Db): Promise<void> {
  const ranked = sql`(
    select id, status, row_number() over (partition by company_id order by created_at desc, id desc) as place
    from ${priceLists} where status not in ('reading', 'applying')) ranked`
  await db.execute(sql`
    delete from ${priceListFiles} where list_id in (select id from ${ranked} where place > ${kept.whole})`)
  await db.execute(sql`
    delete from ${priceListRows} where list_id in (select id from ${ranked} where place > ${kept.whole})`)
  await db.execute(sql`
    delete from ${priceLists} where id in (
      select id from ${ranked} where place > ${kept.lists} and status not in ('applied', 'rolled_back'))`)
  for (const [table, most] of [
    [companyPlantNames, remembered.names],
    [priceListLayouts, remembered.layouts],
  ] as const) {
    await db.execute(sql`
      delete from ${table} where ctid in (select ctid from (
        select ctid, row_number() over (partition by company_id order by said_at desc) as place from ${table}) ranked
        where place > ${most})`)
  }
}

/** Lists that have been in progress for so long that no process can still be working on them. */
export async function listStuck(db: Db, minutes: number): Promise<ListRow[]> {
  return db
    .select()
    .from(priceLists)
    .where(
      and(
        inArray(priceLists.status, ['reading', 'applying']),
        sql`${priceLists.beganAt} < now() - make_interval(mins => ${minutes})`,
      ),
    )
    .orderBy(asc(priceLists.beganAt))
    .limit(100)
}

const comparedOfProduct = sql`(${products.id}, ${products.name}, ${products.latinName}, ${products.plantId},
  ${products.categoryId}, ${products.assignedToId}, ${products.isApproved}, ${products.review}, ${products.variantsCount},
  ${products.rootPackagingId}, ${products.rootSize}, ${products.rootMeasure}, ${products.heightMeasure},
  ${products.heightFromMm}, ${products.heightToMm})::text`

/**
 * Changes whenever something changes that rows are compared with, or that is derived from them: the company, its products
 * and their variants, its names of plants, the categories, the lookups. Made of the versions that the database gives to
 * rows; of products, whose pictures are drawn meanwhile, of the columns that matter.
 */
export async function stateOfOffered(db: Db | Tx, companyId: number): Promise<string> {
  const hashes = (table: PgTable, row: SQL, where: SQL) =>
    sql`(select count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)), 0) from ${table} where ${where})`
  const versions = (table: PgTable, key: SQL, where: SQL) => hashes(table, sql`${key} || ' ' || xmin::text`, where)
  const own = sql`company_id = ${companyId}`
  const [row] = await db
    .select({
      state: sql<string>`concat_ws(', ',
      ${versions(companies, sql`id`, sql`id = ${companyId}`)}, ${hashes(products, comparedOfProduct, own)},
      ${versions(variants, sql`id`, own)}, ${versions(companyPlantNames, sql`name`, own)},
      ${versions(categories, sql`id`, sql`true`)}, ${versions(lookups, sql`id`, sql`true`)})`,
    })
    .from(sql`(values (1)) one`)
  return row?.state ?? ''
}

/** Changes with every correction of the list's rows, and whenever the list is read again or applied. */
export async function versionOfList(db: Db | Tx, id: string): Promise<string> {
  const [row] = await db
    .select({ version: sql<string>`${priceLists}.xmin::text` })
    .from(priceLists)
    .where(eq(priceLists.id, id))
  return row?.version ?? ''
}

/** Makes uploads of one company wait for each other, so that they are counted correctly. */
export async function lockUploads(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(736120420, ${companyId}::int)`)
}

/** Categories in which applying the list will probably create products. */
export async function listCategoriesOfRows(db: Db | Tx, listId: string): Promise<{ id: number; slug: string }[]> {
  return db
    .selectDistinct({
      id: sql<number>`(${priceListRows.shown} -> 'category' ->> 'id')::int`,
      slug: sql<string>`${priceListRows.shown} -> 'category' ->> 'slug'`,
    })
    .from(priceListRows)
    .where(
      and(
        eq(priceListRows.listId, listId),
        eq(priceListRows.state, 'new'),
        sql`${priceListRows.shown} -> 'category' ->> 'id' is not null`,
      ),
    )
}
