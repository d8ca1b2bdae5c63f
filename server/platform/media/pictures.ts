import { pictureLimits } from '#contract/media.ts'
import type { ReceivedFile } from '../http/bodies/received-files.ts'
import { AppError } from '../http/errors.ts'
import type { EncodedPicture } from './encode-picture.ts'
import type { MediaStore } from './media.ts'
import { isAccepted } from './picture-header.ts'
import { DamagedPicture } from './picture-process.ts'
import { type PictureWorkers, pictureWorkers } from './picture-workers.ts'

/** One for all requests: they share its memory. */
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
    // Only what is wrong with the file is the sender's.
    if (!(error instanceof DamagedPicture)) throw error
    return refuse(file, 'Снимок повреждён или загрузился не до конца', 'damaged')
  }
}

/**
 * Decodes uploaded pictures, turns them upright, drops their metadata and encodes them in every width, keeping their
 * order; nothing is stored. Throws INVALID_INPUT for what is no picture, is cut off or is too large, and UNAVAILABLE when
 * too many wait.
 */
export async function readPictures(files: ReceivedFile[], by: PictureWorkers = workers): Promise<EncodedPicture[]> {
  return Promise.all(files.map(file => readPicture(file, by)))
}

/**
 * Reads the pictures and stores all of them or, when one cannot be read or written, none; gives their keys, those of
 * pictures that not everybody may see when `isPrivate`. Rows of `media` must follow.
 */
export async function storePictures(media: MediaStore, files: ReceivedFile[], isPrivate = false): Promise<string[]> {
  const pictures = await readPictures(files)
  return isPrivate ? media.storePrivately(pictures) : media.storeEncoded(pictures)
}

/** The first of a list that has one. */
function only<Value>([value]: Value[]): Value {
  if (value === undefined) throw new Error('a picture that was read is not there')
  return value
}

/** The same for one that everybody may see. */
export async function storePicture(media: MediaStore, file: ReceivedFile): Promise<string> {
  return only(await storePictures(media, [file]))
}

/**
 * The same for a picture that only its owner sees yet: the key under which it lies, and the one that it will have when
 * a form shows it to everybody.
 */
export async function storeUnseenPicture(media: MediaStore, file: ReceivedFile) {
  const pictures = await readPictures([file])
  return { mediaKey: only(await media.storePrivately(pictures)), publicKey: only(pictures).key }
}
