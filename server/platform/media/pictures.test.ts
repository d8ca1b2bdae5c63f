import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureWidths } from '#contract/media.ts'
import { folderStore } from './folder-store.ts'
import { type MediaStore, mediaStore } from './media.ts'
import { storePicture, storePictures } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'dendro-pictures-'))
let number = 0
let store: MediaStore
let mediaFolder: string
beforeEach(() => {
  mediaFolder = join(folder, `data${++number}`, 'media')
  store = mediaStore({ files: folderStore(mediaFolder), publicUrl: 'http://dendro.test', secret: 'of no account' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function received(content: Buffer, filename = 'a.jpg') {
  const path = join(folder, `file${++number}`)
  writeFileSync(path, content)
  return { field: 'image', filename, path }
}

const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.parentPath.startsWith(mediaFolder))
    .map(entry => entry.name)

/** Red above, blue below. */
const flag = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width, height: height / 2, channels: 3, background: '#0000ff' } },
      left: 0,
      top: height / 2,
    },
  ])

const stored = (key: string, width: number = pictureWidths[0]) => sharp(join(mediaFolder, `${key}-${width}.webp`))

async function colourAt(key: string, left: number, top: number): Promise<string> {
  const { data } = await stored(key)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  if (red > 200 && green < 60 && blue < 60) return 'red'
  if (blue > 200 && green < 60 && red < 60) return 'blue'
  return `${red} ${green} ${blue}`
}

/** A PNG whose header says this many pixels and that has hardly any. */
function declaredPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(1000))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const jpeg = await flag().jpeg().toBuffer()
const tiff = await flag().tiff().toBuffer()
const cutJpeg = (await flag(800, 600).jpeg().toBuffer()).subarray(0, 4000)
const cutPng = (await flag(800, 600).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 90_000)

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'of %s is stored in every width, whatever its name',
    async format => {
      const key = await storePicture(store, received(await flag(1500, 1000).toFormat(format).toBuffer(), 'plan.pdf'))
      expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}$/)
      for (const width of pictureWidths) {
        expect(await stored(key, width).metadata()).toMatchObject({
          format: 'webp',
          width,
          height: Math.round(width / 1.5),
        })
      }
      expect(files()).toHaveLength(pictureWidths.length)
      expect([await colourAt(key, 10, 10), await colourAt(key, 10, 200)]).toEqual(['red', 'blue'])
    },
  )

  it('is turned upright and loses its metadata about place and camera', async () => {
    const photo = await flag()
      .jpeg()
      .withExif({
        IFD0: { Make: 'Camera', Copyright: 'Анна' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' },
      })
      .withMetadata({ orientation: 3 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const key = await storePicture(store, received(photo))
    expect([await colourAt(key, 30, 5), await colourAt(key, 30, 35)]).toEqual(['blue', 'red'])
    const { exif, orientation, xmp, icc } = await stored(key).metadata()
    expect([exif, orientation, xmp, icc]).toEqual([undefined, undefined, undefined, undefined])
    const sideways = await storePicture(
      store,
      received(await flag().jpeg().withMetadata({ orientation: 6 }).toBuffer()),
    )
    expect(await stored(sideways).metadata()).toMatchObject({ width: 40, height: 60 })
  })

  it('that is animated becomes a still picture', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff', '#00ff00'].map(background =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3)
    const key = await storePicture(store, received(gif, 'a.gif'))
    const { pages, height } = await stored(key).metadata()
    expect([pages, height]).toEqual([undefined, 50])
    expect(await colourAt(key, 25, 25)).toBe('red')
  })

  it('that is transparent gets a white background', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const png = await sharp({ create: { width: 30, height: 30, channels: 4, background: clear } })
      .png()
      .toBuffer()
    expect(await colourAt(await storePicture(store, received(png)), 15, 15)).toBe('255 255 255')
  })

  it('of forty megapixels is accepted', async () => {
    const huge = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    expect(await colourAt(await storePicture(store, received(huge)), 100, 100)).toBe('red')
  })

  it('sent several times at once is stored once, and several pictures keep their order', async () => {
    const other = await flag(50, 50).jpeg().toBuffer()
    const keys = await storePictures(store, [received(jpeg), received(other), received(jpeg), received(jpeg)])
    expect(keys[0]).toBe(keys[2])
    expect(new Set(keys).size).toBe(2)
    expect(files()).toHaveLength(2 * pictureWidths.length)
  })
})

describe('a file is refused as a picture:', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>'
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'not_a_picture'],
    ['text', Buffer.from('Туя западная'), 'not_a_picture'],
    ['HTML', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'not_a_picture'],
    ['an SVG', Buffer.from(svg), 'not_a_picture'],
    ['an SVG that begins with a comment', Buffer.from(`<!-- ${'a'.repeat(500)} -->${svg}`), 'not_a_picture'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'), 'not_a_picture'],
    ['the first bytes of a JPEG', jpeg.subarray(0, 20), 'not_a_picture'],
    ['a JPEG that breaks off', cutJpeg, 'damaged'],
    ['a PNG that breaks off', cutPng, 'damaged'],
    ['a PNG of 900 megapixels in a kilobyte', declaredPng(30_000, 30_000), 'too_many_pixels'],
    ['a PNG of a little over 40 megapixels', declaredPng(8001, 5000), 'too_many_pixels'],
    ['a PNG whose pixels are not there', declaredPng(5000, 5000), 'damaged'],
    ['a TIFF', tiff, 'not_a_picture'],
  ])('%s, under any name', async (_what, content, code) => {
    await expect(storePicture(store, received(content, 'photo.jpg'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { image: [{ code }] },
    })
    expect(files()).toEqual([])
  })
})
