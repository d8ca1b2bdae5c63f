import { pictureLimits } from '#contract/media.ts'
import type { ReceivedFile } from '../http/bodies/received-files.ts'
import { AppError } from '../http/errors.ts'
import type { EncodedPicture } from './encode-picture.ts'
import type { MediaStore } from './media.ts'
import { isAccepted } from './picture-header.ts'
import { DamagedPicture } from './picture-process.ts'
import { type PictureWorkers, pictureWorkers } from './picture-workers.ts'

/** One for all requests, which share its memory. */
const workers = pictureWorkers()

function refuse(file: ReceivedFile, message: string, code: string): never {
  throw new AppError('INVALID_INPUT', message, { [file.field]: [{ message, code }] })
}

async function readPicture(file: ReceivedFile, { inspect, encode }: PictureWorkers): Promise<EncodedPicture> {
  try {
    const header = await inspect(file.path)
    if (!header || !isAccepted(header)) {
      return refuse(file, 'Это не снимок: нужен файл JPEG, PNG, WebP, AVIF или GIF', 'not_a_picture')
    }
    if (header.width * header.height > pictureLimits.pixels) {
      return refuse(file, 'В снимке больше 40 мегапикселей', 'too_many_pixels')
    }
    if (Math.max(header.width, header.height) > pictureLimits.side) {
      return refuse(file, 'Сторона снимка больше 12 000 пикселей', 'too_long')
    }
    return await encode(file.path, header)
  } catch (error) {
    // Only a bad file is the sender's fault.
    if (!(error instanceof DamagedPicture)) throw error
    return refuse(file, 'Снимок повреждён или загрузился не до конца', 'damaged')
  }
}

/**
 * Decodes uploaded pictures, turns them upright, removes their metadata and encodes them in every width, keeping their
 * order; nothing is stored. Throws INVALID_INPUT for a file that is not a picture, truncated or too large, and
 * UNAVAILABLE if too many wait.
 */
export async function readPictures(files: ReceivedFile[], by: PictureWorkers = workers): Promise<EncodedPicture[]> {
  return Promise.all(files.map(file => readPicture(file, by)))
}

/**
 * Reads the pictures and stores all of them or, if one cannot be read or written, none; returns their keys, those of
 * private pictures if `isPrivate`. Rows of `media` must follow.
 */
export async function storePictures(media: MediaStore, files: ReceivedFile[], isPrivate = false): Promise<string[]> {
  const pictures = await readPictures(files)
  return isPrivate ? media.storePrivately(pictures) : media.storeEncoded(pictures)
}

/** The first item of a list that is not empty. */
function only<Value>([value]: Value[]): Value {
  if (value === undefined) throw new Error('a picture that was read is not there')
  return value
}

/** The same for one public picture. */
export async function storePicture(media: MediaStore, file: ReceivedFile): Promise<string> {
  return only(await storePictures(media, [file]))
}

/**
 * The same for a picture that only its owner sees so far: its present key, and the key that it will have when a form
 * makes it public.
 */
export async function storeUnseenPicture(media: MediaStore, file: ReceivedFile) {
  const pictures = await readPictures([file])
  return { mediaKey: only(await media.storePrivately(pictures)), publicKey: only(pictures).key }
}
