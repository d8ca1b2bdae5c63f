/**
 * The process that reads an untrusted table, started by read-tables.ts. It reads one file and ends. A malicious file
 * can crash only this process.
 */
import { UnreadableArchive } from '#server/platform/media/unpack-zip.ts'
import { type Sheet, tableCounter, UnreadableTable } from './cells.ts'
import type { WorkerMessage } from './read-tables.ts'
import { readTextTable } from './read-text-table.ts'
import { readWorkbook } from './read-workbook.ts'

/** Cells per message, so that the server receives each message in a few milliseconds. */
const cellsAtOnce = 4000

const send = (message: WorkerMessage) =>
  new Promise<void>((resolve, reject) =>
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve())),
  )

async function sendSheet({ rows, ...sheet }: Sheet): Promise<void> {
  await send({ is: 'sheet', sheet: { ...sheet, rows: [] } })
  let batch: Sheet['rows'] = []
  let cells = 0
  for (const row of rows) {
    batch.push(row)
    cells += row.length + 1
    if (cells < cellsAtOnce) continue
    await send({ is: 'rows', rows: batch })
    batch = []
    cells = 0
  }
  if (batch.length > 0) await send({ is: 'rows', rows: batch })
}

/** Recognizes the format by the first bytes and reads the file. */
async function read(bytes: Buffer): Promise<Sheet[]> {
  const counter = tableCounter()
  if (bytes.length === 0) throw new UnreadableTable('Файл пуст.')
  const begins = bytes.toString('latin1', 0, 8)
  const isArchive = begins.startsWith('PK\x03\x04') || begins.startsWith('PK\x05\x06')
  const isOle = begins === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
  const sheets = isArchive || isOle ? await readWorkbook(bytes, isArchive, counter) : readTextTable(bytes, counter)
  counter.finish()
  return sheets
}

async function work(bytes: Uint8Array): Promise<void> {
  try {
    const sheets = await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    for (const sheet of sheets) await sendSheet(sheet)
    await send({ is: 'done' })
  } catch (error) {
    const failure =
      error instanceof UnreadableTable || error instanceof UnreadableArchive
        ? error.message
        : 'Файл повреждён: таблицу в нём не удалось прочитать.'
    await send({ is: 'failed', failure })
  }
  process.disconnect()
}

process.once('disconnect', () => process.exit(0))
// Signals to the whole process group are meant for the parent, which may still need the result.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.once('message', (bytes: Uint8Array) => void work(bytes))
