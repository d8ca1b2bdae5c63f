import { UnreadableArchive } from '#server/platform/media/unpack-zip.ts'
import { type ReadingBounds, type Sheet, tableCounter, TooManyRows, UnreadableTable } from './cells.ts'
import { readTextTable } from './read-text-table.ts'
import { readWorkbook } from './read-workbook.ts'

/** `failure`: a sentence for the file's owner; `isTooLong`: it has more rows than a plant schedule may have. */
export type Tables = { sheets: Sheet[] } | { failure: string; isTooLong?: true }

/** Whether these are the bytes of an archive or of an old workbook; all other readable files are text. */
export function formatOf(bytes: Buffer): 'archive' | 'ole' | 'text' {
  const begins = bytes.toString('latin1', 0, 8)
  if (begins.startsWith('PK\x03\x04') || begins.startsWith('PK\x05\x06')) return 'archive'
  return begins === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' ? 'ole' : 'text'
}

/**
 * Reads a file as sheets of cells. The format (xlsx, xls, ods, CSV or TSV) is recognized by content, not by name. The
 * file of a stranger may take much time and memory, and is read in a process of its own (server/reading/).
 */
export async function readTables(bytes: Uint8Array, bounds?: ReadingBounds): Promise<Tables> {
  const counter = tableCounter(bounds)
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const format = formatOf(content)
  try {
    if (content.length === 0) return { failure: 'Файл пуст.' }
    const sheets =
      format === 'text' ? readTextTable(content, counter) : await readWorkbook(content, format === 'archive', counter)
    counter.finish()
    return { sheets }
  } catch (error) {
    if (error instanceof TooManyRows) return { failure: error.message, isTooLong: true }
    if (error instanceof UnreadableTable || error instanceof UnreadableArchive) return { failure: error.message }
    return { failure: 'Файл повреждён: таблицу в нём не удалось прочитать.' }
  }
}
