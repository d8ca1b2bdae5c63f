import { type AttachedFileType, attachedFilesMax, attachedFileTypes } from '#contract/attached-files.ts'
import { imageWidth } from '#contract/media.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { checkDocument, documentKind, storeDocument, UnusableDocument } from '../documents.ts'
import type { EncodedPicture } from '../encode-picture.ts'
import type { MediaStore } from '../media.ts'
import { readPictures } from '../pictures.ts'
import { cleanFileName } from './file-name.ts'

/** A file whose content is stored; a row that refers to its key must follow. */
export interface StoredFile {
  id: string
  name: string
  size: number
  type: AttachedFileType
  mediaKey: string
}

/** Files that a person may attach in an hour: twenty full forms. */
export const filesPerHour = 20 * attachedFilesMax
/** Bytes that all files of one person may take, of messages and of deals each. */
const bytesOfPerson = 2 * 1024 ** 3

const notAccepted = 'Такой файл отправить нельзя: подойдут снимки, PDF и XLSX'

/** The fault of one file, under the name of the field and under the file's own. */
function refuse(index: number, name: string, message: string, code: string): never {
  const error = [{ message: `«${name}»: ${message.charAt(0).toLowerCase()}${message.slice(1)}`, code }]
  throw new AppError('INVALID_INPUT', error[0]?.message, { files: error, [`files.${index}`]: [{ message, code }] })
}

async function readPicture(file: ReceivedFile, index: number): Promise<EncodedPicture> {
  try {
    const [picture] = await readPictures([file])
    if (!picture) throw new Error('a picture that was read is not there')
    return picture
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fault = error.fields?.[file.field]?.[0]
    if (!fault) throw error
    const isPicture = fault.code !== 'not_a_picture'
    return refuse(index, file.filename, isPicture ? fault.message : notAccepted, isPicture ? fault.code : 'wrong_type')
  }
}

/** What a file turns out to be: a picture in every width, or a document that is stored as it is. */
type Checked =
  | { type: typeof attachedFileTypes.picture; picture: EncodedPicture }
  | { type: typeof attachedFileTypes.pdf | typeof attachedFileTypes.xlsx; path: string }

async function check(file: ReceivedFile, index: number): Promise<Checked> {
  const kind = await documentKind(file.path)
  if (kind === 'empty') return refuse(index, file.filename, 'Файл пуст', 'empty')
  if (kind === null) return { type: attachedFileTypes.picture, picture: await readPicture(file, index) }
  try {
    await checkDocument(file.path, kind)
  } catch (error) {
    if (error instanceof UnusableDocument) refuse(index, file.filename, error.message, 'damaged')
    throw error
  }
  return { type: attachedFileTypes[kind], path: file.path }
}

async function store(media: MediaStore, checked: Checked): Promise<{ mediaKey: string; size: number }> {
  if ('path' in checked) {
    const { key, size } = await storeDocument(media.files, checked.path)
    return { mediaKey: key, size }
  }
  const [mediaKey = ''] = await media.storePrivately([checked.picture])
  const largest = checked.picture.files.find(({ width }) => width === imageWidth)
  return { mediaKey, size: largest?.content?.length ?? 0 }
}

/**
 * Checks files by their content, whatever they are called, and stores them once all are good: pictures re-encoded, PDF and
 * XLSX as they are. Rows of `media` must follow. Throws INVALID_INPUT that names the file, and UNAVAILABLE.
 */
export async function storeAttachedFiles(media: MediaStore, files: ReceivedFile[]): Promise<StoredFile[]> {
  const checked = await Promise.all(files.map(check))
  const stored = await Promise.all(checked.map(file => store(media, file)))
  return stored.map((file, index) => {
    const type = checked[index]?.type ?? attachedFileTypes.picture
    return { ...file, id: uuidv7(), type, name: cleanFileName(files[index]?.filename ?? '', type) }
  })
}

/** Throws INVALID_INPUT if a person's files, which already have so many bytes, would take too much with these. */
export function checkRoom(taken: number, files: StoredFile[], where: string): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (taken + bytes <= bytesOfPerson) return
  const message = `Ваши файлы ${where} занимают больше 2 ГБ: новые уже не поместятся`
  throw new AppError('INVALID_INPUT', message, { files: fieldError(message, 'no_room') })
}
