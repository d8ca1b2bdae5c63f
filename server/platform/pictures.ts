import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import sharp, { type Metadata } from 'sharp'
import { pictureLimits } from '#contract/media.ts'
import { AppError } from './errors.ts'
import type { EncodedPicture, MediaStore } from './media.ts'
import type { ReceivedFile } from './received-files.ts'

/** By content, whatever the file is called. AVIF calls itself HEIF with this compression; HEIC has another. */
function isAccepted({ format, compression }: Metadata): boolean {
  if (format === 'heif') return compression === 'av1'
  return format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif'
}

/** A decoded picture takes up to 160 MB: only so many at a time, and a core is left for answering. */
const decoding = pLimit(Math.max(1, availableParallelism() - 1))

function refuse(file: ReceivedFile, message: string, code: string): never {
  throw new AppError('INVALID_INPUT', message, { [file.field]: [{ message, code }] })
}

/** Decodes an uploaded picture, turns it upright and drops its metadata. */
async function encode(media: MediaStore, file: ReceivedFile): Promise<EncodedPicture> {
  const metadata = await sharp(file.path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!metadata || !isAccepted(metadata)) {
    return refuse(file, 'Это не снимок: нужен файл JPEG, PNG, WebP, AVIF или GIF', 'not_a_picture')
  }
  if (metadata.width * metadata.height > pictureLimits.pixels) {
    return refuse(file, 'В снимке больше 40 мегапикселей', 'too_many_pixels')
  }
  return decoding(async () => {
    try {
      return await media.encodePicture(
        sharp(file.path, { limitInputPixels: pictureLimits.pixels, failOn: 'error' }).autoOrient(),
      )
    } catch (error) {
      // Only what is wrong with the file is the sender's; a full disk is ours.
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error
      return refuse(file, 'Снимок повреждён или загрузился не до конца', 'damaged')
    }
  })
}

/**
 * Stores an uploaded picture in every width; gives its key. Throws INVALID_INPUT for what is no picture, is cut off or
 * has too many pixels. A row of `media` must follow.
 */
export async function storePicture(media: MediaStore, file: ReceivedFile): Promise<string> {
  return media.storeEncoded(await encode(media, file))
}

/** Stores several, keeping their order: all or, when `storePicture` would throw for one of them, none. */
export async function storePictures(media: MediaStore, files: ReceivedFile[]): Promise<string[]> {
  const pictures = await Promise.all(files.map(file => encode(media, file)))
  return Promise.all(pictures.map(picture => media.storeEncoded(picture)))
}
