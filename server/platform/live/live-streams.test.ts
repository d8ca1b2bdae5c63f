import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import type { Database } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { liveStreams } from './live-streams.ts'
import type { Audience } from './live.ts'

/** Machines that run tests are busy. */
const soon = { timeout: 15_000 }

const post = uuidv7()
const anna = uuidv7()

/** Streams over real connections, with the notifications and disconnects of the database controlled by the test. */
async function makeStreams() {
  const database = { hear: (text: string) => void text, reconnect: () => {} }
  const listen: Database['listen'] = async (_, onNotice, onReconnect) => {
    Object.assign(database, { hear: onNotice, reconnect: onReconnect })
    return async () => {}
  }
  const streams = liveStreams({ listen }, 'new_post')
  const responses: ServerResponse[] = []
  const server = createServer(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://localhost')
    responses.push(response)
    const until = Date.now() + 60_000
    const watched = searchParams.getAll('watch')
    const userId = searchParams.get('person') ?? anna
    const sessionId = searchParams.get('session') ?? userId
    streams.open(response, { userId, sessionId, watched, until, headers: {} }).catch(error => {
      response.writeHead(500)
      response.end((error as Error).message)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await streams.close()
  })
  return {
    responses,
    end: () => streams.end(),
    reconnect: () => database.reconnect(),
    tell: (audience: Audience, event: LiveEvent) =>
      database.hear(`${JSON.stringify(audience)}\n${JSON.stringify(event)}`),
    /** Connects and asks for a stream; the first answer has come. */
    async join(query = ''): Promise<{ socket: Socket; text(): string }> {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      let text = ''
      socket.on('error', () => undefined)
      socket.on('data', part => {
        text += part.toString()
      })
      socket.write(`GET /?${query} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      await once(socket, 'data')
      return { socket, text: () => text }
    },
  }
}

const changed = (post_id: string) => ({
  type: 'post_changed' as const,
  post_id,
  likes_count: 1,
  comments_count: 0,
  comment: null,
})

test('events of a post reach people who watch it', async () => {
  const { join, tell } = await makeStreams()
  const [watching, other] = [await join(`watch=${post}`), await join(`watch=${uuidv7()}`)]
  tell({ watching: post }, changed(post))
  await vi.waitFor(() => expect(watching.text()).toContain('"likes_count":1'), soon)
  tell({ userIds: [anna] }, { type: 'conversation_read', conversation_id: post })
  await vi.waitFor(() => expect(other.text()).toContain('conversation_read'), soon)
  expect(other.text()).not.toContain('post_changed')
})

test('a client that does not read is cut off, and the others are not', async () => {
  const { join, tell, responses } = await makeStreams()
  const [slow, quick] = [await join(`watch=${post}`), await join(`watch=${post}`)]
  slow.socket.pause()
  await vi.waitFor(
    () => {
      for (let n = 0; n < 20; n++) tell({ watching: post }, changed('x'.repeat(7000)))
      expect(responses[0]?.destroyed).toBe(true)
    },
    { timeout: 10_000, interval: 5 },
  )
  expect(responses[1]?.destroyed).toBe(false)
  tell({ watching: post }, changed(post))
  await vi.waitFor(() => expect(quick.text()).toContain(post), { timeout: 10_000 })
})

test('when notifications may have been missed, all streams end', async () => {
  const { join, reconnect } = await makeStreams()
  const sockets = (await Promise.all([join(), join()])).map(({ socket }) => socket)
  const ends = Promise.all(sockets.map(socket => once(socket, 'end')))
  reconnect()
  await ends
})

test('after a disconnect clients reconnect in turn, not all at once', async () => {
  const { join, reconnect } = await makeStreams()
  const ended: number[] = []
  const people = Array.from({ length: 60 }, () => uuidv7())
  const joined = await Promise.all(people.map(person => join(`person=${person}`)))
  const began = performance.now()
  const ends = joined.map(({ socket }) => once(socket, 'end').then(() => ended.push(performance.now() - began)))
  reconnect()
  await ends[0]
  // Events still reach the remaining streams.
  expect(ended.length).toBeLessThan(people.length)
  await Promise.all(ends)
  expect((ended.at(-1) ?? 0) - (ended[0] ?? 0)).toBeGreaterThan(400)
})

test('each of several posts that are announced together is counted', async () => {
  const { join, tell } = await makeStreams()
  const other = await join(`person=${uuidv7()}`)
  tell('everyone', { type: 'new_post', count: 7 })
  tell({ everyoneBut: [anna] }, { type: 'new_post', count: 2 })
  const told = () => [...other.text().matchAll(/"type":"new_post","count":(\d+)/g)].map(([, count]) => Number(count))
  await vi.waitFor(() => expect(told().reduce((sum, count) => sum + count, 0)).toBe(9), soon)
})

test('shutdown does not wait for a client that does not read', async () => {
  const { join, tell, end, responses } = await makeStreams()
  const { socket } = await join(`watch=${post}`)
  socket.pause()
  await vi.waitFor(
    () => {
      for (let n = 0; n < 5; n++) tell({ watching: post }, changed('x'.repeat(7000)))
      expect(responses[0]?.writableLength).toBeGreaterThan(100_000)
    },
    { timeout: 10_000, interval: 1 },
  )
  end()
  await vi.waitFor(() => expect(responses[0]?.destroyed).toBe(true), soon)
})

test('a person has at most twenty open streams, independently of others', async () => {
  const { join } = await makeStreams()
  for (let n = 0; n < 20; n++) await join()
  expect((await join()).text()).toContain('500')
  expect((await join(`person=${uuidv7()}`)).text()).toContain('"hello"')
})

test('a closed stream frees a place', async () => {
  const { join, responses } = await makeStreams()
  for (let n = 0; n < 20; n++) await join()
  const left = await join(`person=${uuidv7()}`)
  responses[0]?.destroy()
  await vi.waitFor(async () => expect((await join()).text()).toContain('"hello"'), soon)
  expect(left.text()).toContain('"hello"')
})

test('a stream that is opened after shutdown has begun ends at once, so that its reader connects elsewhere', async () => {
  const { join, end } = await makeStreams()
  end()
  const { socket, text } = await join()
  await once(socket, 'close')
  expect(text()).toContain('200 OK')
  expect(text()).toContain('"hello"')
})
