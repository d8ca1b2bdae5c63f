import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { get as ask, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dial, portOf } from '#server/test/raw-requests.ts'
import { clearReceivedFiles } from '../http/bodies/received-files.ts'
import { AppError, sendProblem } from '../http/errors.ts'
import { type ExportLimits, exportsOf } from './exports.ts'

let app: FastifyInstance
let folder: string
/** Files that are being written, and how many were at most. */
let underWay: number
let atOnce: number
/** Parts that were made of all files. */
let made: number
/** Lets the files that are being written go on. */
let release: () => void

const part = Buffer.alloc(1024 * 1024, 'a')
const limits: ExportLimits = {
  waiting: 3,
  each: 2,
  waitingTime: 60_000,
  writingTime: 60_000,
  streams: 2,
  partTime: 60_000,
}

async function start(changed: Partial<ExportLimits> = {}): Promise<void> {
  const exports = exportsOf(folder, { ...limits, ...changed })
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  async function* parts(count: number, fails: boolean): AsyncGenerator<Uint8Array> {
    underWay++
    atOnce = Math.max(atOnce, underWay)
    try {
      for (let at = 0; at < count; at++) {
        made++
        yield part
        if (at === 0) await released
      }
      if (fails) throw new AppError('UNAVAILABLE')
    } finally {
      underWay--
    }
  }
  app = Fastify({ trustProxy: true })
  app.decorateRequest('actor', null)
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(error, request, reply))
  app.get<{ Querystring: { parts?: string; fails?: string } }>('/file', async (request, reply) =>
    exports.send(request, reply, {
      type: 'application/pdf',
      disposition: 'attachment; filename="file.pdf"',
      parts: () => parts(Number(request.query.parts ?? 2), request.query.fails === '1'),
    }),
  )
  app.get<{ Querystring: { parts?: string } }>('/stream', async (request, reply) =>
    exports.stream(request, reply, {
      type: 'application/xml',
      parts: () => parts(Number(request.query.parts ?? 2), false),
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dendro-exports-'))
  await clearReceivedFiles(folder, true)
  underWay = 0
  atOnce = 0
  made = 0
})
afterEach(async () => {
  release()
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Asks as somebody at this address. */
function request(path: string, from: string) {
  const controller = new AbortController()
  const response = (async () => {
    const sent = ask({
      port: portOf(app),
      path,
      agent: false,
      headers: { 'x-forwarded-for': from },
      signal: controller.signal,
    })
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    let length = 0
    for await (const chunk of answer) length += (chunk as Buffer).length
    return { status: answer.statusCode, headers: answer.headers, length }
  })()
  response.catch(() => {})
  return { response, leave: () => controller.abort() }
}

/** Files without a name that this process has open in the folder. */
const openFiles = () =>
  readdirSync('/proc/self/fd').filter(fd => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

const pause = () => new Promise(resolve => setTimeout(resolve, 50))

it('writes one file at a time, and refuses those for which there is no room', async () => {
  await start()
  const first = request('/file', '10.0.0.1')
  await vi.waitFor(() => expect(underWay).toBe(1))
  const waiting = [2, 3, 4].map(n => request('/file', `10.0.0.${n}`))
  await pause()
  const refused = await request('/file', '10.0.0.5').response
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '15'])
  release()
  for (const { response } of [first, ...waiting]) {
    const { status, headers, length } = await response
    expect([status, length]).toEqual([200, 2 * part.length])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="file.pdf"',
      'cache-control': 'private, no-store',
      'content-length': String(2 * part.length),
    })
  }
  expect([atOnce, made]).toEqual([1, 8])
  expect(readdirSync(join(folder, 'incoming'))).toEqual([])
  await vi.waitFor(() => expect(openFiles()).toBe(0))
})

it('gives nobody more than some places, and each back when its file is there', async () => {
  await start()
  const own = [request('/file', '10.0.0.1'), request('/file', '10.0.0.1')]
  await vi.waitFor(() => expect(underWay).toBe(1))
  await pause()
  const { status, headers } = await request('/file', '10.0.0.1').response
  expect([status, headers['retry-after']]).toEqual([429, '15'])
  release()
  for (const { response } of own) expect((await response).status).toBe(200)
  expect((await request('/file', '10.0.0.1').response).status).toBe(200)
})

it('stops reading when the caller goes, and goes on with the next', async () => {
  await start()
  const leaving = request('/file?parts=1000', '10.0.0.1')
  await vi.waitFor(() => expect(underWay).toBe(1))
  const impatient = request('/file', '10.0.0.2')
  const patient = request('/file', '10.0.0.3')
  await pause()
  impatient.leave()
  leaving.leave()
  await pause()
  release()
  expect((await patient.response).status).toBe(200)
  await vi.waitFor(() => expect(underWay).toBe(0))
  // One part more may have been taken by then; the second file was never begun.
  expect(made).toBeLessThan(10)
  await vi.waitFor(() => expect(openFiles()).toBe(0))
})

it('answers honestly when a file cannot be finished', async () => {
  await start()
  release()
  const { status, headers, length } = await request('/file?fails=1', '10.0.0.1').response
  expect([status, headers['content-type']]).toEqual([503, 'application/problem+json; charset=utf-8'])
  expect(length).toBeLessThan(1000)
  expect(openFiles()).toBe(0)
  await app.close()
  await start({ writingTime: 100 })
  expect((await request('/file', '10.0.0.1').response).status).toBe(503)
})

it('does not wait for ever for its turn', async () => {
  await start({ waitingTime: 50 })
  const first = request('/file', '10.0.0.1')
  await vi.waitFor(() => expect(underWay).toBe(1))
  expect((await request('/file', '10.0.0.2').response).status).toBe(503)
  release()
  expect((await first.response).status).toBe(200)
})

it('leaves a receiver who takes nothing, and gives its place to others', async () => {
  await start({ partTime: 1000, streams: 1 })
  release()
  for (const path of ['/file?parts=100', '/stream?parts=100']) {
    const socket = await dial(portOf(app))
    const closed = once(socket, 'close')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'readable')
    socket.pause()
    await vi.waitFor(() => expect(underWay + openFiles()).toBe(0), { timeout: 30_000 })
    socket.resume()
    await closed
  }
  // The stream's place is free again.
  expect((await request('/stream', '10.0.0.2').response).status).toBe(200)
})

it('sends no more streams at once than it may', async () => {
  await start()
  const streams = [1, 2].map(n => request('/stream', `10.0.0.${n}`))
  await vi.waitFor(() => expect(underWay).toBe(2))
  expect((await request('/stream', '10.0.0.3').response).status).toBe(503)
  for (const { leave } of streams) leave()
  release()
  await vi.waitFor(() => expect(underWay).toBe(0))
  expect((await request('/stream', '10.0.0.3').response).status).toBe(200)
})
