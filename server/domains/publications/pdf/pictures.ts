import pLimit from 'p-limit'
import sharp from 'sharp'
import { imageWidth } from '#contract/media.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import { fileOf } from '#server/platform/media/media.ts'

export interface PrintPicture {
  jpeg: Buffer
  width: number
  height: number
}

/** Decoded pictures are large: this many at a time. */
const decoding = pLimit(2)

/** A stored picture in a format that PDF supports; `null` if its file is missing. */
async function readPicture(files: FileStore, key: string): Promise<PrintPicture | null> {
  const webp = await files.read(fileOf(key, imageWidth))
  if (webp === null) return null
  const { data, info } = await sharp(webp)
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

/** The pictures of an article by key. */
export async function readPictures(files: FileStore, keys: Iterable<string>): Promise<Map<string, PrintPicture>> {
  const pairs = await Promise.all(
    [...new Set(keys)].map(key => decoding(async () => [key, await readPicture(files, key)] as const)),
  )
  return new Map(pairs.flatMap(([key, picture]) => (picture === null ? [] : [[key, picture]])))
}
