/**
 * The process that reads what strangers have written (started by reading-process.ts): one task at a time, with tasks and
 * results sent over the channel to its parent. A file may crash it, but nothing else.
 */
import { readFile } from 'node:fs/promises'
import { indexPlants } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { readPriceList } from '#server/reading/price-lists/read-price-list.ts'
import type { ReadRow } from '#server/reading/price-lists/rows.ts'
import { readScheduleFile, readScheduleText } from '#server/reading/schedules/read-schedule-file.ts'
import { TooManyLines } from '#server/reading/schedules/read-schedule.ts'
import type { ScheduleLine } from '#server/reading/schedules/schedule-line.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import type { FromWorker, Numbered, ReadingParts, ReadingTask, ToWorker } from './tasks.ts'

/** Letters per message, counted roughly, so that the server receives each message in a millisecond or two. */
const lettersAtOnce = 50_000
/** Letters of everything about a row or line but its cells. */
const lettersBeside = 600
/** Milliseconds between two progress messages. */
const reportEvery = 500

let plants: NamedPlants | null = null
/** The number of the task at hand. */
let at = 0

const send = (content: FromWorker) =>
  new Promise<void>((resolve, reject) => {
    if (!process.send) return resolve()
    const message: Numbered<FromWorker> = { ...content, at }
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })

/** Ends a task that cannot be done. */
class Refused extends Error {}
class TooManyRows extends Error {}

async function sendInParts<List extends keyof ReadingParts>(
  list: List,
  items: ReadingParts[List],
  lengthOf: (item: ReadingParts[List][number]) => number,
): Promise<void> {
  let part: ReadingParts[List][number][] = []
  let letters = 0
  const sendPart = () => send({ is: 'part', list, items: part } as unknown as FromWorker)
  for (const item of items) {
    part.push(item)
    letters += lengthOf(item) + lettersBeside
    if (letters < lettersAtOnce) continue
    await sendPart()
    part = []
    letters = 0
  }
  if (part.length > 0) await sendPart()
}

const lengthOfRow = ({ cells }: ReadRow) => cells.reduce((sum, { length }) => sum + length, 0)
const lengthOfLine = ({ text }: ScheduleLine) => text.length

async function read(task: ReadingTask, named: NamedPlants): Promise<void> {
  if (task.is === 'letter') {
    const { attachedList } = await import('#server/reading/letters/attached-list.ts')
    return send({ is: 'part', list: 'attached', items: [await attachedList(await readFile(task.path))] })
  }
  if (task.is === 'schedule') {
    const lines = await ('text' in task
      ? readScheduleText(task.text, named)
      : readScheduleFile(await readFile(task.path), named))
    if ('failure' in lines) throw new Refused(lines.failure)
    return sendInParts('lines', lines, lengthOfLine)
  }
  const tables = await readTables(task.file)
  if ('failure' in tables) throw new Refused(tables.failure)
  const { most = Infinity } = task
  if (tables.sheets.reduce((sum, { rows }) => sum + rows.length, 0) > most) throw new TooManyRows()
  let reported = performance.now()
  const { sheets, questions, rows } = await readPriceList(tables.sheets, named, task.categories, {
    ...task.instructions,
    onProgress(done, total) {
      if (performance.now() - reported < reportEvery) return
      reported = performance.now()
      // A failure means that nobody is there any more.
      void send({ is: 'progress', done, total }).catch(() => undefined)
    },
  })
  for (const sheet of sheets) await send({ is: 'part', list: 'sheets', items: [sheet] })
  for (const question of questions) await send({ is: 'part', list: 'questions', items: [question] })
  await sendInParts('rows', rows, lengthOfRow)
}

async function work(task: ReadingTask): Promise<void> {
  try {
    if (!plants) throw new Error('no plants to match names with')
    await read(task, plants)
    await send({ is: 'done' })
  } catch (error) {
    if (error instanceof Refused)
      await send({ is: 'refused', refusal: { code: 'unreadable', sentence: error.message } })
    else if (error instanceof TooManyLines || error instanceof TooManyRows)
      await send({ is: 'refused', refusal: { code: 'too_many', sentence: 'Здесь слишком много строк.' } })
    else await send({ is: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

process.once('disconnect', () => process.exit(0))
// Signals to the whole process group are meant for the parent, which may still need the result.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('message', (message: Numbered<ToWorker>) => {
  at = message.at
  if (message.is === 'task') return void work(message.task)
  plants = indexPlants(message.plants)
  void send({ is: 'ready' })
})
