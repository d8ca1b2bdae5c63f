import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { pictureLimits } from '#contract/media.ts'
import { AppError } from './errors.ts'

/** A file of a request, on disk until the request is answered; nothing is known yet of what it contains. */
export interface ReceivedFile {
  field: string
  /** As the sender calls it; never used as a path. */
  filename: string
  path: string
}

/** Bytes of one field that is no file, and how many fields and files a body may have before it is not read further. */
const limits = { fieldSize: 1024 * 1024, fields: 500, files: 100, fileSize: pictureLimits.bytes }
/** Nothing under way is older. */
const staleAfter = 60 * 60 * 1000

const folderOf = (dataDir: string) => join(dataDir, 'incoming')

/** Removes what a process that died left of the requests it was reading. `alone`: no other process uses the folder. */
export async function clearReceivedFiles(dataDir: string, alone: boolean): Promise<void> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isStale = alone || (await stat(path)).mtimeMs < Date.now() - staleAfter
    if (isStale) await rm(path, { force: true })
  }
}

export async function removeReceivedFiles(files: ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(file => rm(file.path, { force: true })))
}

function fileFault(field: string, message: string, code: string, status: 'INVALID_INPUT' | 'TOO_LARGE'): AppError {
  return new AppError(status, message, { [field]: [{ message, code }] })
}

/**
 * Reads a multipart body: fields (one that stands several times becomes a list) and, written to disk as they come, the
 * files that the call takes; memory stays bounded whatever is sent. The body is read to its end also when it is
 * refused, or a browser would see a broken connection instead of the reason. `files` is filled as they arrive, so
 * that the caller can remove them. Throws TOO_LARGE, INVALID_INPUT or UNREADABLE_BODY.
 */
export async function readMultipart(
  request: FastifyRequest,
  accepted: Call['files'],
  dataDir: string,
  files: ReceivedFile[],
): Promise<Record<string, unknown>> {
  const fields = new Map<string, string[]>()
  let refusal: AppError | null = null
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) refusal ??= new AppError('TOO_LARGE')
        // Forms send line breaks as CRLF whatever was typed.
        const value = String(part.value).replaceAll('\r\n', '\n')
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), value])
        continue
      }
      // A form's file field that was left empty arrives as a file without a name.
      const isWanted = part.fieldname === accepted?.field && !(part.filename === '' || part.filename === undefined)
      if (isWanted && files.length >= accepted.max) {
        refusal ??= fileFault(
          accepted.field,
          accepted.max === 1 ? 'Можно приложить только один снимок' : `Не больше ${accepted.max} снимков`,
          'too_many',
          'INVALID_INPUT',
        )
      }
      if (!isWanted || refusal) {
        part.file.resume()
        continue
      }
      const file = { field: accepted.field, filename: part.filename, path: join(folderOf(dataDir), randomUUID()) }
      files.push(file)
      await pipeline(part.file, createWriteStream(file.path))
      if (part.file.truncated) {
        refusal ??= fileFault(accepted.field, 'Снимок больше 10 МБ', 'too_large', 'TOO_LARGE')
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    // A disk that cannot be written is not the sender's doing.
    const { syscall } = error as NodeJS.ErrnoException
    if (syscall === 'open' || syscall === 'write') throw error
    // The parser's own limits carry 413; all else is a body that breaks off or is not what it says.
    throw new AppError((error as { statusCode?: number }).statusCode === 413 ? 'TOO_LARGE' : 'UNREADABLE_BODY')
  }
  if (refusal) throw refusal
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
