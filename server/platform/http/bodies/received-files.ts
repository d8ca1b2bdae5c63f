import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { pictureLimits } from '#contract/media.ts'
import type { PictureIntake } from '#server/platform/media/picture-intake.ts'
import { AppError } from '../errors.ts'
import { type Arrival, bodyLimit, readText } from './body-arrival.ts'

/** A file of a request, on disk until the request is answered; its content is not checked yet. */
export interface ReceivedFile {
  field: string
  /** The sender's file name; never used as a path. */
  filename: string
  path: string
}

/** How many parts a form may have, and the bytes and lines of each part's headers. */
const limits = { parts: 200, headerSize: 4096, headerPairs: 20, fileSize: pictureLimits.bytes + 1 }
/** Bytes of a form besides its files: its texts, headers and boundaries. */
export const formLimit = bodyLimit + limits.parts * 2048
/** No file in use is older: the largest form at the slowest pace takes two hours. */
const staleAfter = 3 * 60 * 60 * 1000

/** Files that last no longer than a request; those of dead processes are removed at the start. */
export const temporaryFolderOf = (dataDir: string) => join(dataDir, 'incoming')

/** Removes the files of requests that a dead process was reading. `alone`: no other process uses the folder. */
export async function clearReceivedFiles(dataDir: string, alone: boolean): Promise<void> {
  const folder = temporaryFolderOf(dataDir)
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

function fileError(field: string, message: string, code: string, status: 'INVALID_INPUT' | 'TOO_LARGE'): AppError {
  return new AppError(status, message, { [field]: [{ message, code }] })
}

interface Form {
  /** The files that the call takes. */
  accepted: Call['files']
  dataDir: string
  /** Filled as files arrive, so that the caller can remove them. */
  files: ReceivedFile[]
  arrival: Arrival
  /** Counts what the sender sends. */
  intake: PictureIntake
  sender: string
  /** Bytes of the whole body; 0 for a chunked one. */
  declaredBytes: number
}

/** In browsers' forms a part without a file name is a text. */
const isText = ({ filename, mimetype }: MultipartFile) =>
  (filename as string | undefined) === undefined && mimetype !== 'application/octet-stream'

/** How files are called. */
const fileWords = { one: 'файл', many: 'файлов' }
const words = { picture: { one: 'снимок', many: 'снимков' }, table: fileWords, file: fileWords }
const megabyte = 1024 * 1024
const tooLarge = ({ kind, bytes }: { kind?: 'table' | 'file'; bytes: number }) =>
  `${kind === undefined ? 'Снимок' : 'Файл'} больше ${bytes / megabyte} МБ`

/** Takes one file of a form: writes it to disk, or refuses it. */
async function takeFile(part: MultipartFile, form: Form): Promise<void> {
  const { accepted, dataDir, files, arrival, intake, sender, declaredBytes } = form
  // A form's file field that was left empty arrives as a file without a name. A file of another field is read with the
  // texts, counts with them and is discarded.
  const field = part.fieldname
  if (!part.filename || (accepted && field !== accepted.field && !accepted.singles?.includes(field))) {
    part.file.resume()
    return
  }
  if (!accepted) throw fileError(field.slice(0, 100), 'Файлы здесь не принимаются', 'too_many', 'INVALID_INPUT')
  const max = field === accepted.field ? accepted.max : 1
  if (files.filter(file => file.field === field).length >= max) {
    const { one, many } = words[accepted.kind ?? 'picture']
    const message = max === 1 ? `Можно приложить только один ${one}` : `Не больше ${max} ${many}`
    throw fileError(field, message, 'too_many', 'INVALID_INPUT')
  }
  // Checked before anything is written.
  if (accepted.kind === undefined) await intake.takePicture(sender)
  if (files.length === 0) await intake.takeBytes(sender, declaredBytes)
  const file = { field, filename: part.filename, path: join(temporaryFolderOf(dataDir), randomUUID()) }
  files.push(file)
  // Opened before anything else can fail, so that it exists when it is removed.
  const opened = await open(file.path, 'wx')
  const most = accepted.bytes ?? pictureLimits.bytes
  let size = 0
  part.file.on('data', (chunk: Buffer) => {
    size += chunk.length
    arrival.wereFile(chunk.length)
    if (size > most) {
      arrival.refuse(fileError(field, tooLarge({ ...accepted, bytes: most }), 'too_large', 'TOO_LARGE'))
    }
  })
  await pipeline(part.file, opened.createWriteStream(), { signal: arrival.signal })
  if (declaredBytes === 0) await intake.takeBytes(sender, size)
}

/**
 * Reads a multipart body: fields (a repeated one becomes a list) and, written to disk as they arrive, the files that
 * the call takes; memory stays bounded whatever is sent. Reading stops at the first refusal. Throws TOO_LARGE,
 * INVALID_INPUT, TOO_MANY_REQUESTS, UNREADABLE_BODY, the reason of a refused arrival, and errors of the file system.
 */
export async function readMultipart(request: FastifyRequest, form: Form): Promise<Record<string, unknown>> {
  const { signal } = form.arrival
  const fields = new Map<string, string[]>()
  const refused = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  let left = bodyLimit
  try {
    // Texts come as streams too: strings that the parser builds of small chunks take many times their size.
    const parts = request.parts({ limits, isPartAFile: () => true })
    for (;;) {
      const { value: part, done } = await Promise.race([parts.next(), refused])
      if (done) break
      if (part.type === 'field' || part.fieldname === undefined) throw new AppError('UNREADABLE_BODY')
      if (!isText(part)) {
        await takeFile(part, form)
        continue
      }
      const text = await readText(part.file, left, signal)
      left -= Buffer.byteLength(text)
      // Browsers send line breaks in forms as CRLF whatever was typed.
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), text.replaceAll('\r\n', '\n')])
    }
  } catch (error) {
    // A disk that cannot be written is not the sender's fault; errors that follow it are its consequences.
    const { syscall } = error as NodeJS.ErrnoException
    if (syscall === 'open' || syscall === 'write' || syscall === 'close') throw error
    if (signal.aborted) throw signal.reason
    if (error instanceof AppError) throw error
    // The parser's own limits carry 413; any other error is a truncated or malformed body.
    throw new AppError((error as { statusCode?: number }).statusCode === 413 ? 'TOO_LARGE' : 'UNREADABLE_BODY')
  } finally {
    request.raw.unpipe()
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}
