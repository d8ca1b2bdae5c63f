import { randomBytes } from 'node:crypto'
import { constants, getPriority } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { avifWidths, imageWidth, pictureWidths } from '#contract/media.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { eachStore, type TestStore, testFolder } from '#server/test/stores.ts'
import { avifOf, fileOf } from './media.ts'
import { avifMaker } from './picture-avif.ts'
import { pictureWorkers } from './picture-workers.ts'

const forever = 'public, max-age=31536000, immutable'

/** A picture whose AVIF is smaller: soft shapes, as in drawings and photographs. */
async function soft(): Promise<Sharp> {
  const noise = await sharp(randomBytes(60 * 45 * 3), { raw: { width: 60, height: 45, channels: 3 } })
    .png()
    .toBuffer()
  return sharp(await sharp(noise).resize(1280, 960).png().toBuffer())
}

/** One that is not: a single pixel is all header. */
const tiny = () => sharp({ create: { width: 1, height: 1, channels: 3, background: '#506a3c' } }).png()

describe.each(eachStore)('a picture as AVIF in %s', { timeout: 60_000 }, (_, open) => {
  let store: TestStore
  let server: TestServer
  let key: string

  beforeAll(async () => {
    store = await open()
    server = await testServer({ files: store.files })
    key = await server.media.putPicture(await soft())
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })

  // On a busy machine the storage sometimes drops a connection; a client, told so by 503, asks again.
  const ask = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', tries = 3) => {
    const {
      statusCode,
      headers: sent,
      rawPayload,
    } = await server.app.inject({ method, url: `/media/${path}`, headers })
    if (statusCode === 503 && tries > 1) return ask(path, headers, method, tries - 1)
    return {
      status: statusCode,
      type: sent['content-type'],
      caching: sent['cache-control'],
      etag: sent.etag,
      rawPayload,
    }
  }
  const made = (path: string) =>
    vi.waitFor(async () => expect(await ask(path)).toMatchObject({ status: 200, caching: forever }), {
      timeout: 60_000,
    })

  it('is a WebP that nobody keeps until it is made, and then stays the same', async () => {
    for (const width of avifWidths) {
      const name = avifOf(key, width)
      const standIn = pictureWidths.find(stored => stored >= width) ?? 0
      const first = await ask(name)
      expect(first).toMatchObject({ status: 200, type: 'image/webp', caching: 'no-store' })
      expect(first.rawPayload.equals((await store.files.read(fileOf(key, standIn))) ?? Buffer.alloc(0))).toBe(true)
      await made(name)
      const { type, rawPayload, etag } = await ask(name)
      expect(type).toBe('image/avif')
      expect(rawPayload.length).toBeLessThan(first.rawPayload.length)
      const { width: actual, compression, pages = 1 } = await sharp(rawPayload).metadata()
      expect({ actual, compression, pages }).toEqual({ actual: width, compression: 'av1', pages: 1 })
      expect(etag).not.toBe(first.etag)
      // What stood in for it is not mistaken for it.
      expect((await ask(name, { 'if-none-match': String(first.etag) })).status).toBe(200)
      expect((await ask(name, { 'if-none-match': String(etag) })).status).toBe(304)
      expect(await ask(name, {}, 'HEAD')).toMatchObject({ status: 200, type: 'image/avif', caching: forever })
      const part = await ask(name, { range: 'bytes=0-9' })
      expect([part.status, part.rawPayload]).toEqual([206, rawPayload.subarray(0, 10)])
    }
  })

  it('remains a WebP for good if that is smaller', async () => {
    const small = await server.media.putPicture(tiny())
    const name = avifOf(small, 160)
    expect(await ask(name)).toMatchObject({ type: 'image/webp', caching: 'no-store' })
    await made(name)
    expect(await ask(name)).toMatchObject({ status: 200, type: 'image/webp', caching: forever })
    expect(await ask(name, {}, 'HEAD')).toMatchObject({ status: 200, type: 'image/webp', caching: forever })
  })

  it('of a private picture is seen and kept only as the picture is', async () => {
    const [privateKey = ''] = await server.media.storePrivately([await server.media.encodePicture(await soft())])
    const address = server.media.urls(privateKey).get_image.split('/media/')[1] ?? ''
    const path = address.replace('-1280.webp', '-320.avif')
    expect(await ask(path)).toMatchObject({ status: 200, type: 'image/webp', caching: 'no-store' })
    await vi.waitFor(async () => expect(await ask(path)).toMatchObject({ type: 'image/avif' }), { timeout: 60_000 })
    expect((await ask(path)).caching).toMatch(/^private, max-age=\d+, immutable$/)
    for (const other of [
      path.replace(/private\/[^/]+/, 'private/zz-zz'),
      path.replace(/\/[^/]+\//, '/'),
      `${privateKey}-320.avif`,
    ])
      expect([other, (await ask(other)).status]).toEqual([other, 404])
  })

  it.each([
    ['a width that is not offered', () => `${key}-161.avif`],
    ['a width of a WebP that is not stored', () => `${key}-480.webp`],
    ['another format', () => `${key}-160.jpeg`],
    ['two endings', () => `${key}-160.avif.webp`],
    ['a picture that is not there', () => `ab/${'ab'.repeat(16)}-160.avif`],
    ['a way out of the folder', () => `..%2f${key}-160.avif`],
    ['a way out of the folder in the name', () => `ab/..%2f..%2fsecret-key-160.avif`],
  ])('is not at %s, and nothing is made of it', async (_what, path) => {
    const before = store.names().toSorted()
    expect((await ask(path())).status).toBe(404)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(store.names().toSorted()).toEqual(before)
  })
})

it('a storm of requests makes each file once, one at a time, and a bounded number', { timeout: 60_000 }, async () => {
  const store = await testFolder()
  onTestFinished(() => store.close())
  const name = `ab/${'ab'.repeat(16)}`
  await store.files.writeAll(
    await Promise.all(
      pictureWidths.map(async width => ({
        name: fileOf(name, width),
        content: await (await soft()).resize(width).webp().toBuffer(),
      })),
    ),
  )
  let reads = 0
  let running = 0
  let mostRunning = 0
  const files = {
    ...store.files,
    async read(file: string) {
      reads++
      mostRunning = Math.max(mostRunning, ++running)
      await new Promise(resolve => setTimeout(resolve, 1))
      running--
      return store.files.read(file)
    },
  }
  const errors: unknown[] = []
  const maker = avifMaker(files, error => errors.push(error))
  onTestFinished(maker.stop)
  for (let n = 0; n < 1000; n++) maker.ask(name, 160)
  await maker.idle()
  expect(reads).toBe(1)
  expect((await store.files.stat(avifOf(name, 160)))?.size).toBeGreaterThan(0)
  // Of a thousand other pictures, which are all missing.
  for (let n = 0; n < 1000; n++) maker.ask(`cd/${String(n).padStart(32, '0')}`, imageWidth)
  await maker.idle()
  expect(reads).toBe(1 + 500)
  expect(mostRunning).toBe(1)
  expect(errors).toEqual([])
})

it('a stored file that is no picture is reported, and does not stop the others', { timeout: 60_000 }, async () => {
  const store = await testFolder()
  onTestFinished(() => store.close())
  const [bad, good] = [`ab/${'ab'.repeat(16)}`, `cd/${'cd'.repeat(16)}`]
  for (const width of pictureWidths) {
    await store.files.write(fileOf(bad, width), Buffer.from('no picture'))
    await store.files.write(fileOf(good, width), await (await soft()).resize(width).webp().toBuffer())
  }
  const errors: unknown[] = []
  const maker = avifMaker(store.files, error => errors.push(error))
  onTestFinished(maker.stop)
  maker.ask(bad, 320)
  maker.ask(good, 320)
  await maker.idle()
  expect(errors).toHaveLength(1)
  expect(await store.files.stat(avifOf(bad, 320))).toBeNull()
  expect((await store.files.stat(avifOf(good, 320)))?.size).toBeGreaterThan(0)
})

it('yields to everything else: the process that encodes has a low priority', { timeout: 60_000 }, async () => {
  const workers = pictureWorkers({ processes: 1 })
  onTestFinished(workers.end)
  await workers.avif(await (await soft()).webp().toBuffer(), 320)
  const [pid] = workers.pids()
  expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
})
