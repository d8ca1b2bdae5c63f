import { setImmediate } from 'node:timers/promises'
import type { PriceListSheet, QuestionAnswer } from '#contract/price-lists.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { isAnswerTo } from '#server/reading/price-lists/answers.ts'
import type { ReadRow } from '#server/reading/price-lists/rows.ts'
import type { AskedQuestion } from '#server/reading/price-lists/understand-sheets.ts'
import type { SheetReading, UnderstoodSheet } from '#server/reading/price-lists/understood-row.ts'
import { readers as processReaders, type ReadingPool } from '#server/reading/workers/reading-pool.ts'
import { ReadingRefused } from '#server/reading/workers/reading-process.ts'
import type { ReadingTask } from '#server/reading/workers/tasks.ts'
import { publishProgress } from './applying/apply-list.service.ts'
import { answerSoon, settleLetter } from './by-mail/settle-letter.service.ts'
import { compareWithOffered } from './comparing/compare-list.service.ts'
import { countRows } from './comparing/comparison.ts'
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
  rememberLayouts,
  rowsAtOnce,
  setCorrectedAside,
  updateList,
} from './price-lists.queries.ts'

/** The content of a file. */
export interface ReadList {
  sheets: (PriceListSheet & Partial<Pick<UnderstoodSheet, 'shape'>>)[]
  questions: AskedQuestion[]
  rows: ReadRow[]
}

/** What the answers of a list say of the company's next sheets of these shapes. */
function answersByShape({ sheets, questions }: ReadList, answers: QuestionAnswer[]): Map<string, SheetReading> {
  const given = new Map(answers.map(({ question, value }) => [question, value]))
  const layouts = new Map<string, SheetReading>()
  for (const question of questions) {
    const shape = sheets.find(({ name }) => name === question.sheet)?.shape
    const answer = given.get(question.id)
    if (shape === undefined || answer === undefined || !isAnswerTo(question, answer)) continue
    layouts.set(shape, { answers: { ...layouts.get(shape)?.answers, [question.key]: answer } })
  }
  return layouts
}

interface ReadDeps {
  db: Db
  /** A database handle for long transactions. */
  slowly: Db
  names: () => Promise<NamedPlants>
  readers?: ReadingPool
}

/** Reads a list whose status is `reading`. Skips it if a newer reading was requested. */
async function readList(
  { db, slowly, names, readers = processReaders }: ReadDeps,
  { listId, reading }: { listId: string; reading: number },
  signal: AbortSignal,
): Promise<void> {
  const list = await findListById(db, listId)
  if (list?.status !== 'reading' || list.reading !== reading) return
  const file = await findFile(slowly, listId)
  if (!file) return failReading(slowly, list, 'Файл больше не хранится. Загрузите его ещё раз.')
  const [named, layouts, categories] = await Promise.all([names(), listLayouts(db, list.companyId), listCategories(db)])
  const remembered = new Map(layouts.map(({ shape, layout }) => [shape, layout]))
  const task: ReadingTask = {
    is: 'price list',
    file,
    categories,
    instructions: { corrections: list.asked, answers: list.answers, remembered },
  }
  // Failures are ignored: the next message, or the final one, replaces this one.
  const tellProgress = (done: number, total: number) =>
    void db.transaction(tx => publishProgress(tx, list, 'reading', done, total)).catch(() => undefined)
  try {
    await readers.at({ kind: 'list' }, signal, async read =>
      storeReading(slowly, named, list, await read(task, named, tellProgress)),
    )
  } catch (error) {
    if (!(error instanceof ReadingRefused)) throw error
    await failReading(slowly, list, error.message)
  }
}

/** The job handler that reads lists. A list that cannot be read after all retries becomes `failed`. */
export const listReader = (deps: ReadDeps): JobHandler =>
  doneBy(listReading, async ({ listId, reading }, { attempt, signal }) => {
    try {
      await readList(deps, { listId, reading }, signal)
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
  read: ReadList,
): Promise<void> {
  const { sheets, questions, rows } = read
  const corrections = await listCorrections(slowly, id)
  const placed = rows.map(({ sheet, row, part, cells, kind, ...content }, position) => {
    const correction = corrections.get(placeKey(sheet, row, part)) ?? null
    return { position, sheet, row, part, cells, kind, read: content, correction }
  })
  const importer = { companyId, userId: createdById ?? '' }
  const { comparison, catalogue } = await compareWithOffered(
    slowly,
    names,
    sheets,
    placed,
    importer,
    yieldToEventLoop(),
  )
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
    await rememberLayouts(tx, companyId, answersByShape(read, list.answers))
    const counts = countRows(comparison)
    await updateList(tx, id, { status: 'ready', error: null, sheets, questions, counts })
    const isApplying = await settleLetter(tx, list, { comparison, catalogue, counts, questions })
    if (isApplying) await publishProgress(tx, list, 'applying', 0, counts.offers)
    else await publishProgress(tx, list, 'ready', rows.length, rows.length)
  })
}

/** Marks the list as failed. `error` is a sentence for the company. */
export async function failReading(slowly: Db, { id, reading }: ListRow, error: string): Promise<void> {
  await slowly.transaction(async tx => {
    const list = await lockList(tx, id)
    if (list?.status !== 'reading' || list.reading !== reading) return
    await updateList(tx, id, { status: 'failed', error, sheets: [], questions: [], counts: null })
    await deleteRows(tx, id)
    await answerSoon(tx, id)
    await publishProgress(tx, list, 'failed', 0, 0)
  })
}
