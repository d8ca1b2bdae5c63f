import { readFile } from 'node:fs/promises'
import type { FieldErrors } from '#contract/errors.ts'
import type {
  CorrectedRow,
  MissingChoice,
  PastedList,
  PriceList,
  PriceListQuestion,
  QuestionAnswer,
  ReadingForm,
  RowForm,
  RowQuery,
  SheetForm,
} from '#contract/price-lists.ts'
import { priceListLimits } from '#contract/price-lists.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { withBudget } from '#server/platform/database/database-budget.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Limit } from '#server/platform/http/limits/limits.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { isAnswerTo } from '#server/reading/price-lists/answers.ts'
import { skipKey } from '#server/reading/price-lists/understand-sheets.ts'
import type { SheetReading } from '#server/reading/price-lists/understood-row.ts'
import { publishProgress } from './applying/apply-list.service.ts'
import { rollBackList } from './applying/rollback-list.service.ts'
import { compareList, readDirectory } from './comparing/compare-list.service.ts'
import { countRows } from './comparing/comparison.ts'
import { unreadKey } from './comparing/corrected-row.ts'
import { listApplying, listReading } from './price-lists.jobs.ts'
import { presentList, presentRow } from './price-lists.present.ts'
import {
  countLists,
  countRowsOf,
  deleteList,
  findList,
  findRowAt,
  findRowParts,
  forgetName,
  hasFile,
  insertList,
  isAnotherApplying,
  type ListRow,
  listPage,
  listRows,
  lockList,
  lockUploads,
  rememberLayouts,
  rememberName,
  type StoredRow,
  stateOfOffered,
  updateList,
  versionOfList,
  writeComparison,
  writeCorrection,
} from './price-lists.queries.ts'

export interface PriceListDeps {
  db: Db
  /** A database handle for long transactions. */
  slowly: Db
  names: () => Promise<NamedPlants>
  /** The limit of a company's uploads. */
  uploads: Limit
}

/** Milliseconds that comparing a list of twenty thousand rows again may take. */
const patience = 30_000

/** The company whose lists the actor may see. Throws FORBIDDEN for a person without a company. */
export function companyOfLists({ companyId }: Actor): number {
  if (companyId === null) throw new AppError('FORBIDDEN', 'Прайс-листы загружает компания: сначала создайте её.')
  return companyId
}

const noSuchList = () => new AppError('NOT_FOUND', 'Такого прайс-листа нет.')
const noSuchRow = () => new AppError('NOT_FOUND', 'Такой строки в прайс-листе нет.')

/** A list of the actor's company. Throws FORBIDDEN for a person without a company, and NOT_FOUND. */
export async function getOwnList(db: Db | Tx, actor: Actor, id: string) {
  const found = await findList(db, companyOfLists(actor), id)
  if (!found) throw noSuchList()
  return found
}

/** Like `getOwnList`, but locks the list. */
async function lockOwnList(tx: Tx, actor: Actor, id: string): Promise<ListRow> {
  const list = await lockList(tx, id)
  if (list?.companyId !== companyOfLists(actor)) throw noSuchList()
  return list
}

/** A file name without its path and without control characters, at most 255 characters. */
export function fileNameOf(filename: string): string {
  const name = (filename.split(/[/\\]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim()
  return Array.from(name.toWellFormed()).slice(0, 255).join('') || 'прайс-лист'
}

/** What is to be read, and under which name it is kept. Throws INVALID_INPUT, for the field that was sent, if there is nothing. */
export async function contentOf({ text, name = '' }: PastedList, file: ReceivedFile | undefined) {
  if (file) {
    const content = await readFile(file.path)
    if (content.length === 0) {
      throw new AppError('INVALID_INPUT', undefined, { file: fieldError('Файл пустой', 'empty') })
    }
    return { content, fileName: fileNameOf(file.filename) }
  }
  if (text === undefined || text.trim() === '') {
    throw new AppError('INVALID_INPUT', undefined, {
      [text === undefined ? 'file' : 'text']: fieldError('Выберите файл или вставьте список текстом', 'required'),
    })
  }
  return { content: Buffer.from(text), fileName: fileNameOf(name || 'Вставленный список') }
}

/** Throws TOO_MANY_REQUESTS if the maximum number of the company's lists is being read. */
async function admit(tx: Tx, companyId: number): Promise<void> {
  await lockUploads(tx, companyId)
  if ((await countLists(tx, companyId, 'reading')) < priceListLimits.readingAtOnce) return
  throw new AppError('TOO_MANY_REQUESTS', 'Сначала дочитаются файлы, которые вы уже загрузили.', undefined, 10)
}

/** Stores a new list, to be read in the background. Throws TOO_MANY_REQUESTS if too many of the company's are. */
export async function startList(
  tx: Tx,
  list: Parameters<typeof insertList>[1] & { companyId: number },
  content: Uint8Array,
): Promise<void> {
  await admit(tx, list.companyId)
  await insertList(tx, list, content)
  await listReading.send(tx, [{ data: { listId: list.id, reading: 1 } }])
}

/** A person's corrections of a sheet that hold for all sheets of its shape. */
const layoutOf = ({ header_rows, columns }: SheetForm): SheetReading => ({
  ...(header_rows === undefined ? {} : { header_rows }),
  ...(columns === undefined ? {} : { columns }),
})

/** A sheet's corrections merged with earlier ones, column by column. */
function withBefore(sheet: SheetForm, before: SheetForm | undefined): SheetForm {
  const columns = new Map([...(before?.columns ?? []), ...(sheet.columns ?? [])].map(column => [column.index, column]))
  return { ...before, ...sheet, ...(columns.size > 0 ? { columns: [...columns.values()] } : {}) }
}

/**
 * The plant that is meant of those in a row of the file: a row with one takes no `part`, a row with several needs it.
 * Throws NOT_FOUND and INVALID_INPUT.
 */
function partAt(parts: StoredRow[], part: number | undefined): StoredRow {
  if (part === undefined && parts.length > 1) {
    const message = `В этой строке ${parts.length} растения: нужен номер части`
    throw new AppError('INVALID_INPUT', undefined, { part: fieldError(message, 'required') })
  }
  const found = part === undefined ? parts[0] : parts.find(row => row.part === part)
  if (!found) throw noSuchRow()
  return found
}

/** What is wrong with answers to these questions, by field. */
export function faultsOf(answers: QuestionAnswer[], questions: PriceListQuestion[]): FieldErrors {
  const faults: FieldErrors = {}
  for (const [index, { question, value }] of answers.entries()) {
    const asked = questions.find(({ id }) => id === question)
    if (!asked) faults[`answers.${index}.question`] = fieldError('Такого вопроса нет', 'not_in_list')
    else if (!isAnswerTo(asked, value))
      faults[`answers.${index}.value`] = fieldError('Выберите один из предложенных ответов', 'not_in_list')
  }
  return faults
}

export function priceListService({ db, slowly, names, uploads }: PriceListDeps) {
  async function uploadList(actor: Actor, pasted: PastedList, file: ReceivedFile | undefined): Promise<PriceList> {
    const companyId = companyOfLists(actor)
    const { content, fileName } = await contentOf(pasted, file)
    await uploads.take(String(companyId))
    const id = uuidv7()
    return db.transaction(async tx => {
      const { answers = [] } = pasted
      await startList(tx, { id, companyId, createdById: actor.id, fileName, answers }, content)
      return presentList(await getOwnList(tx, actor, id))
    })
  }

  async function listLists(actor: Actor, page: PageRequest, address: string) {
    const companyId = companyOfLists(actor)
    const links = pageLinks(address, page, await countLists(db, companyId))
    return { ...links, results: (await listPage(db, companyId, pageRange(page))).map(presentList) }
  }

  const getList = async (actor: Actor, id: string) => presentList(await getOwnList(db, actor, id))

  async function listRowsOf(actor: Actor, id: string, query: RowQuery, address: string) {
    await getOwnList(db, actor, id)
    const links = pageLinks(address, query, await countRowsOf(db, id, query))
    return { ...links, results: (await listRows(db, id, query, pageRange(query))).map(presentRow) }
  }

  /**
   * Has a list read again with corrections for its sheets and answers to its questions. Titles and columns are remembered
   * for sheets of the same shape, and so are answers once they are read; skipping for the sheet of this name and shape
   * alone. Throws CONFLICT if the list was already applied or its file is no longer stored.
   */
  async function readAgain(actor: Actor, id: string, { sheets = [], answers = [] }: ReadingForm): Promise<PriceList> {
    return db.transaction(async tx => {
      const companyId = companyOfLists(actor)
      await lockUploads(tx, companyId)
      const list = await lockOwnList(tx, actor, id)
      if (list.status === 'applying' || list.status === 'applied' || list.status === 'rolled_back') {
        throw new AppError('CONFLICT', 'Прайс-лист уже применяли: загрузите файл ещё раз.')
      }
      if (!(await hasFile(tx, id))) {
        throw new AppError('CONFLICT', 'Файл больше не хранится: загрузите его ещё раз.')
      }
      if (list.status !== 'reading') await admit(tx, companyId)
      const faults = faultsOf(answers, list.questions)
      if (Object.keys(faults).length > 0) throw new AppError('INVALID_INPUT', undefined, faults)
      const answered = new Map([...list.answers, ...answers].map(answer => [answer.question, answer]))
      const layouts = new Map<string, SheetReading>()
      const asked = new Map(list.asked.map(sheet => [sheet.name, sheet]))
      for (const [index, sheet] of sheets.entries()) {
        const known = list.sheets.find(({ name }) => name === sheet.name)
        // During the first reading the sheets are not known yet.
        if (!known && list.sheets.length > 0) {
          throw new AppError('INVALID_INPUT', undefined, {
            [`sheets.${index}.name`]: fieldError('Такого листа нет', 'not_in_list'),
          })
        }
        const outside = sheet.columns?.findIndex(column => known && column.index >= known.columns.length) ?? -1
        if (outside >= 0) {
          throw new AppError('INVALID_INPUT', undefined, {
            [`sheets.${index}.columns.${outside}.index`]: fieldError('Такого столбца нет', 'not_in_list'),
          })
        }
        const whole = withBefore(sheet, asked.get(sheet.name))
        asked.set(sheet.name, whole)
        if (!known?.shape) continue
        layouts.set(known.shape, layoutOf(whole))
        if (sheet.is_skipped === undefined) continue
        const { is_skipped } = sheet
        layouts.set(skipKey(known.shape, known.name), { is_skipped })
      }
      await rememberLayouts(tx, companyId, layouts)
      const reading = list.reading + 1
      await updateList(tx, id, {
        status: 'reading',
        reading,
        asked: [...asked.values()],
        answers: [...answered.values()],
        error: null,
        counts: null,
        beganAt: new Date(),
      })
      await listReading.send(tx, [{ data: { listId: id, reading } }])
      await publishProgress(tx, list, 'reading', 0, 0)
      return presentList(await getOwnList(tx, actor, id))
    })
  }

  /**
   * Stores a person's correction of a row. A plant chosen for it is remembered by name for the company's next files, until
   * the choice is taken back. The other rows are compared again, because the correction may affect them: before anything
   * is locked, and under the lock only if something has changed meanwhile, as others wait for the embedded database.
   */
  async function correctRow(
    actor: Actor,
    id: string,
    place: { sheet: string; row: number; part?: number | undefined },
    form: RowForm,
  ): Promise<CorrectedRow> {
    const companyId = companyOfLists(actor)
    const named = await names()
    const versionOf = async (db: Db | Tx) => `${await versionOfList(db, id)} ${await stateOfOffered(db, companyId)}`

    async function compared(db: Db | Tx) {
      const { list } = await getOwnList(db, actor, id)
      if (list.status !== 'ready')
        throw new AppError('CONFLICT', 'Строки меняют, пока прайс-лист прочитан и не применён.')
      const row = partAt(await findRowParts(db, id, place.sheet, place.row), place.part)
      if (row.kind !== 'offer') throw new AppError('CONFLICT', 'В этой строке нет растения.')
      await checkChoices(db, named, form)
      const { forget_plant: forgets = false, ...said } = form
      const seen = said.is_skipped === false ? { seen: row.read.unread.map(unreadKey) } : {}
      const { plant: before, ...others } = { ...row.correction, ...said, ...seen }
      const isForgotten = forgets && said.plant === undefined
      const correction = isForgotten || before === undefined ? others : { ...others, plant: before }
      const name = normalizeName(row.read.name)
      const isNamed = (isForgotten || said.plant !== undefined) && name !== ''
      const saidOfRow = {
        position: row.position,
        correction: Object.keys(correction).length > 0 ? correction : null,
        name: isNamed ? name : null,
        plantId: said.plant,
      }
      const importer = { companyId, userId: actor.id }
      const result = await compareList(db, named, list, importer, yieldToEventLoop(), saidOfRow)
      return { ...result, said: saidOfRow, isForgotten }
    }

    return withBudget(patience, async () => {
      const version = await versionOf(slowly)
      const before = await compared(slowly)
      return slowly.transaction(async tx => {
        await lockOwnList(tx, actor, id)
        const isSame = (await versionOf(tx)) === version
        const { said, isForgotten, comparison, different, followers } = isSame ? before : await compared(tx)
        await writeCorrection(tx, id, said.position, said.correction)
        if (said.name !== null && isForgotten) await forgetName(tx, companyId, said.name)
        else if (said.name !== null) await rememberName(tx, companyId, said.name, said.plantId ?? null)
        await writeComparison(tx, id, different)
        await updateList(tx, id, { counts: countRows(comparison), error: null })
        const after = await findRowAt(tx, id, said.position)
        if (!after) throw noSuchRow()
        // Having no plant of its own any more, the row is one of those that follow.
        return { ...presentRow(after), followed: said.name === null ? 0 : followers - Number(isForgotten) }
      })
    })
  }

  async function removeList(actor: Actor, id: string) {
    await db.transaction(async tx => {
      const { status } = await lockOwnList(tx, actor, id)
      if (status === 'applying' || status === 'applied') {
        throw new AppError('CONFLICT', 'Применённый прайс-лист удалить нельзя: сначала верните всё, как было.')
      }
      await deleteList(tx, id)
    })
    return { message: 'price list deleted' as const }
  }

  /**
   * Starts applying a list. Throws CONFLICT if it is not ready, if another list of the company is being applied, or if a
   * list without a single plant would take everything off sale: that is the wrong file.
   */
  async function startApplying(actor: Actor, id: string, missing: MissingChoice): Promise<PriceList> {
    const companyId = companyOfLists(actor)
    try {
      return await db.transaction(async tx => {
        const list = await lockOwnList(tx, actor, id)
        if (list.status !== 'ready') {
          const isOver = list.status === 'applied' || list.status === 'rolled_back' || list.status === 'applying'
          throw new AppError('CONFLICT', isOver ? 'Этот прайс-лист уже применяли.' : 'Этот прайс-лист ещё не прочитан.')
        }
        if (missing !== 'keep' && list.counts?.offers === 0)
          throw new AppError('CONFLICT', 'В файле нет ни одного растения: из-за него с продажи ничего не снимают.')
        if (await isAnotherApplying(tx, companyId, id)) throw otherIsApplying()
        await updateList(tx, id, {
          status: 'applying',
          missing,
          appliedById: actor.id,
          error: null,
          beganAt: new Date(),
        })
        await listApplying.send(tx, [{ data: { listId: id } }])
        await publishProgress(tx, list, 'applying', 0, list.counts?.offers ?? 0)
        return presentList(await getOwnList(tx, actor, id))
      })
    } catch (error) {
      // Another list was started at the same moment.
      if (isUniqueViolation(error)) throw otherIsApplying()
      throw error
    }
  }

  async function rollBack(actor: Actor, id: string): Promise<PriceList> {
    await rollBackList(slowly, companyOfLists(actor), actor.id, id)
    return getList(actor, id)
  }

  return { uploadList, listLists, getList, listRowsOf, readAgain, correctRow, removeList, startApplying, rollBack }
}

const otherIsApplying = () => new AppError('CONFLICT', 'Сейчас применяется другой прайс-лист вашей компании.')

/** Throws INVALID_INPUT if the plant or the category does not exist. */
async function checkChoices(db: Db | Tx, named: NamedPlants, { plant, category }: RowForm): Promise<void> {
  const { plantOf, categoryOf } = await readDirectory(db, named)
  const errors = {
    ...(typeof plant === 'number' && !plantOf(plant)
      ? { plant: fieldError('Такого растения нет в справочнике', 'not_in_list') }
      : {}),
    ...(typeof category === 'number' && !categoryOf(category)
      ? { category: fieldError('Выберите категорию из списка', 'not_in_list') }
      : {}),
  }
  if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
}
