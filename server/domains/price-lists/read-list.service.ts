import { setImmediate } from 'node:timers/promises'
import { type PriceListSheet, priceListLimits } from '#contract/price-lists.ts'
import { type NamedPlants, refOf } from '#server/domains/plants/named-plants.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { breathing } from '#server/platform/turns.ts'
import { publishProgress } from './applying/apply-list.service.ts'
import { compareWithOffered } from './comparing/compare-list.service.ts'
import { countRows } from './comparing/compare-rows.ts'
import { listReading } from './price-lists.jobs.ts'
import {
  countRowsOf,
  deleteAside,
  deleteRows,
  deleteSomeRows,
  findFile,
  findListById,
  insertRows,
  type ListRow,
  listCorrections,
  listLayouts,
  lockList,
  placeKey,
  rowsAtOnce,
  setCorrectedAside,
  updateList,
} from './price-lists.queries.ts'
import { readTables } from './reading/read-tables.ts'
import type { ReadRow } from './rows.ts'
import type { UnderstoodRow, UnderstoodSheet } from './understanding/sheet-rows.ts'
import { understandSheets } from './understanding/understand-sheets.ts'

/** The content of a file. */
export interface ReadList {
  sheets: (PriceListSheet & Partial<Pick<UnderstoodSheet, 'shape'>>)[]
  rows: ReadRow[]
}

/** Removes characters that the database does not accept. */
const stored = (text: string) => text.toWellFormed().replaceAll('\0', '')
const shortened = (text: string) =>
  text.length > priceListLimits.cell ? `${text.slice(0, priceListLimits.cell)}…` : text

/** Adds plants and categories of the directory to the understood rows. */
async function rowsOf(db: Db, { byId }: NamedPlants, understood: UnderstoodRow[]): Promise<ReadRow[]> {
  const categories = new Map((await listCategories(db)).map(category => [category.slug, category]))
  const refs = (found: { id: number; confidence: number }[]) =>
    found.flatMap(({ id, confidence }) => {
      const plant = byId.get(id)
      return plant ? [{ plant: refOf(plant), confidence }] : []
    })
  return understood.map(({ verdict, cells, category, plant, candidates, variants, problems, name, ...place }) => {
    // Whether an article number is repeated depends on people's corrections, so every comparison decides it anew.
    const lasting = problems.filter(({ field, code }) => field !== 'sku' || code !== 'repeated')
    const isOnlyRepeated = verdict === 'rejected' && lasting.length === 0
    return {
      ...place,
      cells: cells.map(cell => shortened(stored(cell))),
      name: stored(name),
      doubt: verdict === 'clear' || isOnlyRepeated ? null : verdict,
      plant: refs(plant ? [plant] : [])[0]?.plant ?? null,
      candidates: refs(candidates),
      category: categories.get(category ?? '') ?? null,
      variants: variants.map(variant => ({
        ...variant,
        sku: variant.sku && stored(variant.sku),
        note: stored(variant.note),
      })),
      problems: lasting.map(problem => ({ ...problem, message: stored(problem.message) })),
    }
  })
}

const sheetOf = (sheet: UnderstoodSheet): UnderstoodSheet => ({
  ...sheet,
  columns: sheet.columns.map(column => ({
    ...column,
    title: shortened(stored(column.title)),
    samples: column.samples.map(sample => shortened(stored(sample))),
  })),
})

interface ReadDeps {
  db: Db
  /** A database handle for long transactions. */
  slowly: Db
  names: () => Promise<NamedPlants>
}

/** Milliseconds between two progress messages. */
const reportEvery = 500

/** Reads a list whose status is `reading`. Skips it if a newer reading was requested. */
async function readList({ db, slowly, names }: ReadDeps, listId: string, reading: number): Promise<void> {
  const list = await findListById(db, listId)
  if (list?.status !== 'reading' || list.reading !== reading) return
  const file = await findFile(slowly, listId)
  if (!file) return failReading(slowly, list, 'Файл больше не хранится. Загрузите его ещё раз.')
  const tables = await readTables(file)
  if ('failure' in tables) return failReading(slowly, list, tables.failure)
  const named = await names()
  const layouts = await listLayouts(db, list.companyId)
  let reported = performance.now()
  const { sheets, rows } = await understandSheets(tables.sheets, named, {
    corrections: list.asked,
    remembered: new Map(layouts.map(({ shape, layout }) => [shape, layout])),
    onProgress(done, total) {
      if (performance.now() - reported < reportEvery) return
      reported = performance.now()
      // Failures are ignored: the next message, or the final one, replaces this one.
      void db.transaction(tx => publishProgress(tx, list, 'reading', done, total)).catch(() => undefined)
    },
  })
  await storeReading(slowly, named, list, { sheets: sheets.map(sheetOf), rows: await rowsOf(db, named, rows) })
}

/** The job handler that reads lists. A list that cannot be read after all retries becomes `failed`. */
export const listReader = (deps: ReadDeps): JobHandler =>
  doneBy(listReading, async ({ listId, reading }, { attempt }) => {
    try {
      await readList(deps, listId, reading)
    } catch (error) {
      if (attempt <= listReading.options.retries) throw error
      const list = await findListById(deps.slowly, listId)
      if (list?.reading === reading)
        await failReading(deps.slowly, list, 'Прочитать файл не удалось. Загрузите его ещё раз.')
      throw error
    }
  })

/**
 * Stores what was read, compared with the company's products, unless a newer reading was requested meanwhile. Nothing is
 * locked while it compares, and each hundred rows are a transaction of their own: the embedded database answers nobody
 * else during one. A list that is being read shows no rows yet, and whoever applies it compares again.
 */
export async function storeReading(
  slowly: Db,
  names: NamedPlants,
  { id, companyId, createdById, reading }: ListRow,
  { sheets, rows }: ReadList,
): Promise<void> {
  const corrections = await listCorrections(slowly, id)
  const placed = rows.map(({ sheet, row, cells, kind, ...read }, position) => {
    const correction = corrections.get(placeKey(sheet, row)) ?? null
    return { position, sheet, row, cells, kind, read, correction }
  })
  const importer = { companyId, userId: createdById ?? '' }
  const { comparison } = await compareWithOffered(slowly, names, sheets, placed, importer, breathing())
  const found = new Map(comparison.rows.map(row => [row.position, row]))

  /** Returns whether this reading is still wanted; only then something is written. */
  async function step(write: (tx: Tx, list: ListRow) => Promise<void>): Promise<boolean> {
    // The embedded database answers without leaving the turn.
    await setImmediate()
    return slowly.transaction(async tx => {
      const list = await lockList(tx, id)
      if (list?.status !== 'reading' || list.reading !== reading) return false
      await write(tx, list)
      return true
    })
  }

  if (!(await step(tx => setCorrectedAside(tx, id)))) return
  for (let areLeft = true; areLeft;) {
    const isWanted = await step(async tx => {
      areLeft = await deleteSomeRows(tx, id)
    })
    if (!isWanted) return
  }
  for (let start = 0; start < placed.length; start += rowsAtOnce) {
    const some = placed.slice(start, start + rowsAtOnce).map(row => {
      const { state = null, shown = row.read, changes = [] } = found.get(row.position) ?? {}
      return { ...row, state, shown, changes }
    })
    if (!(await step(tx => insertRows(tx, id, some)))) return
  }
  await step(async (tx, list) => {
    // Another process that took this one for dead has deleted some of the rows.
    if ((await countRowsOf(tx, id)) !== placed.length) throw new Error('the list was read twice at once')
    await deleteAside(tx, id)
    await updateList(tx, id, { status: 'ready', error: null, sheets, counts: countRows(comparison) })
    await publishProgress(tx, list, 'ready', rows.length, rows.length)
  })
}

/** Marks the list as failed. `error` is a sentence for the company. */
export async function failReading(slowly: Db, { id, reading }: ListRow, error: string): Promise<void> {
  await slowly.transaction(async tx => {
    const list = await lockList(tx, id)
    if (list?.status !== 'reading' || list.reading !== reading) return
    await updateList(tx, id, { status: 'failed', error, sheets: [], counts: null })
    await deleteRows(tx, id)
    await publishProgress(tx, list, 'failed', 0, 0)
  })
}
