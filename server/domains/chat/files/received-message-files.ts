import { messageFileTypes } from '#contract/chat.ts'
import { imageWidth } from '#contract/media.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { checkDocument, documentKind, storeDocument, UnusableDocument } from '#server/platform/media/documents.ts'
import type { EncodedPicture } from '#server/platform/media/encode-picture.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { readPictures } from '#server/platform/media/pictures.ts'
import type { FileRow } from '../chat.queries.ts'
import { cleanFileName } from './file-name.ts'

export type StoredFile = Omit<FileRow, 'messageId' | 'position'>

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
  | { type: typeof messageFileTypes.picture; picture: EncodedPicture }
  | { type: typeof messageFileTypes.pdf | typeof messageFileTypes.xlsx; path: string }

async function check(file: ReceivedFile, index: number): Promise<Checked> {
  const kind = await documentKind(file.path)
  if (kind === 'empty') return refuse(index, file.filename, 'Файл пуст', 'empty')
  if (kind === null) return { type: messageFileTypes.picture, picture: await readPicture(file, index) }
  try {
    await checkDocument(file.path, kind)
  } catch (error) {
    if (error instanceof UnusableDocument) refuse(index, file.filename, error.message, 'damaged')
    throw error
  }
  return { type: messageFileTypes[kind], path: file.path }
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
export async function storeMessageFiles(media: MediaStore, files: ReceivedFile[]): Promise<StoredFile[]> {
  const checked = await Promise.all(files.map(check))
  const stored = await Promise.all(checked.map(file => store(media, file)))
  return stored.map((file, index) => {
    const type = checked[index]?.type ?? messageFileTypes.picture
    return { ...file, id: uuidv7(), type, name: cleanFileName(files[index]?.filename ?? '', type) }
  })
}
