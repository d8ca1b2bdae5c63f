import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type Audience, publish } from '#server/platform/live/live.ts'
import { as, login, newMember, password } from '#server/test/accounts.ts'
import { closeAfterTest, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { sessionOf } from '#server/test/sessions.ts'
import { openStream as openEvents } from './events.service.ts'

const secret = 'another secret for tests only, long enough'
/** Test machines may be busy. */
const soon = { timeout: 15_000 }

let server: TestServer
let base: string
let anna: string
let boris: string

beforeAll(async () => {
  server = await testServer({ secret })
  base = await server.app.listen({ port: 0, host: '127.0.0.1' })
  anna = (await makePerson(server.database.db, { name: 'Анна', email: 'anna@dendro.test' })).id
  boris = (await makePerson(server.database.db)).id
})
afterAll(() => server.close())

interface Opening {
  at?: string
  watch?: string[]
  token?: string
}

/** A stream of this person, after its greeting; it is closed when the test ends. */
async function openStream(userId: string, { at = base, watch = [], token }: Opening = {}) {
  const authorization = token ?? (await server.bearer(userId))
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${at}/api/events/?${new URLSearchParams(watch.map(id => ['watch', id]))}`, {
    headers: { authorization },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  const events: LiveEvent[] = []
  const stream = { response, events, text: '', hasEnded: false }
  async function read(body: ReadableStream<Uint8Array>) {
    let begun = ''
    for await (const part of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
      stream.text += part
      const lines = (begun + part).split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) events.push(JSON.parse(line.slice('data: '.length)))
    }
  }
  void read(response.body as ReadableStream<Uint8Array>)
    .catch(() => undefined)
    .finally(() => {
      stream.hasEnded = true
    })
  await vi.waitFor(() => expect(events[0]).toEqual({ type: 'hello' }), soon)
  events.shift()
  return stream
}

const send = (event: Parameters<typeof publish>[1], audience: Audience, short?: typeof event) =>
  server.database.db.transaction(tx => publish(tx, event, audience, short))

const read = (conversation_id: string) => ({ type: 'conversation_read', conversation_id }) as const

function messageTo(person: string, body: string) {
  const user = {
    id: anna,
    name: 'Анна',
    email: 'anna@dendro.test',
    friends_count: 0,
    posts_count: 0,
    get_avatar: '/a',
    team: null,
  }
  return {
    type: 'message' as const,
    conversation_id: uuidv7(),
    message: {
      id: uuidv7(),
      body,
      created_by: user,
      sent_to: { ...user, id: person, email: 'other@dendro.test' },
      created_at: new Date().toISOString(),
      created_at_formatted: '0 minutes',
      files: [],
      deleted_at: null,
      reply_to: null,
      answered: null,
    },
  }
}

/** The events received before a last one, which is sent after all others. */
async function everythingBefore(streams: Awaited<ReturnType<typeof openStream>>[], people: string[]) {
  const last = read(uuidv7())
  await send(last, { userIds: people })
  await vi.waitFor(() => {
    for (const { events } of streams) expect(events).toContainEqual(last)
  }, soon)
  return streams.map(({ events }) => events.filter(event => JSON.stringify(event) !== JSON.stringify(last)))
}

test('a visitor and a list of invalid ids are refused', async () => {
  expect((await server.get('/api/events/')).status).toBe(401)
  const bad = await server.get('/api/events/?watch=7', anna)
  expect(bad).toMatchObject({ status: 400, body: { fields: { watch: expect.anything() } } })
})

test('the response is an event stream that is not cached, with a retry time', async () => {
  const { response, text } = await openStream(anna)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('x-request-id')).toBeTruthy()
  expect(text).toMatch(/^retry: \d+$/m)
})

test('people get only their own events, in every open page', async () => {
  const streams = await Promise.all([openStream(anna), openStream(anna), openStream(boris)])
  const [toAnna, toBoth] = [read(uuidv7()), messageTo(boris, 'Привет')]
  await send(toAnna, { userIds: [anna] })
  await send(toBoth, { userIds: [anna, boris] })
  const types = (await everythingBefore(streams, [anna, boris])).map(events => events.map(event => event.type))
  expect(types).toEqual([['conversation_read', 'message'], ['conversation_read', 'message'], ['message']])
})

test('an event for more people than fit into one notification of the database reaches all of them', async () => {
  const stream = await openStream(boris)
  const strangers = Array.from({ length: 500 }, () => uuidv7())
  await send(read(uuidv7()), { userIds: [...strangers, boris] })
  const [events] = await everythingBefore([stream], [boris])
  expect(events).toHaveLength(1)
})

test('events of a rolled-back transaction are not sent', async () => {
  const stream = await openStream(anna)
  const action = server.database.db.transaction(async tx => {
    await publish(tx, read(uuidv7()), { userIds: [anna] })
    throw new Error('no')
  })
  await expect(action).rejects.toThrow('no')
  expect(await everythingBefore([stream], [anna])).toEqual([[]])
})

test('events contain no e-mails and no text that is too long', async () => {
  const stream = await openStream(boris)
  const [short, long] = [messageTo(boris, 'Привет'), messageTo(boris, 'я'.repeat(5000))]
  await send(short, { userIds: [anna, boris] })
  await send(long, { userIds: [anna, boris] }, { ...long, message: null })
  const [events] = await everythingBefore([stream], [boris])
  expect(events).toEqual([
    { ...short, message: { ...short.message, created_by: expect.anything(), sent_to: expect.anything() } },
    { ...long, message: null },
  ])
  expect(stream.text).toContain('Привет')
  expect(stream.text).not.toContain('@dendro.test')
})

test('the changes of a private post reach only friends of its author', async () => {
  const { db } = server.database
  const friend = (await makePerson(db)).id
  await db.insert(friendships).values([
    { userId: anna, friendId: friend },
    { userId: friend, friendId: anna },
  ])
  const post_id = uuidv7()
  await db.insert(posts).values({ id: post_id, authorId: anna, body: 'Только своим', isPrivate: true })
  const streams = await Promise.all([anna, friend, boris].map(id => openStream(id, { watch: [post_id, post_id] })))
  const event = { type: 'post_changed' as const, post_id, likes_count: 1, comments_count: 0, comment: null }
  await send(event, { watching: post_id })
  expect(await everythingBefore(streams, [anna, friend, boris])).toEqual([[event], [event], []])
})

test('all posts that a stream watches are read with one query', async () => {
  const { db } = server.database
  const ids = Array.from({ length: 50 }, () => uuidv7())
  await db.insert(posts).values(ids.map(id => ({ id, authorId: boris, body: 'Запись' })))
  let queries = 0
  const counting = new Proxy(db, {
    get(target, name, receiver) {
      if (name === 'select') queries += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const actor = {
    id: anna,
    isStaff: false,
    companyId: null,
    silences: 0,
    sessionId: await sessionOf(db, anna),
    needsSecondFactor: false,
  }
  const opened: string[][] = []
  const streams = { open: async (_: unknown, { watched }: { watched: string[] }) => void opened.push(watched) }
  await openEvents({ db: counting, streams: streams as never }, actor, {} as never, {
    watch: ids,
    until: Date.now(),
    headers: {},
  })
  expect(opened[0]?.toSorted()).toEqual(ids.toSorted())
  // Three with the one that finds the actor.
  expect(queries).toBe(2)
})

test('new posts are announced together, to everybody but their authors', async () => {
  const streams = await Promise.all([openStream(anna), openStream(boris)])
  // The first is sent at once, the following together a moment later; authors get no event of their own posts.
  for (let n = 0; n < 3; n++) await send({ type: 'new_post', count: 1 }, { everyoneBut: [anna] })
  await vi.waitFor(() => {
    const told = streams[1]?.events.map(event => (event.type === 'new_post' ? event.count : 0)) ?? []
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(3)
  }, soon)
  expect(streams[1]?.events.length).toBeLessThanOrEqual(2)
  expect(streams[0]?.events).toEqual([])
})

test('events of another process reach the pages open at this one', async () => {
  const other = await server.another()
  closeAfterTest(other)
  const at = await other.listen({ port: 0, host: '127.0.0.1' })
  const streams = await Promise.all([openStream(anna), openStream(anna, { at })])
  const event = read(uuidv7())
  await send(event, { userIds: [anna] })
  expect(await everythingBefore(streams, [anna])).toEqual([[event], [event]])
})

test('a stream ends when the access token does', async () => {
  const token = await new SignJWT({ sid: await sessionOf(server.database.db, anna) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(anna)
    .setAudience('access')
    .setExpirationTime('3s')
    .sign(new TextEncoder().encode(secret))
  const stream = await openStream(anna, { token: `Bearer ${token}` })
  await vi.waitFor(() => expect(stream.hasEnded).toBe(true), { timeout: 8000 })
})

/** Signing in is slow if many sign in at once. */
const patient = { timeout: 60_000 }

test('the streams of a session end with it in every process, the person’s other streams do not', patient, async () => {
  const other = await server.another()
  closeAfterTest(other)
  const at = await other.listen({ port: 0, host: '127.0.0.1' })
  const member = await newMember(server)
  const bearer = async () => `Bearer ${(await login(server, member.email)).body.access}`
  const [ended, kept] = [await bearer(), await bearer()]
  const [here, there, left] = await Promise.all([
    openStream(member.id, { token: ended }),
    openStream(member.id, { token: ended, at }),
    openStream(member.id, { token: kept, at }),
  ])
  const { body } = await server.get('/api/sessions/', undefined, { authorization: ended })
  const { id } = body.find((session: { is_current: boolean }) => session.is_current)
  const headers = { authorization: kept }
  await server.app.inject({ method: 'DELETE', url: `/api/sessions/${id}/`, headers })
  await vi.waitFor(() => expect([here.hasEnded, there.hasEnded]).toEqual([true, true]), patient)
  const event = read(uuidv7())
  await send(event, { userIds: [member.id] })
  expect(await everythingBefore([left], [member.id])).toEqual([[event]])
})

test('the streams of a session end on a new password set elsewhere and on sign-out', patient, async () => {
  const fresh = await newMember(server)
  const pair = { new_password1: 'another kedr 5', new_password2: 'another kedr 5' }
  const elsewhere = (await login(server, fresh.email)).body
  const streams = await Promise.all([
    openStream(fresh.id, { token: `Bearer ${elsewhere.access}` }),
    openStream(fresh.id, { token: `Bearer ${fresh.access}` }),
  ])
  await as(server, fresh.access, 'POST', '/api/editpassword/', { old_password: password, ...pair })
  await vi.waitFor(() => expect(streams[0]?.hasEnded).toBe(true), patient)
  expect(streams[1]?.hasEnded).toBe(false)
  await server.send('POST', '/api/logout/', { refresh: fresh.refresh })
  await vi.waitFor(() => expect(streams[1]?.hasEnded).toBe(true), patient)
})

test('a stop does not wait for open streams', async () => {
  const other = await server.another()
  const at = await other.listen({ port: 0, host: '127.0.0.1' })
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(anna, { at })))
  const started = performance.now()
  await other.close()
  expect(performance.now() - started).toBeLessThan(5000)
  await vi.waitFor(() => expect(streams.every(stream => stream.hasEnded)).toBe(true), soon)
})

test.skipIf(!inject('template'))(
  'when notifications of the database may have been missed, all clients reconnect',
  async () => {
    const stream = await openStream(anna)
    // The listener has sent its last LISTEN, or has checked the connection since (database-listener.ts).
    await server.database.db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ~ '^(listen |select 1$)' and pid <> pg_backend_pid()`,
    )
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true), soon)
    const again = await openStream(anna)
    const event = read(uuidv7())
    await send(event, { userIds: [anna] })
    expect(await everythingBefore([again], [anna])).toEqual([[event]])
  },
)
