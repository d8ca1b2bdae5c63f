import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  endProcesses,
  ensureBuild,
  minute,
  type Started,
  startAndListen,
  stop,
  temporaryFolder,
} from './test/processes.ts'
import { dial } from './test/raw-requests.ts'

beforeAll(ensureBuild, 5 * minute)
afterEach(endProcesses)

const megabyte = 1024 * 1024

/** What a process holds in memory, and the most that it ever held; bytes. Told by Linux alone. */
function memoryOf({ child }: Started): { now: number; most: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

const answers = async ({ address }: Started) => (await fetch(`${address}/healthz`)).status

function write(socket: Socket, text: string | Buffer): Promise<void> {
  return new Promise(resolve => socket.write(text, () => resolve()))
}

/** Begins so many requests that are never finished, and waits until what they sent is with the server or refused. */
async function flood(
  started: Started,
  count: number,
  head: string,
  piece: Buffer | string,
  times: number,
): Promise<void> {
  const port = Number(new URL(started.address).port)
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await dial(port)
      await write(socket, head)
      for (let i = 0; i < times && !socket.destroyed; i++) await write(socket, piece)
    }),
  )
  await vi.waitFor(async () => expect(await answers(started)).toBe(200), { timeout: minute, interval: 500 })
}

const head = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n`
const form = head('/api/login/', 'multipart/form-data; boundary=x')
const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`

it.skipIf(process.platform !== 'linux')(
  'unfinished requests, however many and whatever they hold, do not fill the memory',
  async () => {
    const started = await startAndListen({ DATA_DIR: temporaryFolder() })
    expect(await answers(started)).toBe(200)
    const before = memoryOf(started).most
    const field = `${part('email')}${'a'.repeat(megabyte - 1000)}\r\n`
    await flood(started, 12, form, field, 150)
    await flood(started, 60, form, `${part('email')}${'\r\n--y'.repeat(180_000)}`, 1)
    await flood(started, 100, form, `${part('a'.repeat(3000))}b\r\n`, 200)
    await flood(started, 300, head('/api/login/', 'application/json'), `"${'a'.repeat(900_000)}`, 1)
    await flood(started, 300, head('/api/login/', 'application/json'), '['.repeat(900_000), 1)
    await flood(started, 12, head('/api/posts/create/', 'multipart/form-data; boundary=x'), field, 50)
    expect(memoryOf(started).most - before).toBeLessThan(400 * megabyte)
    await stop(started)
  },
  10 * minute,
)

it.skipIf(process.platform !== 'linux')(
  'connections that say nothing, or never finish saying what they want, are closed',
  async () => {
    const started = await startAndListen({ DATA_DIR: temporaryFolder() })
    const before = memoryOf(started).now
    const port = Number(new URL(started.address).port)
    const begun = [...Array<string>(300).fill(''), ...Array<string>(300).fill('GET / HTTP/1.1\r\nHost: x\r\nX: ')]
    const sockets = await Promise.all(
      begun.map(async text => {
        const socket = await dial(port)
        socket.resume()
        if (text) await write(socket, text)
        return socket
      }),
    )
    expect(await answers(started)).toBe(200)
    expect(memoryOf(started).now - before).toBeLessThan(200 * megabyte)
    await vi.waitFor(() => expect(sockets.filter(socket => !socket.closed)).toHaveLength(0), {
      timeout: 2 * minute,
      interval: 500,
    })
    await stop(started)
  },
  5 * minute,
)
