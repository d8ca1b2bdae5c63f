import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { imageWidth, pictureWidths, thumbnailWidth } from '#contract/media.ts'

/** Where the files of stored pictures lie and how they are addressed. */
export interface MediaStore {
  folder: string
  /** Stores a picture in every width under a name made from its content, and gives its key. */
  putPicture(image: Sharp): Promise<string>
  /** The absolute addresses of a stored picture. */
  urls(key: string): { get_image: string; get_thumbnail: string }
}

/** The folder below the data folder, and the path in an address, under which stored pictures are found. */
export const mediaPath = '/media/'

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Written beside its place and moved there, so that a file is either whole or not there. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.tmp`
  await writeFile(draft, content)
  await rename(draft, path)
}

export function mediaStore(dataDir: string, publicUrl: string): MediaStore {
  const folder = join(dataDir, 'media')
  const fileOf = (key: string, width: number) => join(folder, `${key}-${width}.webp`)
  const urlOf = (key: string, width: number) => `${publicUrl}${mediaPath}${key}-${width}.webp`

  return {
    folder,
    async putPicture(image) {
      const { data, info } = await image
        .resize({ width: imageWidth, withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const hash = createHash('sha256').update(`${info.width}x${info.height} `).update(data).digest('hex').slice(0, 32)
      const key = `${hash.slice(0, 2)}/${hash}`
      const raw = { width: info.width, height: info.height, channels: info.channels }
      await Promise.all(
        pictureWidths.map(async width => {
          const path = fileOf(key, width)
          if (await exists(path)) return
          const file = await sharp(data, { raw })
            .resize({ width, withoutEnlargement: true })
            .webp({ quality: 80, effort: 2 })
            .toBuffer()
          await writeWhole(path, file)
        }),
      )
      return key
    },
    urls: key => ({ get_image: urlOf(key, imageWidth), get_thumbnail: urlOf(key, thumbnailWidth) }),
  }
}
