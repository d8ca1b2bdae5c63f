import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { imageWidth, pictureWidths, thumbnailWidth } from '#contract/media.ts'

/** A picture encoded in every width, of which nothing is stored yet. */
export interface EncodedPicture {
  key: string
  /** `null`: a file of this content and width is stored already. */
  files: { width: number; content: Buffer | null }[]
}

/** Where the files of stored pictures lie and how they are addressed. */
export interface MediaStore {
  folder: string
  /** Stores a picture in every width under a name made from its content, and gives its key. */
  putPicture(image: Sharp): Promise<string>
  /** The two halves of `putPicture`, for several pictures of which none is stored when one cannot be read. */
  encodePicture(image: Sharp): Promise<EncodedPicture>
  storeEncoded(picture: EncodedPicture): Promise<string>
  /** The absolute addresses of a stored picture. */
  urls(key: string): { get_image: string; get_thumbnail: string }
}

/** The folder below the data folder, and the path in an address, under which stored pictures are found. */
export const mediaPath = '/media/'

/** Ends the name of a file that is being written. */
export const draftSuffix = '.tmp'

const suffix = /-\d+\.webp$/

/** The key of the stored picture to which a file in the media folder belongs. */
export const keyOfFile = (name: string) => name.replace(suffix, '')

/** Whether the file is there; it then counts as new, so that a clean-up beside us leaves it (media-cleanup.ts). */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    () => false,
  )
}

/** Written beside its place and moved there, so that a file is either whole or not there, also after a power cut. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}${draftSuffix}`
  await writeFile(draft, content, { flush: true })
  await rename(draft, path)
}

export function mediaStore(dataDir: string, publicUrl: string): MediaStore {
  const folder = join(dataDir, 'media')
  const fileOf = (key: string, width: number) => join(folder, `${key}-${width}.webp`)
  const urlOf = (key: string, width: number) => `${publicUrl}${mediaPath}${key}-${width}.webp`

  async function encodePicture(image: Sharp): Promise<EncodedPicture> {
    const { data, info } = await image
      .resize({ width: imageWidth, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const hash = createHash('sha256').update(`${info.width}x${info.height} `).update(data).digest('hex').slice(0, 32)
    const key = `${hash.slice(0, 2)}/${hash}`
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const files = await Promise.all(
      pictureWidths.map(async width => {
        if (await touch(fileOf(key, width))) return { width, content: null }
        const resized = sharp(data, { raw }).resize({ width, withoutEnlargement: true })
        return { width, content: await resized.webp({ quality: 80, effort: 2 }).toBuffer() }
      }),
    )
    return { key, files }
  }

  async function storeEncoded({ key, files }: EncodedPicture): Promise<string> {
    await Promise.all(
      files.map(async ({ width, content }) => {
        if (content) await writeWhole(fileOf(key, width), content)
      }),
    )
    return key
  }

  return {
    folder,
    putPicture: async image => storeEncoded(await encodePicture(image)),
    encodePicture,
    storeEncoded,
    urls: key => ({ get_image: urlOf(key, imageWidth), get_thumbnail: urlOf(key, thumbnailWidth) }),
  }
}
