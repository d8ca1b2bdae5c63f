import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { readPictures } from './pictures.ts'

const minute = 60_000
const folder = mkdtempSync(join(tmpdir(), 'dendro-bombs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function received(image: Sharp | Buffer) {
  const path = join(folder, 'file')
  writeFileSync(path, Buffer.isBuffer(image) ? image : await image.toBuffer())
  return { field: 'image', filename: 'a.jpg', path }
}

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 80, g: 106, b: 60, alpha: 0.5 } } })
const deep = (width: number, height: number) => plain(width, height, 4).toColourspace('rgb16')

/** Encoding so many pixels takes seconds: what several tests need is made once. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const largestAvif = once(() => plain(6300, 6300).avif({ effort: 0 }).toBuffer())

const frames = once(() =>
  Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      sharp({ create: { width: 3000, height: 3000, channels: 3, background: { r: n * 20, g: 9, b: 9 } } })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    ),
  ),
)
/** Ten frames that are drawn over one another. */
const animation = async () => sharp(await frames(), { join: { animated: true } })

/** Each is the smallest file with so many pixels. */
const taken: Record<string, () => Sharp | Promise<Sharp | Buffer>> = {
  'an AVIF of 40 megapixels': largestAvif,
  'an AVIF of 12 bits that one can see through': () => deep(4000, 3000).avif({ effort: 0, bitdepth: 12 }),
  'a WebP of 40 megapixels': () => plain(8000, 5000, 4).webp({ effort: 0 }),
  'a lossless WebP': () => plain(8000, 5000, 4).webp({ lossless: true, effort: 0 }),
  'a WebP of ten frames': async () => (await animation()).webp({ effort: 0 }),
  'a PNG of 16 bits': () => deep(8000, 5000).png(),
  'an interlaced PNG of 16 bits': () => deep(8000, 5000).png({ progressive: true }),
  'a PNG of 16 bits that lies on its side': () => deep(8000, 5000).withMetadata({ orientation: 6 }).png(),
  'a GIF of 40 megapixels': () => plain(8000, 5000).gif({ effort: 1 }),
  'a GIF of ten frames': async () => (await animation()).gif({ effort: 1 }),
  'a progressive JPEG': () => plain(8000, 5000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  'a progressive JPEG that lies on its side': () =>
    plain(8000, 5000).withMetadata({ orientation: 6 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  'a JPEG for print': () => plain(4000, 3000).toColourspace('cmyk').jpeg({ progressive: true }),
}

/** Refused for what their headers say: encoded in the ways that take the least time. */
const refused: Record<string, [() => Sharp, string]> = {
  'an AVIF of more than 40 megapixels': [
    () => plain(6400, 6300).avif({ effort: 0, chromaSubsampling: '4:2:0' }),
    'too_many_pixels',
  ],
  'a WebP of more than 40 megapixels': [() => plain(6400, 6300).webp({ lossless: true, effort: 0 }), 'too_many_pixels'],
  'a GIF of more than 40 megapixels': [() => plain(6400, 6300).gif({ effort: 1 }), 'too_many_pixels'],
  'a JPEG of more than 40 megapixels': [() => plain(6400, 6300).jpeg(), 'too_many_pixels'],
  'a PNG of a single line': [() => plain(12_001, 1).png(), 'too_long'],
  'a JPEG of a single column': [() => plain(1, 60_000).jpeg(), 'too_long'],
}

describe('a picture that is small on disk and large in memory', { timeout: 10 * minute }, () => {
  it.each(Object.entries(taken))('%s is accepted: its memory was estimated', async (_what, make) => {
    const [picture] = await readPictures([await received(await make())])
    expect(picture?.files.map(({ width, content }) => [width, (content?.length ?? 0) > 0])).toEqual([
      [320, true],
      [640, true],
      [1280, true],
    ])
  })

  it.each(Object.entries(refused))('%s is refused', async (_what, [make, code]) => {
    await expect(readPictures([await received(make())])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { image: [{ code }] },
    })
  })

  it('an AVIF with more pixels than its header says is refused', async () => {
    const avif = Buffer.from(await largestAvif())
    const at = avif.indexOf('ispe') + 8
    avif.writeUInt32BE(630, at)
    avif.writeUInt32BE(630, at + 4)
    await expect(readPictures([await received(avif)])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
