import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAfterTest, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { formOf, pictureBytes, pictureFile } from '#server/test/pictures.ts'
import { eachStore, type TestStore, testBucket, testFolder } from '#server/test/stores.ts'
import { bucketStore } from './bucket-store.ts'

const withoutTrace = (problem: object) => ({ ...problem, request_id: undefined })

describe.each(eachStore)('a picture in %s', (_, open) => {
  let store: TestStore
  let server: TestServer
  let path: string
  let content: Buffer

  beforeAll(async () => {
    store = await open()
    server = await testServer({ files: store.files })
    const key = await server.media.putPicture(sharp(await pictureBytes()))
    path = `/media/${key}-640.webp`
    content = (await store.files.read(`${key}-640.webp`)) ?? Buffer.alloc(0)
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })

  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', url = path) =>
    server.app.inject({ method, url, headers })

  it('is immutable, with an ETag of its content', async () => {
    const whole = await ask()
    expect(whole.statusCode).toBe(200)
    expect(whole.rawPayload.equals(content)).toBe(true)
    expect((await sharp(whole.rawPayload).metadata()).format).toBe('webp')
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
    const etag = String(whole.headers.etag)
    expect(etag).toMatch(/^"[0-9a-f]{32}-640"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await ask({ 'if-none-match': known })
      expect([unchanged.statusCode, unchanged.rawPayload.length, unchanged.headers.etag]).toEqual([304, 0, etag])
    }
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('is described by HEAD without its content', async () => {
    const { statusCode, headers, rawPayload } = await ask({}, 'HEAD')
    expect([statusCode, rawPayload.length]).toEqual([200, 0])
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': String(content.length) })
    expect((await ask({}, 'HEAD', path.replace('640', '641'))).statusCode).toBe(404)
  })

  it('is served in ranges', async () => {
    const size = content.length
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=5-${size + 100}`, 5, size - 1],
      [`bytes=-${size + 100}`, 0, size - 1],
    ] as const) {
      const part = await ask({ range })
      expect([range, part.statusCode]).toEqual([range, 206])
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(part.rawPayload.equals(content.subarray(start, end + 1))).toBe(true)
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const { statusCode, headers } = await ask({ range })
      expect([range, statusCode, headers['content-range']]).toEqual([range, 416, `bytes */${size}`])
    }
    for (const range of ['bytes=0-1,4-5', 'bytes=9-1', 'bytes=-', 'lines=1-2', 'bytes=a-b']) {
      const { statusCode, rawPayload } = await ask({ range })
      expect([range, statusCode, rawPayload.length]).toEqual([range, 200, size])
    }
    const { etag } = (await ask()).headers
    expect((await ask({ range: 'bytes=0-9', 'if-range': String(etag) })).statusCode).toBe(206)
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200)
  })

  it.each([
    '/media/',
    '/media/ab',
    `/media/aa/${'a'.repeat(32)}-640.webp`,
    `/media/zz/${'a'.repeat(32)}-640.webp`,
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%2e%2e/%2e%2e/secret-key',
    '/media/../secret-key',
    '/media/ab%2F..%2F..%2Fsecret-key',
    '/media/ab/draft-640.webp.0190.tmp',
  ])('is not at any other address: %s', async url => {
    await store.files.write('ab/draft-640.webp.0190.tmp', Buffer.from('half'))
    const { statusCode, headers } = await ask({}, 'GET', url)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('application/problem+json')
    expect(headers['cache-control']).toBe('no-store')
  })
})

it('a file in a folder is complete or absent', async () => {
  const store = await testFolder()
  closeAfterTest(store)
  const name = `ab/${randomBytes(16).toString('hex')}-640.webp`
  const [one, other] = [randomBytes(300_000), randomBytes(400_000)]
  const lengths = new Set<number>()
  let writing = true
  async function readOn(): Promise<void> {
    while (writing) lengths.add((await store.files.read(name))?.length ?? 0)
  }
  const reading = readOn()
  for (let n = 0; n < 20; n++) await store.files.write(name, n % 2 ? one : other)
  writing = false
  await reading
  expect([...lengths].filter(length => ![0, one.length, other.length].includes(length))).toEqual([])
  expect(await store.files.read(name)).toEqual(one)
  expect(store.names()).toEqual([name])
  await store.files.remove(name)
  await store.files.remove(name)
  expect(await store.files.read(name)).toBeNull()
})

/** Accepts connections and never answers. */
async function silentServer(): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  const silent = createServer(socket => void sockets.add(socket))
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  closeAfterTest({
    async close() {
      for (const socket of sockets) socket.destroy()
      silent.close()
    },
  })
  return (silent.address() as { port: number }).port
}

describe('a storage that does not answer', () => {
  const bucketAt = (port: number) =>
    bucketStore({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'dendro-media',
      region: 'us-east-1',
      accessKeyId: 'the-key-of-the-storage',
      secretAccessKey: 'the-secret-of-the-storage',
    })

  it.each([
    ['is silent', silentServer],
    ['is not there', async () => 9],
  ])('%s: 503 in time, without revealing the secret', async (_, port) => {
    const log: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => void log.push(line) } }
    const server = await testServer({ files: bucketAt(await port()), logger })
    closeAfterTest(server)
    for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
      const began = performance.now()
      const answer = await server.app.inject({ url: `/media/ab/${'ab'.repeat(16)}-640.webp`, headers })
      expect(performance.now() - began).toBeLessThan(5000)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
      expect(withoutTrace(answer.json())).toMatchObject({
        code: 'UNAVAILABLE',
        detail: expect.stringContaining('Хранилище'),
      })
    }
    expect(log.join()).toContain('request failed')
    expect(log.join()).not.toContain('of-the-storage')
    // Calls that do not need it still work.
    expect((await server.get('/api/products/latest/')).status).toBe(200)
  })

  it('accepts no upload meanwhile', { timeout: 60_000 }, async () => {
    const server = await testServer({ files: bucketAt(9) })
    closeAfterTest(server)
    const { id } = await makePerson(server.database.db)
    const { status, body } = await server.send('POST', '/api/uploads/', formOf({ image: await pictureFile() }), id)
    expect([status, body.code]).toEqual([503, 'UNAVAILABLE'])
  })

  it('prevents the start if it has no such bucket or is unreachable', { timeout: 60_000 }, async () => {
    const store = await testBucket()
    closeAfterTest(store)
    const port = Number(new URL(String(store.env.MEDIA_URL)).port)
    const other = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'no-such-bucket' }
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    await expect(bucketStore({ ...other, ...credentials }).check()).rejects.toThrow(/MEDIA_URL.*404/)
    await expect(bucketAt(9).check()).rejects.toThrow(/^Хранилище снимков по адресу из MEDIA_URL не отвечает: /)
    await bucketStore({ ...other, bucket: 'dendro-media', ...credentials }).check()
  })
})
