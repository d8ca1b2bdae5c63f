import { openArchive, UnreadableArchive } from '#server/platform/media/unpack-zip.ts'
import {
  asXlsx,
  damaged,
  type ReadingBounds,
  refuse,
  refuseUnknown,
  type Sheet,
  type TableCounter,
  tableCounter,
  TooManyRows,
  UnreadableTable,
} from './cells.ts'
import { type Format, formatOf, refusalOf } from './formats.ts'
import { documentPart, readDocument } from './read-document.ts'
import { readPage } from './read-page.ts'
import { readPdf } from './read-pdf.ts'
import { readTextTable } from './read-text-table.ts'
import { readOldWorkbook, readWorkbook } from './read-workbook.ts'

/** `failure`: a sentence for the file's owner; `isTooLong`: it has more rows than a plant schedule may have. */
export type Tables = { sheets: Sheet[] } | { failure: string; isTooLong?: true }

/** Reads what an archive holds: a workbook or a document. */
function readArchive(bytes: Buffer, counter: TableCounter): Sheet[] {
  const archive = openArchive(bytes)
  const has = (pattern: RegExp) => archive.names.some(name => pattern.test(name))
  if (has(/^xl\/[^/]+\.xml$|^content\.xml$/)) return readWorkbook(archive, counter)
  if (archive.names.includes('xl/workbook.bin')) return refuse(`Это двоичная книга Excel (xlsb): ${asXlsx}`)
  if (archive.names.includes(documentPart)) return readDocument(archive, counter)
  if (has(/\.iwa$|^index\.(?:apxl|xml|zip)$/i)) {
    return refuse('Это документ Numbers или Pages: откройте его там, выберите «Экспортировать» и сохраните как Excel.')
  }
  if (has(/\.(?:xlsx?|ods|docx?|pdf|html?|csv|tsv|txt|rtf|jpe?g|png)$/i)) {
    return refuse('Это архив. Распакуйте его и загрузите саму таблицу.')
  }
  return refuseUnknown()
}

const readers: Record<Format, (bytes: Buffer, counter: TableCounter) => Sheet[] | Promise<Sheet[]>> = {
  archive: readArchive,
  ole: readOldWorkbook,
  page: readPage,
  pdf: readPdf,
  text: readTextTable,
}

/**
 * Reads a file as sheets of cells. The format is recognized by content, not by name. The file of a stranger may take
 * much time and memory, and is read in a process of its own (server/reading/).
 */
export async function readTables(bytes: Uint8Array, bounds?: ReadingBounds): Promise<Tables> {
  const counter = tableCounter(bounds)
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (content.length === 0) return { failure: 'Файл пуст.' }
    const format = formatOf(content)
    const refusal = format === 'text' ? refusalOf(content) : null
    if (refusal !== null) return { failure: refusal }
    const sheets = await readers[format](content, counter)
    counter.finish()
    return { sheets }
  } catch (error) {
    if (error instanceof TooManyRows) return { failure: error.message, isTooLong: true }
    if (error instanceof UnreadableTable || error instanceof UnreadableArchive) return { failure: error.message }
    return { failure: damaged }
  }
}
