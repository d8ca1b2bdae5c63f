import type { RowState } from '#contract/price-lists.ts'
import { presentVariant } from '#server/domains/products/variants/variants.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches } from '#server/platform/exports/batches.ts'
import type { TableCell, TableSheet } from '#server/platform/exports/tables.ts'
import { csvOf } from '#server/platform/exports/write-csv.ts'
import { xlsxOf } from '#server/platform/exports/write-xlsx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { companyOfLists, getOwnList } from '../price-lists.service.ts'
import { forOthers, type OfferedSize, offeredTable } from './offered-table.ts'
import {
  countCells,
  findShownCompany,
  listOfferedSizes,
  listReportedRows,
  type ReportedRow,
  readOfferedColumns,
  type SizeRow,
} from './price-list-files.queries.ts'

/** A file of a response. */
export interface WrittenFile {
  /** Without the file extension. */
  name: string
  /** Reads what it needs as its parts are taken. */
  parts: () => AsyncIterable<Uint8Array>
}

/** Rows that one statement reads: a few milliseconds of this process where the database is in it. */
const batch = 250

const inWords: Record<RowState, string> = {
  new: 'новая',
  changed: 'изменена',
  unchanged: 'без изменений',
  doubtful: 'под вопросом',
  rejected: 'отклонена',
  skipped: 'пропущена',
}
const kindsInWords = { offer: '', section: 'раздел', header: 'заголовок', note: 'примечание', empty: 'пустая' }

const asOffered = ({ variant, name, latinName, category }: SizeRow, isForOthers: boolean): OfferedSize => ({
  name,
  latinName,
  category,
  variant: isForOthers ? forOthers(presentVariant(variant)) : presentVariant(variant),
})

/** A company's sizes as a table, of which one batch is in memory at a time. */
async function* partsOf(
  db: Db,
  companyId: number,
  isForOthers: boolean,
  write: (table: TableSheet) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { hasSku, quantities } = await readOfferedColumns(db, companyId, isForOthers)
  async function* sizes(): AsyncGenerator<OfferedSize> {
    const read = (after: SizeRow | undefined, size: number) => listOfferedSizes(db, companyId, isForOthers, after, size)
    for await (const row of inBatches(batch, read)) yield asOffered(row, isForOthers)
  }
  yield* write(offeredTable(sizes(), { hasSku: hasSku || !isForOthers, quantities }))
}

/**
 * The list of the actor's company. Importing it again changes nothing. Throws FORBIDDEN for a person without a company.
 */
export function writeOwnList(db: Db, actor: Actor, format: 'xlsx' | 'csv'): WrittenFile {
  const companyId = companyOfLists(actor)
  const write = format === 'csv' ? csvOf : (table: TableSheet) => xlsxOf([table])
  return { name: 'Наш прайс-лист', parts: () => partsOf(db, companyId, false, write) }
}

/** The published list of a company, for everybody. Throws NOT_FOUND if the company is unknown or blocked. */
export async function writePublicList(db: Db, companyId: number): Promise<WrittenFile> {
  const name = await findShownCompany(db, companyId)
  if (name === undefined) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return { name: `Прайс-лист, ${name}`, parts: () => partsOf(db, companyId, true, table => xlsxOf([table])) }
}

/**
 * An empty list with the columns that are read best, and instructions. Throws FORBIDDEN for a person without a company.
 */
export function writeTemplate(actor: Actor): WrittenFile {
  companyOfLists(actor)
  const table = offeredTable([], { hasSku: true, quantities: [] })
  const wholesale = table.columns.findIndex(({ title }) => title === 'Цена') + 1
  const tiers = [
    { title: 'Опт', width: 12 },
    { title: 'Цена от 10 шт', width: 14 },
  ]
  return {
    name: 'Шаблон прайс-листа',
    parts: () => xlsxOf([{ ...table, columns: table.columns.toSpliced(wholesale, 0, ...tiers) }]),
  }
}

/**
 * Every row of a list with its state and the reason for it. Throws FORBIDDEN for a person without a company, NOT_FOUND
 * for another company's list.
 */
export async function writeReport(db: Db, actor: Actor, id: string): Promise<WrittenFile> {
  const { list } = await getOwnList(db, actor, id)
  async function* parts(): AsyncGenerator<Uint8Array> {
    const columns = [
      { title: 'Лист', width: 16 },
      { title: 'Строка', width: 8 },
      { title: 'Состояние', width: 16 },
      { title: 'Причина', width: 60 },
      ...Array.from({ length: await countCells(db, id) }, (_, index) => ({ title: `Столбец ${index + 1}`, width: 20 })),
    ]
    async function* rows(): AsyncGenerator<TableCell[]> {
      const read = (after: ReportedRow | undefined, size: number) => listReportedRows(db, id, after, size)
      for await (const { sheet, row, part, state, kind, reasons, cells } of inBatches(batch, read)) {
        yield [
          sheet,
          part === null ? row : `${row}, часть ${part}`,
          state ? inWords[state] : kindsInWords[kind],
          reasons,
          ...cells,
        ]
      }
    }
    yield* xlsxOf([{ name: 'Отчёт', columns, rows: rows() }])
  }
  return { name: `Отчёт, ${list.fileName.replace(/\.[^.]*$/, '')}`, parts }
}
