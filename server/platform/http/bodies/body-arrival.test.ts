import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { PictureIntake } from '#server/platform/media/picture-intake.ts'
import { answerOn, dial, portOf } from '#server/test/raw-requests.ts'
import { AppError, sendProblem } from '../errors.ts'
import { addBodies } from '../routes.ts'
import { type BodiesUnderWay, bodiesUnderWay } from './bodies-under-way.ts'
import { bodyLimit, type Pace } from './body-arrival.ts'
import { clearReceivedFiles } from './received-files.ts'

const unlimitedIntake: PictureIntake = { takePicture: async () => {}, takeBytes: async () => {} }

const kilobyte = 1024
/** Slow enough for a busy machine to keep to, quick enough for a test. */
const quick: Pace = { idle: 1000, whole: 3000, slowest: 16 * kilobyte }

/** An app that accepts bodies at this pace and answers with the size received. */
async function serve({ pace = quick, underWay }: { pace?: Pace; underWay?: BodiesUnderWay } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'dendro-arrival-'))
  await clearReceivedFiles(dataDir, true)
  const app = Fastify({ bodyLimit })
  app.setErrorHandler(sendProblem)
  app.addHook('onRequest', async request => {
    if (request.url === '/members') throw new AppError('UNAUTHENTICATED')
  })
  await addBodies(app, dataDir, unlimitedIntake, { pace, ...(underWay ? { underWay } : {}) })
  const sizes = async ({ body }: { body: unknown }) => ({ size: JSON.stringify(body)?.length })
  app.post('/text', sizes)
  app.post('/members', sizes)
  app.get('/text', async () => 'read')
  app.post(
    '/files',
    { config: { files: { field: 'image', max: 2 } } },
    async ({ receivedFiles }) => receivedFiles.length,
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { app, incoming: () => readdirSync(join(dataDir, 'incoming')) }
}

const head = (path: string, type: string, length: number | 'chunked', method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`
const form = 'multipart/form-data; boundary=x'
const part = (name: string, filename?: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`

async function begin(app: FastifyInstance, text: string): Promise<Socket> {
  const socket = await dial(portOf(app))
  socket.write(text)
  return socket
}

/** Writes for as long as the connection accepts it, and returns the number of bytes. */
async function pour(socket: Socket, most = 200 * 1024 * kilobyte): Promise<number> {
  const chunk = Buffer.alloc(64 * kilobyte, 'a')
  while (!socket.destroyed && socket.bytesWritten < most) {
    if (!socket.write(chunk)) {
      await Promise.race([
        new Promise(resolve => socket.once('drain', resolve)),
        new Promise(resolve => socket.once('close', resolve)),
      ])
    }
  }
  return socket.bytesWritten
}

it.each([
  ['a JSON body', `${head('/text', 'application/json', 100_000)}{"a":"`],
  ['a body without an end', head('/text', 'application/json', 'chunked')],
  ['a form', `${head('/text', form, 100_000)}${part('name')}Ту`],
  ['a form that has said nothing yet', head('/text', form, 100_000)],
  ['a form with a file', head('/files', form, 100_000) + part('image', 'a.jpg') + 'a'.repeat(5000)],
])('%s whose sender stops is aborted, and nothing is left of it', async (_, text) => {
  const { app, incoming } = await serve()
  const { status, head: answer, body } = await answerOn(await begin(app, text))
  expect([status, JSON.parse(body).detail]).toEqual([400, 'Запрос передавался слишком медленно.'])
  expect(answer).toMatch(/^connection: close/im)
  await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 10_000 })
})

it('slow texts are aborted after their time limit', async () => {
  const { app } = await serve()
  const socket = await begin(app, head('/text', 'application/json', 100_000))
  const timer = setInterval(() => socket.write(' '), 100)
  const { status } = await answerOn(socket)
  clearInterval(timer)
  expect(status).toBe(400)
})

it('a file may take longer at the minimum rate, and is aborted below it', async () => {
  const { app } = await serve({ pace: { idle: 1000, whole: 1000, slowest: 2 * kilobyte } })
  const [phone, trickle] = [
    await begin(app, head('/files', form, 'chunked')),
    await begin(app, head('/files', form, 'chunked')),
  ]
  const send = (socket: Socket, text: string) => socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
  for (const socket of [phone, trickle]) send(socket, part('image', 'a.jpg'))
  const begun = Date.now()
  const timer = setInterval(() => {
    send(phone, 'a'.repeat(4 * kilobyte))
    send(trickle, 'a'.repeat(10))
  }, 100)
  expect((await answerOn(trickle)).status).toBe(400)
  // Three times the time allowed for texts.
  while (Date.now() - begun < 3000) await sleep(100)
  clearInterval(timer)
  send(phone, '\r\n--x--\r\n')
  phone.write('0\r\n\r\n')
  const [answer] = (await new Promise<Buffer[]>(resolve => phone.once('data', chunk => resolve([chunk])))).map(String)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

it.each([
  ['texts', '/text', head('/text', form, 'chunked')],
  ['a file that is not taken', '/text', head('/text', form, 300_000_000) + part('image', 'a.jpg')],
  ['a file without end', '/files', head('/files', form, 300_000_000) + part('image', 'a.jpg')],
  ['a file under another name', '/files', head('/files', form, 300_000_000) + part('other', 'a.jpg')],
  ['a text without end', '/files', head('/files', form, 300_000_000) + part('name')],
  ['a part without a name', '/files', `${head('/files', form, 300_000_000)}--x\r\nX: y\r\n\r\n`],
  ['a part named like an inherited one', '/files', head('/files', form, 300_000_000) + part('constructor', 'a.jpg')],
  ['what stands before the first part', '/files', head('/files', form, 300_000_000)],
  ['what stands after the last part', '/files', `${head('/files', form, 300_000_000)}${part('a')}a\r\n--x--\r\n`],
  ['a header of a part', '/files', `${head('/files', form, 300_000_000)}--x\r\nContent-Disposition: form-data; name="`],
  ['JSON', '/text', head('/text', 'application/json', 300_000_000)],
  ['JSON of no declared length', '/text', head('/text', 'application/json', 'chunked')],
  ['what nobody is asked for', '/members', head('/members', form, 300_000_000) + part('name')],
  ['what is no body at all', '/text', head('/text', 'text/plain', 300_000_000)],
  ['the body of a GET', '/text', head('/text', 'application/json', 300_000_000, 'GET')],
  ['the body of an address that is not there', '/nowhere', head('/nowhere', form, 300_000_000)],
])('%s is answered as soon as it is too large, and not read further', async (_, path, text) => {
  const { app, incoming } = await serve()
  const socket = await begin(app, text)
  const answered = answerOn(socket)
  const isChunked = text.includes('chunked')
  if (isChunked) socket.write('fffffff\r\n')
  const written = await pour(socket)
  const { status, head: answer } = await answered
  expect(answer).toMatch(/^HTTP\/1\.1 /)
  if (path === '/members') expect(status).toBe(401)
  else expect([200, 400, 413, 415]).toContain(status)
  // The largest file, the part of the rest that is still read, and the socket buffers of both sides.
  expect(written).toBeLessThan(40 * 1024 * kilobyte)
  await vi.waitFor(() => expect(incoming()).toEqual([]), { timeout: 10_000 })
})

it('a visitor gets 401 before any of the body has arrived', async () => {
  const { app } = await serve()
  const socket = await begin(app, head('/members', form, 50_000_000))
  const { status, head: answer } = await answerOn(socket)
  expect([status, /^connection: close/im.test(answer)]).toEqual([401, true])
})

it('bytes after an unread body are not parsed as a request', async () => {
  const { app } = await serve()
  const served = vi.fn<() => void>()
  app.server.on('request', served)
  const socket = await begin(app, head('/members', 'application/json', 1000))
  const answered = answerOn(socket)
  await new Promise(resolve => socket.once('data', resolve))
  socket.write(`${'a'.repeat(1000)}GET /text HTTP/1.1\r\nHost: x\r\n\r\n`)
  socket.end()
  expect((await answered).status).toBe(401)
  expect(served).toHaveBeenCalledTimes(1)
})

it('texts of a form may in total be as large as a JSON body, in two hundred parts', async () => {
  const { app } = await serve({ pace: { idle: 10_000, whole: 60_000, slowest: 1 } })
  const post = async (fields: [string, string][]) => {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    return (await fetch(`http://127.0.0.1:${portOf(app)}/text`, { method: 'POST', body: data })).status
  }
  const half = 'a'.repeat(bodyLimit / 2)
  expect(
    await post([
      ['a', half],
      ['b', half],
    ]),
  ).toBe(200)
  expect(
    await post([
      ['a', half],
      ['b', `${half}a`],
    ]),
  ).toBe(413)
  const parts = (count: number) => Array.from({ length: count }, (_, n): [string, string] => [`f${n}`, 'x'])
  expect(await post(parts(200))).toBe(200)
  expect(await post(parts(201))).toBe(413)
})

it.each([
  ['[', 1],
  ['{"a":', 5],
  ['[{"__proto__":', 14],
])('%s repeated a million times is an unreadable body', async (piece, length) => {
  const { app } = await serve({ pace: { idle: 10_000, whole: 60_000, slowest: 1 } })
  const send = async (body: string) =>
    fetch(`http://127.0.0.1:${portOf(app)}/text`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
  expect((await send(piece.repeat(Math.floor(bodyLimit / length)))).status).toBe(400)
})

it('bodies in progress are counted, by address and in total, and released', async () => {
  const underWay = bodiesUnderWay({
    address: { bodies: 3, texts: 300 * kilobyte, files: 300 * kilobyte },
    all: { bodies: 100, texts: 1000 * kilobyte, files: 500 * kilobyte },
  })
  const { app } = await serve({ pace: { idle: 60_000, whole: 60_000, slowest: 1 }, underWay })
  const open = await Promise.all([1, 2, 3].map(() => begin(app, head('/text', 'application/json', 100_000))))
  await vi.waitFor(
    async () => {
      const { status, head: answer } = await answerOn(await begin(app, head('/text', 'application/json', 100_000)))
      expect([status, /^retry-after: \d+/im.test(answer)]).toEqual([429, true])
    },
    { timeout: 10_000 },
  )
  for (const socket of open) socket.destroy()
  const finish = async () =>
    fetch(`http://127.0.0.1:${portOf(app)}/text`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
  await vi.waitFor(async () => expect((await finish()).status).toBe(200), { timeout: 10_000 })
  // What one address holds in memory, and what is on disk.
  const half = `"${'a'.repeat(200 * kilobyte)}`
  const first = await begin(app, head('/text', 'application/json', 900_000) + half)
  const second = await begin(app, head('/text', 'application/json', 900_000) + half)
  expect(await Promise.race([answerOn(first), answerOn(second)])).toMatchObject({ status: 429 })
  first.destroy()
  second.destroy()
  const file = head('/files', form, 900_000) + part('image', 'a.jpg') + 'a'.repeat(400 * kilobyte)
  expect(await answerOn(await begin(app, file))).toMatchObject({ status: 429 })
  await vi.waitFor(async () => expect((await finish()).status).toBe(200), { timeout: 10_000 })
})

it('too much in total is 503, with the time to wait', () => {
  const most = { bodies: 2, texts: 100, files: 100 }
  const { admit } = bodiesUnderWay({ address: most, all: { bodies: 3, texts: 150, files: 150 } })
  const [one, other] = [admit('a'), admit('b')]
  one.add('texts', 90)
  expect(() => other.add('texts', 90)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 10 }))
  one.release()
  one.release()
  other.release()
  for (const share of [admit('a'), admit('a'), admit('b')]) share.add('files', 50)
  expect(() => admit('c')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  expect(() => admit('b')).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
})
