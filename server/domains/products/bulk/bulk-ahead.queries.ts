import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { WrittenVariant } from '../variants/variant-form.ts'
import { shownVariantColumns } from '../variants/variants.queries.ts'
import { variants } from '../variants/variants.tables.ts'
import { asColumns, columnList, ids } from './bulk-columns.ts'
import { bulkChanges, bulkPreparations, bulkUndo, bulkVariants } from './bulk-undo.tables.ts'

interface Change {
  changeId: string
  companyId: number
}

/** Begins to prepare a change; whoever prepares one of the company's may not go on. */
export async function claimPreparation(db: Db | Tx, { changeId, companyId }: Change, token: string): Promise<void> {
  await db
    .insert(bulkPreparations)
    .values({ companyId, changeId, token })
    .onConflictDoUpdate({ target: bulkPreparations.companyId, set: { changeId, token } })
}

/** Makes sure that nobody else begins until this transaction ends; false if somebody has. */
export async function sharePreparation(tx: Tx, token: string, companyId: number): Promise<boolean> {
  const rows = await tx
    .select({ token: bulkPreparations.token })
    .from(bulkPreparations)
    .where(and(eq(bulkPreparations.companyId, companyId), eq(bulkPreparations.token, token)))
    .for('share')
  return rows.length > 0
}

/** Ends the preparation, of this token or of this change; false if there is none. */
export async function endPreparation(
  db: Db | Tx,
  { changeId, companyId }: Change,
  token: string | null,
): Promise<boolean> {
  const rows = await db
    .delete(bulkPreparations)
    .where(
      and(
        eq(bulkPreparations.companyId, companyId),
        token === null ? eq(bulkPreparations.changeId, changeId) : eq(bulkPreparations.token, token),
      ),
    )
    .returning({ companyId: bulkPreparations.companyId })
  return rows.length > 0
}

const ofChange = (changeId: string) => eq(bulkVariants.changeId, changeId)
/** What a change may write of a variant. What deals hold of it stays as it is. */
const names = Object.keys(getTableColumns(variants)).filter(name => name !== 'heldQuantity')
const asJson = (rows: object[]) => sql`${JSON.stringify(rows.map(asColumns))}::jsonb`

/** Stages existing variants as they will be: with these columns changed, and confirmed. */
export async function stageChanged(
  tx: Tx,
  { changeId }: Change,
  rows: (Partial<WrittenVariant> & { id: number })[],
  confirmedAt: Date,
): Promise<void> {
  const given = asJson(rows.map(row => ({ ...row, confirmedAt })))
  await tx.execute(sql`
    insert into ${bulkVariants} (change_id, is_new, ${columnList(names)})
    select ${changeId}::uuid, false, ${columnList(names, 'after')}
    from jsonb_array_elements(${given}) given
      join ${variants} on ${variants.id} = (given ->> 'id')::int and ${variants.id} = any(${ids(rows.map(({ id }) => id))})
      cross join lateral jsonb_populate_record(${variants}, given) after`)
}

export type NewVariant = WrittenVariant & { productId: number; companyId: number; position: number }

/** Stages new variants; returns the ids that they will have. */
export async function stageNew(tx: Tx, { changeId }: Change, rows: NewVariant[], confirmedAt: Date): Promise<number[]> {
  const given = asJson(rows.map(row => ({ ...row, confirmedAt })))
  const rest = names.filter(name => name !== 'id')
  const { rows: staged } = await tx.execute<{ id: number }>(sql`
    insert into ${bulkVariants} (change_id, is_new, id, ${columnList(rest)})
    select ${changeId}::uuid, true, nextval(pg_get_serial_sequence('variants', 'id')), ${columnList(rest)}
    from jsonb_populate_recordset(null::variants, ${given}) returning id`)
  return staged.map(({ id }) => id)
}

/** The ids that so many new products will have. */
export async function reserveProductIds(db: Db | Tx, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('products', 'id'))::int as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => id)
}

/** Records these staged variants as they are now, and marks as they will be. */
export async function noteStaged(tx: Tx, { changeId, companyId }: Change, variantIds: number[]): Promise<void> {
  await tx.execute(sql`
    insert into ${bulkUndo} (change_id, company_id, kind, item_id, before, mark)
    select ${changeId}::uuid, ${companyId}::int, 'variant', ${bulkVariants.id}, to_jsonb(${variants}),
      md5((to_jsonb(${bulkVariants}) - '{change_id,is_new}'::text[])::text)
    from ${bulkVariants} left join ${variants}
      on ${variants.id} = ${bulkVariants.id} and ${variants.id} = any(${ids(variantIds)})
    where ${ofChange(changeId)} and ${bulkVariants.id} = any(${ids(variantIds)})`)
}

/** The same of variants that the change only confirms. */
export async function noteConfirmed(
  tx: Tx,
  { changeId, companyId }: Change,
  variantIds: number[],
  confirmedAt: Date,
): Promise<void> {
  const confirmed = sql`jsonb_build_object('confirmed_at', ${confirmedAt.toISOString()}::timestamptz)`
  await tx.execute(sql`
    insert into ${bulkUndo} (change_id, company_id, kind, item_id, before, mark)
    select ${changeId}::uuid, ${companyId}::int, 'variant', ${variants.id}, to_jsonb(${variants}),
      md5(((to_jsonb(${variants}) || ${confirmed}) - 'held_quantity')::text)
    from ${variants} where ${variants.id} = any(${ids(variantIds)})`)
}

/** Variants of these products that are not staged, as they are, and staged ones, as they will be; in no order. */
export async function listVariantsAfter(db: Db | Tx, { changeId }: Change, productIds: number[], stagedIds: number[]) {
  const shown = [...Object.keys(shownVariantColumns), 'productId', 'position'].filter(name => name !== 'heldQuantity')
  const columns = (table: typeof variants | typeof bulkVariants) =>
    Object.fromEntries(shown.map(name => [name, table[name as keyof typeof table]])) as unknown as Omit<
      typeof shownVariantColumns,
      'heldQuantity'
    > &
      Pick<(typeof variants)['_']['columns'], 'productId' | 'position'>
  const staged = await db
    .select(columns(bulkVariants))
    .from(bulkVariants)
    .where(and(ofChange(changeId), sql`${bulkVariants.id} = any(${ids(stagedIds)})`))
  const others = await db
    .select(columns(variants))
    .from(variants)
    .where(sql`${variants.productId} = any(${ids(productIds)}) and ${variants.id} <> all(${ids(stagedIds)})`)
    .orderBy(asc(variants.id))
  return [...staged, ...others]
}

const assignments = sql.join(
  names.filter(name => name !== 'id').map(name => sql`${columnList([name])} = ${columnList([name], 'bulk_variants')}`),
  sql`, `,
)

/** Makes these variants what is staged of them. */
export async function writeStaged(tx: Tx, { changeId }: Change, variantIds: number[]): Promise<void> {
  await tx.execute(sql`
    update ${variants} set ${assignments} from ${bulkVariants}
    where ${ofChange(changeId)} and ${bulkVariants.id} = any(${ids(variantIds)})
      and ${variants.id} = ${bulkVariants.id} and ${variants.id} = any(${ids(variantIds)})`)
}

/** Adds these staged variants. */
export async function insertStaged(tx: Tx, { changeId }: Change, variantIds: number[]): Promise<void> {
  await tx.execute(sql`
    insert into ${variants} (${columnList(names)}) select ${columnList(names)} from ${bulkVariants}
    where ${ofChange(changeId)} and ${bulkVariants.id} = any(${ids(variantIds)}) order by id`)
}

/** Whether triggers leave out what was recorded ahead, until the transaction ends. */
export async function setNotedAhead(tx: Tx, isNoted: boolean): Promise<void> {
  await tx.execute(sql`select set_config('dendro.noted_ahead', ${isNoted ? 'on' : ''}, true)`)
}

/** What was recorded ahead of this change is true from now on. */
export async function noteMade(tx: Tx, { changeId, companyId }: Change): Promise<void> {
  await tx.insert(bulkChanges).values({ changeId, companyId })
}

/** Rows deleted per statement. */
const batch = 500

/** Deletes some of the variants staged for this change, or for all of the company; returns whether there may be more. */
export async function forgetStaged(db: Db | Tx, companyId: number, changeId: string | null): Promise<boolean> {
  const which = changeId === null ? eq(bulkVariants.companyId, companyId) : ofChange(changeId)
  const rows = await db
    .delete(bulkVariants)
    .where(sql`(change_id, id) in (select change_id, id from ${bulkVariants} where ${which} limit ${batch})`)
    .returning({ id: bulkVariants.id })
  return rows.length === batch
}

/** Changes that the company made before this one, of which something is recorded. */
export async function listEarlierUndos(db: Db | Tx, { changeId, companyId }: Change): Promise<string[]> {
  const isPrepared = sql`exists (select from ${bulkPreparations} where ${bulkPreparations.changeId} = ${bulkUndo.changeId})`
  const isLater = sql`exists (select from ${bulkChanges} later join ${bulkChanges} this on this.change_id = ${changeId}
    where later.change_id = ${bulkUndo.changeId} and later.changed_at > this.changed_at)`
  const rows = await db
    .selectDistinct({ changeId: bulkUndo.changeId })
    .from(bulkUndo)
    .where(
      and(
        eq(bulkUndo.companyId, companyId),
        sql`${bulkUndo.changeId} <> ${changeId} and not ${isPrepared} and not ${isLater}`,
      ),
    )
  return rows.map(row => row.changeId)
}

/** Deletes some of what is recorded of a change; returns whether there may be more. */
export async function forgetSomeUndo(db: Db | Tx, changeId: string): Promise<boolean> {
  const rows = await db
    .delete(bulkUndo)
    .where(
      sql`(change_id, kind, item_id) in (select change_id, kind, item_id from ${bulkUndo} where change_id = ${changeId} limit ${batch})`,
    )
    .returning({ id: bulkUndo.itemId })
  return rows.length === batch
}
