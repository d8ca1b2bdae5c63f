import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'

const rowsOf = async <Row extends Record<string, unknown>>(db: Db | Tx, query: SQL) =>
  (await db.execute<Row>(query)).rows

/** A table's name, with its schema unless that is `public`. */
const tableOf = (name: string) =>
  sql.join(
    name.split('.').map(part => sql.identifier(part)),
    sql`.`,
  )

/**
 * The tables with their columns except generated ones, in order of name. Jobs are included: unfinished ones, such as
 * emails and pictures, run where the backup is restored. Unlogged tables are left out: their data is temporary.
 */
export async function listTables(tx: Tx): Promise<{ name: string; columns: string[] }[]> {
  return rowsOf(
    tx,
    sql`select case t.table_schema when 'public' then '' else t.table_schema || '.' end || t.table_name as name,
          json_agg(c.column_name order by c.ordinal_position) as columns
        from information_schema.tables t
        join information_schema.columns c using (table_schema, table_name)
        join pg_class k on k.oid = format('%I.%I', t.table_schema, t.table_name)::regclass
        where t.table_type = 'BASE TABLE' and k.relpersistence = 'p' and c.is_generated = 'NEVER'
          and (t.table_schema = 'public'
            or t.table_schema = 'pgboss' and t.table_name in ('queue', 'job_common'))
        group by t.table_schema, t.table_name order by 1`,
  )
}

/** The rows of a table as JSON, in batches; needs a transaction, which provides one snapshot. */
export async function* readRows(tx: Tx, table: string, atOnce: number): AsyncGenerator<string[]> {
  await tx.execute(sql`declare dumped no scroll cursor for select row_to_json(t)::text as row from ${tableOf(table)} t`)
  for (;;) {
    const rows = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${atOnce} from dumped`))
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await tx.execute(sql`close dumped`)
}

/** The last value of each sequence that has been used. */
export async function listSequences(tx: Tx): Promise<{ name: string; value: number }[]> {
  return rowsOf(
    tx,
    sql`select sequencename as name, last_value::float8 as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
  )
}

/** The version of the schema: the hash of the last migration and the version of the job queue's tables. */
export async function findSchemaMark(db: Db | Tx): Promise<string> {
  const [row] = await rowsOf<{ hash: string }>(
    db,
    sql`select hash || ' ' || (select version from pgboss.version) as hash
        from drizzle.__drizzle_migrations order by created_at desc, id desc limit 1`,
  )
  return row?.hash ?? ''
}

/** Whether a server was ever started on this database: each start leaves the lookups at least. */
export async function isUsed(db: Db | Tx): Promise<boolean> {
  const [row] = await rowsOf<{ used: boolean }>(
    db,
    sql`select exists (select 1 from lookups) or exists (select 1 from users) or exists (select 1 from media) as used`,
  )
  return row?.used ?? true
}

type Constraint = Record<'table' | 'name' | 'definition', string>

/**
 * Lets `load` write rows in any order: foreign keys are dropped and triggers disabled meanwhile. All are restored, and
 * the keys checked for every row, when this returns; the transaction must not be used for anything else.
 */
export async function withoutRules(tx: Tx, load: () => Promise<void>): Promise<void> {
  const references = await rowsOf<Constraint>(
    tx,
    sql`select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  const tables = await listTables(tx)
  const on = (table: string, change: SQL) => tx.execute(sql`alter table ${sql.raw(table)} ${change}`)
  for (const { table, name } of references) await on(table, sql`drop constraint ${sql.identifier(name)}`)
  for (const { name } of tables) await tx.execute(sql`alter table ${tableOf(name)} disable trigger user`)
  await load()
  // The job queue's deferred constraints must be checked first: a table with pending ones cannot be altered.
  await tx.execute(sql`set constraints all immediate`)
  for (const { name } of tables) await tx.execute(sql`alter table ${tableOf(name)} enable trigger user`)
  for (const { table, name, definition } of references) {
    await on(table, sql`add constraint ${sql.identifier(name)} ${sql.raw(definition)}`)
  }
}

export async function emptyTable(tx: Tx, table: string): Promise<void> {
  await tx.execute(sql`delete from ${tableOf(table)}`)
}

/** Writes rows returned by `readRows`. */
export async function insertRows(tx: Tx, table: string, columns: string[], rows: string[]): Promise<void> {
  const names = sql.join(
    columns.map(column => sql.identifier(column)),
    sql`, `,
  )
  const written = `[${rows.join(',')}]`
  await tx.execute(
    sql`insert into ${tableOf(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${tableOf(table)}, ${written}::text::json)`,
  )
}

export async function setSequence(tx: Tx, name: string, value: number): Promise<void> {
  await tx.execute(sql`select setval(${`public.${name}`}::text::regclass, ${value}::text::bigint)`)
}
