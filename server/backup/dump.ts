import { StartupError } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readAtOnce } from '#server/platform/database/read-at-once.ts'
import {
  emptyTable,
  findSchemaMark,
  insertRows,
  isUsed,
  listSequences,
  listTables,
  readRows,
  setSequence,
  withoutRules,
} from './dump.queries.ts'

const rowsAtOnce = 500

/** A line that is not a row. */
type Mark = { schema: string } | { table: string; columns: string[] } | { sequences: { name: string; value: number }[] }

const markLine = (mark: Mark) => `#${JSON.stringify(mark)}\n`
const readMark = (line: string) =>
  JSON.parse(line.slice(1)) as Partial<{
    schema: string
    table: string
    columns: string[]
    sequences: { name: string; value: number }[]
  }>

/** Contents of a dump. */
export interface DumpSummary {
  schema: string
  /** Rows by table. */
  tables: Record<string, number>
  /** Keys of the stored pictures. */
  mediaKeys: string[]
}

/**
 * Writes all tables as lines of text from one snapshot, the same lines on both databases: the schema version, each
 * table's name and rows, and the sequences, without which a dump is incomplete.
 */
export async function dumpDatabase(db: Db, write: (text: string) => Promise<unknown>): Promise<void> {
  await readAtOnce(db, async tx => {
    await write(markLine({ schema: await findSchemaMark(tx) }))
    for (const { name, columns } of await listTables(tx)) {
      await write(markLine({ table: name, columns }))
      for await (const rows of readRows(tx, name, rowsAtOnce)) await write(`${rows.join('\n')}\n`)
    }
    await write(markLine({ sequences: await listSequences(tx) }))
  })
}

/** Reads through a dump. Throws StartupError if it is truncated. */
export async function summarise(lines: AsyncIterable<string>): Promise<DumpSummary> {
  const summary: DumpSummary = { schema: '', tables: {}, mediaKeys: [] }
  let table = ''
  let isWhole = false
  for await (const line of lines) {
    if (line.startsWith('#')) {
      const mark = readMark(line)
      summary.schema = mark.schema ?? summary.schema
      table = mark.table ?? table
      if (mark.table !== undefined) summary.tables[table] = 0
      isWhole = mark.sequences !== undefined
      continue
    }
    summary.tables[table] = (summary.tables[table] ?? 0) + 1
    if (table === 'media') summary.mediaKeys.push((JSON.parse(line) as { key: string }).key)
  }
  if (!isWhole) throw new StartupError('Копия базы данных оборвана.')
  return summary
}

/** Throws StartupError when the database has another schema than the dump, or contains data. */
export async function requireEmpty(db: Db, schema: string): Promise<void> {
  if ((await findSchemaMark(db)) !== schema) {
    throw new StartupError('Копия сделана другим выпуском программы: восстановите её тем же выпуском.')
  }
  if (await isUsed(db)) throw new StartupError('База данных не пуста: восстановить копию можно только в пустую.')
}

/** Fills an empty database from a dump in one transaction. */
export async function loadDump(db: Db, lines: AsyncIterable<string>, schema: string): Promise<void> {
  await db.transaction(async tx => {
    await requireEmpty(tx as unknown as Db, schema)
    await withoutRules(tx, async () => {
      let into: { table: string; columns: string[] } | null = null
      let rows: string[] = []
      const flush = async () => {
        if (into && rows.length > 0) await insertRows(tx, into.table, into.columns, rows)
        rows = []
      }
      for await (const line of lines) {
        if (!line.startsWith('#')) {
          if (rows.push(line) >= rowsAtOnce) await flush()
          continue
        }
        await flush()
        const { table, columns = [], sequences = [] } = readMark(line)
        into = table === undefined ? null : { table, columns }
        // Migrations write some rows; the backup has its own.
        if (table !== undefined) await emptyTable(tx, table)
        for (const { name, value } of sequences) await setSequence(tx, name, value)
      }
    })
  })
}
