import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import pLimit from 'p-limit'
import type { FileStore } from './file-store.ts'
import { documentSuffix } from './media.ts'
import { newPrivateKey } from './private-addresses.ts'
import { type ArchiveEntry, archiveLimits, listEntries, UnreadableArchive } from './unpack-zip.ts'

/** Documents that are held in memory at a time: each takes its size, ten megabytes at most. */
const oneByOne = pLimit(2)

/** Why a document is refused, as one sentence for its sender. */
export class UnusableDocument extends Error {}

export type DocumentKind = 'pdf' | 'xlsx'

/** What a file begins like; `null`: no document. */
export async function documentKind(path: string): Promise<DocumentKind | 'empty' | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    const start = buffer.toString('latin1', 0, bytesRead)
    if (start === '') return 'empty'
    if (/^%PDF-\d/.test(start)) return 'pdf'
    return start.startsWith('PK\x03\x04') ? 'xlsx' : null
  } finally {
    await file.close()
  }
}

/** The types of a workbook's parts; a real list of them is a few kilobytes. */
const typesFile = '[Content_Types].xml'
const typesBytes = 1024 * 1024
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** Unpacks an entry piece by piece, keeping none. Throws if it is larger than it says. */
async function tryEntry(bytes: Buffer, { method, begins, packed, unpacked }: ArchiveEntry): Promise<void> {
  const content = bytes.subarray(begins, begins + packed)
  if (method === 0 && packed === unpacked) return
  if (method !== 8) throw new UnusableDocument('Таблица повреждена')
  let size = 0
  for await (const piece of Readable.from([content]).pipe(createInflateRaw({ chunkSize: 256 * 1024 }))) {
    size += (piece as Buffer).length
    if (size > unpacked) break
  }
  if (size !== unpacked) throw new UnusableDocument('Таблица повреждена')
}

function readTypes(bytes: Buffer, { method, begins, packed, unpacked }: ArchiveEntry): string {
  if (unpacked > typesBytes) throw new UnusableDocument('Это не таблица XLSX')
  const content = bytes.subarray(begins, begins + packed)
  return (method === 0 ? content : inflateRawSync(content, { maxOutputLength: typesBytes })).toString()
}

/**
 * Whether it is a workbook without macros that unpacks to what it says, and to no more than tables that this site reads:
 * whoever opens it must not be attacked by it.
 */
async function checkWorkbook(bytes: Buffer): Promise<void> {
  const entries = listEntries(bytes)
  const types = entries.find(({ name }) => name === typesFile)
  const declared = types ? readTypes(bytes, types) : ''
  if (/macroEnabled|vbaProject/.test(declared)) {
    throw new UnusableDocument('В таблице есть макросы: сохраните её как обычную книгу XLSX')
  }
  if (!declared.includes(workbookType)) throw new UnusableDocument('Это не таблица XLSX')
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > archiveLimits.unpacked) {
    throw new UnusableDocument('Таблица распаковывается в слишком большой объём')
  }
  for (const entry of entries) await tryEntry(bytes, entry)
}

/** Throws UnusableDocument for a file that is not what it begins like. */
export async function checkDocument(path: string, kind: DocumentKind): Promise<void> {
  if (kind === 'pdf') return
  await oneByOne(async () => {
    try {
      await checkWorkbook(await readFile(path))
    } catch (error) {
      if (error instanceof UnusableDocument) throw error
      const isOfArchive = error instanceof UnreadableArchive || /^(?:Z_|ERR_BUFFER_TOO)/.test(codeOf(error))
      throw isOfArchive ? new UnusableDocument('Таблица повреждена') : error
    }
  })
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code ?? '')

/** Stores a file as it is under a key that cannot be guessed; a row of `media` must follow. */
export async function storeDocument(files: FileStore, path: string): Promise<{ key: string; size: number }> {
  return oneByOne(async () => {
    const content = await readFile(path)
    const key = newPrivateKey() + documentSuffix
    await files.write(key, content)
    return { key, size: content.length }
  })
}
