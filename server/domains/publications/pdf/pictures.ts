import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { imageWidth } from '#contract/media.ts'

export interface PrintPicture {
  jpeg: Buffer
  width: number
  height: number
}

/** A decoded picture is large: only so many at a time. */
const decoding = pLimit(2)

/** A stored picture in a format that PDF knows; `null` when its file is gone. */
async function readPicture(folder: string, key: string): Promise<PrintPicture | null> {
  const webp = await readFile(join(folder, `${key}-${imageWidth}.webp`)).catch(() => null)
  if (webp === null) return null
  const { data, info } = await sharp(webp)
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

/** The pictures of an article by their keys, each once. */
export async function readPictures(folder: string, keys: Iterable<string>): Promise<Map<string, PrintPicture>> {
  const pairs = await Promise.all(
    [...new Set(keys)].map(key => decoding(async () => [key, await readPicture(folder, key)] as const)),
  )
  return new Map(pairs.flatMap(([key, picture]) => (picture === null ? [] : [[key, picture]])))
}
