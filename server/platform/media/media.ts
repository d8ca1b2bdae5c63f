import type { Sharp } from 'sharp'
import { avifWidths, drawnMark, imageWidth, pictureWidths, thumbnailWidth } from '#contract/media.ts'
import { type EncodedPicture, encodePicture, type PictureMark } from './encode-picture.ts'
import type { FileStore } from './file-store.ts'
import { isPrivateKey, newPrivateKey, privateAddresses } from './private-addresses.ts'

/** Stored pictures: their files and their addresses. */
export interface MediaStore {
  files: FileStore
  /** Stores a picture in every width under a name made from its content, and returns its key. */
  putPicture(image: Sharp): Promise<string>
  /** The two halves of `putPicture`, for several pictures of which none is stored if one cannot be read or written. */
  encodePicture(image: Sharp, mark?: PictureMark): Promise<EncodedPicture>
  storeEncoded(pictures: EncodedPicture[]): Promise<string[]>
  /** A stored picture, like `encodePicture` of its image; `null` if one of its files is missing. */
  findStored(key: string): Promise<EncodedPicture | null>
  /** The second half for private pictures: each gets its own key, which cannot be guessed. */
  storePrivately(pictures: EncodedPicture[]): Promise<string[]>
  /** Copies a stored picture to another key unless it is there already; false if one of its files is missing. */
  copyPicture(from: string, to: string): Promise<boolean>
  /** The absolute addresses of a stored picture; those of a private one expire. */
  urls(key: string): { get_image: string; get_thumbnail: string }
  /** Until when the holder of such an address may see the picture (private-addresses.ts). */
  validUntil(mark: string, name: string): number | null
}

/** The prefix of the paths of stored pictures. */
export const mediaPath = '/media/'

const suffix = /-\d+\.(?:webp|avif)$/

/** The key of the stored picture to which a file belongs. */
export const keyOfFile = (name: string) => name.replace(suffix, '')

export const fileOf = (key: string, width: number): string => `${key}-${width}.webp`

/** The AVIF that is made of a picture when it is asked for (picture-avif.ts). */
export const avifOf = (key: string, width: number): string => `${key}-${width}.avif`
export const isAvif = (name: string): boolean => name.endsWith('.avif')

/** The prefix of AVIFs of pictures that are drawn anew for each request, and of which nothing else is stored. */
export const drawnPrefix = 'drawn/'

/** The endings of the addresses of pictures, as a regular expression. */
export const pictureEnding = `(?:${pictureWidths.join('|')})\\.webp|(?:${avifWidths.join('|')})\\.avif`

/** The ending of the keys of documents, whose one file has the key as its name (documents.ts). */
export const documentSuffix = '.document'

/** The names of all files that are stored under a key. */
export const filesOfKey = (key: string): string[] =>
  key.endsWith(documentSuffix) ? [key] : pictureWidths.map(width => fileOf(key, width))

const storedFile = new RegExp(`^(?:[0-9a-f]{2}|private)/[0-9a-f]{32}(?:(?:${drawnMark})?-\\d{1,4}\\.webp|\\.document)$`)

/** Whether a file of the store belongs to a key and cannot be made again: others are being written, or are AVIFs. */
export const isStoredFile = (name: string): boolean => storedFile.test(name)

interface MediaDeps {
  files: FileStore
  publicUrl: string
  /** Signs the addresses of private pictures. */
  secret: string
}

export function mediaStore({ files, publicUrl, secret }: MediaDeps): MediaStore {
  const touch = files.renew
  const addresses = privateAddresses(secret)
  const pathOf = (key: string) => (isPrivateKey(key) ? addresses.pathOf(key) : key)
  const urlOf = (key: string, width: number) => `${publicUrl}${mediaPath}${fileOf(pathOf(key), width)}`

  const encode = (image: Sharp, mark?: PictureMark) =>
    encodePicture(image, (key, width) => touch(fileOf(key, width)), mark)

  async function storeEncoded(pictures: EncodedPicture[]): Promise<string[]> {
    await files.writeAll(
      pictures.flatMap(({ key, files: encoded }) =>
        encoded.flatMap(({ width, content }) => (content ? [{ name: fileOf(key, width), content }] : [])),
      ),
    )
    return pictures.map(({ key }) => key)
  }

  async function storePrivately(pictures: EncodedPicture[]): Promise<string[]> {
    return storeEncoded(pictures.map(picture => ({ ...picture, key: newPrivateKey() })))
  }

  async function findStored(key: string): Promise<EncodedPicture | null> {
    const found = await Promise.all(pictureWidths.map(width => touch(fileOf(key, width))))
    return found.every(Boolean) ? { key, files: pictureWidths.map(width => ({ width, content: null })) } : null
  }

  async function copyPicture(from: string, to: string): Promise<boolean> {
    const copied = await Promise.all(
      pictureWidths.map(
        async width => (await touch(fileOf(to, width))) || files.copy(fileOf(from, width), fileOf(to, width)),
      ),
    )
    return copied.every(Boolean)
  }

  return {
    files,
    async putPicture(image) {
      const picture = await encode(image)
      await storeEncoded([picture])
      return picture.key
    },
    encodePicture: encode,
    storeEncoded,
    storePrivately,
    findStored,
    copyPicture,
    urls: key => ({ get_image: urlOf(key, imageWidth), get_thumbnail: urlOf(key, thumbnailWidth) }),
    validUntil: addresses.validUntil,
  }
}
