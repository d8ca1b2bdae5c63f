import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryOf } from './test/child-processes.ts'
import { preparedPlace } from './test/places.ts'
import { minute, type Started, startAndListen, startsServers, startWithin, stop } from './test/processes.ts'
import { dial } from './test/raw-requests.ts'

startsServers('file')

const megabyte = 1024 * 1024

const pidOf = ({ child }: Started) => child.pid ?? 0

const answers = async ({ address }: Started) => (await fetch(`${address}/healthz`)).status

function write(socket: Socket, text: string | Buffer): Promise<void> {
  return new Promise(resolve => socket.write(text, () => resolve()))
}

/** Starts this many requests without finishing them; waits until everything sent is received or refused. */
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

// Memory is read from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('a server open to the internet', () => {
  let started: Started

  beforeAll(async () => {
    started = await startAndListen((await preparedPlace()).place)
  }, startWithin)

  // Must be first: memory that the process has used before would be reused without showing.
  it(
    'closes connections that send nothing or never finish a request',
    async () => {
      const before = memoryOf(pidOf(started)).now
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
      expect(memoryOf(pidOf(started)).now - before).toBeLessThan(200)
      await vi.waitFor(() => expect(sockets.filter(socket => !socket.closed)).toHaveLength(0), {
        timeout: 2 * minute,
        interval: 500,
      })
    },
    5 * minute,
  )

  it(
    'bounds the memory of unfinished requests, however many and whatever their content',
    async () => {
      expect(await answers(started)).toBe(200)
      // Reset the peak.
      writeFileSync(`/proc/${pidOf(started)}/clear_refs`, '5')
      const before = memoryOf(pidOf(started)).most
      const field = `${part('email')}${'a'.repeat(megabyte - 1000)}\r\n`
      await flood(started, 12, form, field, 150)
      await flood(started, 60, form, `${part('email')}${'\r\n--y'.repeat(180_000)}`, 1)
      await flood(started, 100, form, `${part('a'.repeat(3000))}b\r\n`, 200)
      await flood(started, 300, head('/api/login/', 'application/json'), `"${'a'.repeat(900_000)}`, 1)
      await flood(started, 300, head('/api/login/', 'application/json'), '['.repeat(900_000), 1)
      await flood(started, 12, head('/api/posts/create/', 'multipart/form-data; boundary=x'), field, 50)
      const { most } = memoryOf(pidOf(started))
      console.log(`${before.toFixed()} MB before, ${most.toFixed()} MB at most`)
      expect(most - before).toBeLessThan(400)
      await stop(started)
    },
    10 * minute,
  )
})
