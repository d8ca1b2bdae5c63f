import type { RowState } from '#contract/price-lists.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listRows } from '../price-lists.queries.ts'
import { companyOfLists, getOwnList } from '../price-lists.service.ts'
import { offeredTable } from './offered-table.ts'
import { findShownCompany, listOfferedSizes } from './price-list-files.queries.ts'
import { writeCsv } from './write-csv.ts'
import { type TableSheet, writeXlsx } from './write-xlsx.ts'

/** A file in a response. */
export interface SentFile {
  /** Without the file extension. */
  name: string
  content: Buffer
}

const inWords: Record<RowState, string> = {
  new: 'новая',
  changed: 'изменена',
  unchanged: 'без изменений',
  doubtful: 'под вопросом',
  rejected: 'отклонена',
  skipped: 'пропущена',
}
const kindsInWords = { offer: '', section: 'раздел', header: 'заголовок', note: 'примечание', empty: 'пустая' }

async function tableOf(db: Db, companyId: number, isForOthers: boolean): Promise<TableSheet> {
  const sizes = await listOfferedSizes(db, companyId, isForOthers)
  return offeredTable(
    sizes.map(({ variant, name, latinName, category }) => ({
      name,
      latinName,
      category,
      variant: presentVariant(variant),
    })),
    !isForOthers,
  )
}

/**
 * The list of the actor's company. Importing it again changes nothing. Throws FORBIDDEN for a person without a company.
 */
export async function writeOwnList(db: Db, actor: Actor, format: 'xlsx' | 'csv'): Promise<SentFile> {
  const table = await tableOf(db, companyOfLists(actor), false)
  return { name: 'Наш прайс-лист', content: await (format === 'csv' ? writeCsv(table) : writeXlsx([table])) }
}

/** The published list of a company, for everybody. Throws NOT_FOUND if the company is unknown or blocked. */
export async function writePublicList(db: Db, companyId: number): Promise<SentFile> {
  const name = await findShownCompany(db, companyId)
  if (name === undefined) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return { name: `Прайс-лист, ${name}`, content: await writeXlsx([await tableOf(db, companyId, true)]) }
}

/**
 * An empty list with the columns that are read best, and instructions. Throws FORBIDDEN for a person without a company.
 */
export async function writeTemplate(actor: Actor): Promise<SentFile> {
  companyOfLists(actor)
  const table = offeredTable([], true)
  const wholesale = table.columns.findIndex(({ title }) => title === 'Цена') + 1
  const tiers = [
    { title: 'Опт', width: 12 },
    { title: 'Цена от 10 шт', width: 14 },
  ]
  return {
    name: 'Шаблон прайс-листа',
    content: await writeXlsx([{ ...table, columns: table.columns.toSpliced(wholesale, 0, ...tiers) }]),
  }
}

/**
 * Every row of a list with its state and the reason for it. Throws FORBIDDEN for a person without a company, NOT_FOUND
 * for another company's list.
 */
export async function writeReport(db: Db, actor: Actor, id: string): Promise<SentFile> {
  const { list } = await getOwnList(db, actor, id)
  const rows = await listRows(db, id)
  const most = rows.reduce((width, { cells }) => Math.max(width, cells.length), 0)
  const columns = [
    { title: 'Лист', width: 16 },
    { title: 'Строка', width: 8 },
    { title: 'Состояние', width: 16 },
    { title: 'Причина', width: 60 },
    ...Array.from({ length: most }, (_, index) => ({ title: `Столбец ${index + 1}`, width: 20 })),
  ]
  const table: TableSheet = {
    name: 'Отчёт',
    columns,
    rows: rows.map(row => [
      row.sheet,
      row.row,
      row.state ? inWords[row.state] : kindsInWords[row.kind],
      row.shown.problems.map(({ message }) => message).join('; '),
      ...row.cells,
    ]),
  }
  return { name: `Отчёт, ${list.fileName.replace(/\.[^.]*$/, '')}`, content: await writeXlsx([table]) }
}
