import { type PastedList, type PriceListPreview, previewLimits } from '#contract/price-lists.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { readers as processReaders, type ReadingPool } from '#server/reading/workers/reading-pool.ts'
import { refusalOf, type Sender } from '#server/reading/workers/sender.ts'
import type { ReadingParts } from '#server/reading/workers/tasks.ts'
import { compareWithNothing } from './comparing/compare-list.service.ts'
import { countRows } from './comparing/comparison.ts'
import { presentRow, shownQuestions } from './price-lists.present.ts'
import { contentOf, faultsOf } from './price-lists.service.ts'

interface PreviewDeps {
  db: Db
  names: () => Promise<NamedPlants>
  readers?: ReadingPool
}

const tooMany = `Без регистрации читаем до ${previewLimits.rows.toLocaleString('ru-RU')} строк: оставьте часть списка`

/**
 * What a list says, for anybody and without storing it: its rows as they would be for a company that offers nothing yet.
 * Answers to questions that are not asked are left out. Throws INVALID_INPUT, and TOO_MANY_REQUESTS or UNAVAILABLE if
 * there is no place to read it.
 */
export async function previewList(
  { db, names, readers = processReaders }: PreviewDeps,
  { asker, signal }: Sender,
  pasted: PastedList,
  file: ReceivedFile | undefined,
): Promise<PriceListPreview> {
  const { content } = await contentOf(pasted, file)
  const answers = pasted.answers ?? []
  const [named, categories] = await Promise.all([names(), listCategories(db)])
  return readers.at(asker, signal, async read => {
    const task = {
      is: 'price list',
      file: content,
      most: previewLimits.rows,
      categories,
      instructions: { answers },
    } as const
    const found = await read(task, named).catch((error: unknown) => {
      throw refusalOf(error, file ? 'file' : 'text', tooMany)
    })
    const faults = faultsOf(answers, found.questions)
    const wrong = Object.entries(faults).filter(([field]) => field.endsWith('.value'))
    if (wrong.length > 0) throw new AppError('INVALID_INPUT', undefined, Object.fromEntries(wrong))
    return presentPreview(db, named, found, answers)
  })
}

async function presentPreview(
  db: Db,
  named: NamedPlants,
  { sheets, questions, rows }: ReadingParts,
  answers: NonNullable<PastedList['answers']>,
): Promise<PriceListPreview> {
  const comparison = await compareWithNothing(db, named, sheets, rows, yieldToEventLoop())
  const compared = new Map(comparison.rows.map(row => [row.position, row]))
  return {
    sheets: sheets.map(({ shape: _shape, ...sheet }) => sheet),
    questions: shownQuestions({ questions, answers }),
    counts: countRows(comparison),
    rows: rows.slice(0, previewLimits.shown).map(({ sheet, row, part, cells, kind, ...read }, position) => {
      const { state = null, shown = read, changes = [] } = compared.get(position) ?? {}
      return presentRow({ sheet, row, part, cells, kind, state, shown, changes })
    }),
  }
}
