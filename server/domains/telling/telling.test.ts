import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { personErased } from '#server/domains/accounts/accounts.events.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { closeAfterTest, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { jobsOf, makeDue, workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { makeBrowser, pushService } from '#server/test/push-service.ts'
import { failuresMost } from './push/failures.ts'
import { sendPush } from './push/send-push.ts'
import { keptKeys, vapidKeys } from './push/vapid.ts'
import { tellingJobs } from './tell-later.service.ts'
import { quietEnding, tellingLater } from './telling.jobs.ts'
import { tellByEmail } from './telling.service.ts'
import { notificationSettings, pushSubscriptions, tellings } from './telling.tables.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'

type Person = Awaited<ReturnType<typeof makePerson>>
const secret = 'a secret for tests only, long enough'

let server: TestServer
let db: TestServer['database']['db']
let service: Awaited<ReturnType<typeof pushService>>
let anna: Person
let boris: Person
let paths = 0

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  service = await pushService()
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  await db.execute(sql`delete from pgboss.job`)
  await db.delete(tellings)
  service.received.length = 0
  anna = await makePerson(db, { name: 'Анна Лесная' })
  boris = await makePerson(db, { name: 'Борис Дубов' })
})

const settings = async (who: Person) => (await server.get('/api/notification-settings/', who.id)).body
const change = (who: Person, body: unknown) => server.send('PATCH', '/api/notification-settings/', body, who.id)
const subscribe = (who: Person, body: unknown) => server.send('POST', '/api/push/subscriptions/', body, who.id)
async function browserOf(who: Person) {
  const path = `/push/${++paths}`
  const browser = makeBrowser(service.at(path))
  expect((await subscribe(who, browser.json)).status).toBe(200)
  const pushes = () =>
    service.received.filter(one => one.path === path).map(({ body }) => browser.decrypt(body) as Record<string, string>)
  return { ...browser, path, pushes }
}
const links = unsubscribeLinks(secret, 'http://dendro.test')
const deps = () => ({
  ...{ db, keys: keptKeys(db, secret), publicUrl: 'http://dendro.test', allowsLocal: true },
  unsubscribeUrl: links.url,
})
/** Does what waits, as if its time had come. */
async function later(queue: typeof tellingLater | typeof quietEnding = tellingLater) {
  await makeDue(db, queue)
  const handlers = tellingJobs(deps()).filter(({ queue: { name } }) => name === queue.name)
  await workOff(server.database, handlers)
}
const lettersTo = async (who: Person) => db.select().from(emails).where(eq(emails.personId, who.id))

async function comment() {
  const { id } = (await server.send('POST', '/api/posts/create/', { body: 'Тайная запись', is_private: true }, anna.id))
    .body
  await db.transaction(tx => notify(tx, { recipientId: anna.id, actorId: boris.id, type: 'post_comment', postId: id }))
  return id as string
}
async function write(body = 'Секретная цена 5000 ₽') {
  const { id } = (await server.get(`/api/chat/${anna.id}/get-or-create/`, boris.id)).body
  await server.send('POST', `/api/chat/${id}/send/`, { body }, boris.id)
  return id as string
}
const letter = (who: Person) => ({
  personId: who.id,
  email: { to: who.email, subject: 'Сделка', text: 'Сделка', html: '<p>Сделка</p>' },
})
const about = { kind: 'deals', subject: 'deal:1', path: '/deals/1' } as const

describe('the settings', () => {
  it('are as they were, until any part of them is changed', async () => {
    const first = await settings(anna)
    expect(first).toMatchObject({ quiet: null, time_zone: 'Europe/Moscow', digest: 'never' })
    expect(Object.keys(first.kinds)).toHaveLength(11)
    // As before, nobody gets letters of what people do to each other who does not ask for them.
    const byLetter = Object.entries<{ email: boolean }>(first.kinds).flatMap(([kind, { email }]) => (email ? kind : []))
    expect(byLetter.toSorted()).toEqual([
      ...['deals', 'freshness', 'moderation', 'quotes', 'requests', 'saved_searches'],
    ])
    const { status, body } = await change(anna, { kinds: { likes: { push: false } }, digest: 'daily' })
    expect([status, body]).toEqual([
      200,
      { ...first, kinds: { ...first.kinds, likes: { site: true, push: false, email: false } }, digest: 'daily' },
    ])
    expect((await change(anna, {})).body).toEqual(body)
    await change(anna, { quiet: { from: '22:00', to: '08:00' }, time_zone: 'Asia/Omsk' })
    expect(await settings(anna)).toEqual({ ...body, quiet: { from: '22:00', to: '08:00' }, time_zone: 'Asia/Omsk' })
    expect((await change(anna, { quiet: null, unknown: 1 })).body.quiet).toBeNull()
    expect((await settings(boris)).digest).toBe('never')
  })

  it('keep what is changed at the same time', async () => {
    const kinds = ['likes', 'comments', 'mentions', 'friends', 'deals']
    await Promise.all(kinds.map(kind => change(anna, { kinds: { [kind]: { email: false } } })))
    const now = (await settings(anna)).kinds
    expect(kinds.map(kind => now[kind].email)).toEqual(kinds.map(() => false))
  })

  it('take one of both quiet hours where the other is known', async () => {
    await change(anna, { quiet: { from: '22:00', to: '08:00' } })
    expect((await change(anna, { quiet: { from: '23:30' } })).body.quiet).toEqual({ from: '23:30', to: '08:00' })
    expect((await change(anna, { quiet: { to: '07:00' } })).body.quiet).toEqual({ from: '23:30', to: '07:00' })
    expect(await change(anna, { quiet: { to: '23:30' } })).toMatchObject({
      status: 400,
      body: { fields: { quiet: [expect.anything()] } },
    })
    expect((await settings(anna)).quiet).toEqual({ from: '23:30', to: '07:00' })
    expect(await change(boris, { quiet: { from: '22:00' } })).toMatchObject({
      status: 400,
      body: { fields: { quiet: [expect.anything()] } },
    })
  })

  it('take a form, in which an empty field ends the quiet hours', async () => {
    await change(anna, { quiet: { from: '22:00', to: '08:00' } })
    const { status, body } = await change(anna, formOf({ quiet: '', digest: 'weekly' }))
    expect([status, body.quiet, body.digest]).toEqual([200, null, 'weekly'])
    expect((await change(anna, formOf({ digest: '' }))).status).toBe(400)
  })

  it('are refused where they make no sense', async () => {
    for (const bad of [
      { time_zone: 'Europe/Atlantis' },
      { time_zone: '+03:00' },
      { quiet: { from: '25:00', to: '08:00' } },
      { quiet: { from: '8:00', to: '09:00' } },
      { quiet: { from: '08:00', to: '08:00' } },
      { quiet: { from: '08:00' } },
      { quiet: {} },
      { digest: 'hourly' },
      { kinds: { likes: { push: 'no' } } },
      { kinds: 7 },
    ])
      expect([bad, (await change(anna, bad)).status]).toEqual([bad, 400])
    expect((await server.get('/api/notification-settings/')).status).toBe(401)
  })
})

describe('a subscription', () => {
  it('needs an address of a push service and the keys of a browser', async () => {
    const { json } = makeBrowser(service.at('/x'))
    for (const bad of [
      { ...json, endpoint: 'https://127.0.0.1/x' },
      { ...json, endpoint: 'http://10.0.0.1/x' },
      { ...json, endpoint: 'x'.repeat(2001) },
      { endpoint: json.endpoint },
      { ...json, keys: { ...json.keys, auth: 'x' } },
    ]) {
      const { status, body } = await subscribe(anna, bad)
      expect([status, Object.keys(body.fields).length]).toEqual([400, 1])
    }
    const limited = await server.withSettings({ rateLimits: true })
    closeAfterTest(limited)
    expect((await limited.send('POST', '/api/push/subscriptions/', json, anna.id)).status).toBe(400)
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, anna.id))).toBe(0)
  })

  it('is of one person, who can end it; and it ends with the session', async () => {
    const { json } = await browserOf(anna)
    await subscribe(boris, json)
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, anna.id))).toBe(0)
    const end = (who: Person) => server.send('DELETE', '/api/push/subscriptions/', { endpoint: json.endpoint }, who.id)
    expect((await end(anna)).body).toEqual({ message: 'unsubscribed' })
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, boris.id))).toBe(1)
    await end(boris)
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, boris.id))).toBe(0)
  })

  it('is made for a key that stays the same, and opens with the secret alone', async () => {
    const { key } = (await server.get('/api/push/key/', anna.id)).body
    expect(key).toMatch(/^[\w-]{87}$/)
    expect((await vapidKeys(db, secret)).publicKey).toBe(key)
  })

  it('goes with its key when the secret has changed: new keys take their place', async () => {
    await browserOf(anna)
    const { key } = (await server.get('/api/push/key/', anna.id)).body
    const other = 'another secret, also long enough for it'
    const [one, two] = await Promise.all([vapidKeys(db, other), vapidKeys(db, other)])
    expect([one.publicKey === key, one]).toEqual([false, two])
    expect(await db.$count(pushSubscriptions)).toBe(0)
    await browserOf(anna)
    expect(await vapidKeys(db, other)).toEqual(one)
    expect(await db.$count(pushSubscriptions)).toBe(1)
    // Back to the secret of the other tests.
    await vapidKeys(db, secret)
  })
})

describe('a push', () => {
  it('says who and what kind to the browser alone, and opens the page', async () => {
    const browser = await browserOf(anna)
    const post = await comment()
    const [job] = await jobsOf(db, tellingLater)
    expect(job?.dueIn).toBeGreaterThan(4)
    expect(job?.dueIn).toBeLessThan(15)
    await later()
    expect(browser.pushes()).toEqual([
      {
        title: 'Дендро',
        body: 'Борис Дубов комментирует вашу запись',
        path: `/post/${post}`,
        tag: `post_comment:${post}`,
      },
    ])
    const [{ headers, body } = { headers: {}, body: Buffer.of() }] = service.received
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      authorization: expect.stringMatching(/^vapid t=/),
    })
    expect(body.toString('latin1')).not.toContain('Дендро')
    expect(await jobsOf(db, tellingLater)).toEqual([])
  })

  it('of a message never has its text', async () => {
    const browser = await browserOf(anna)
    const id = await write()
    await later()
    expect(browser.pushes()).toMatchObject([
      { body: 'Борис Дубов пишет вам сообщение', path: `/chat?conversation=${id}` },
    ])
    expect(JSON.stringify(browser.pushes())).not.toContain('5000')
  })

  it('does not go for what was read meanwhile', async () => {
    const browser = await browserOf(anna)
    await comment()
    const [{ id }] = (await server.get('/api/notifications/', anna.id)).body
    await server.send('POST', `/api/notifications/read/${id}/`, undefined, anna.id)
    const chat = await write()
    await server.get(`/api/chat/${chat}/`, anna.id)
    await comment()
    await server.send('POST', '/api/notifications/read_all/', undefined, anna.id)
    await comment()
    const [group] = (await server.get('/api/notifications/groups/', anna.id)).body.groups
    await server.send('POST', `/api/notifications/read_group/${group.id}/`, undefined, anna.id)
    await later()
    expect(browser.pushes()).toEqual([])
  })

  it('does not go for a message that its author has deleted meanwhile, unless another one waits', async () => {
    const browser = await browserOf(anna)
    const { id: chat } = (await server.get(`/api/chat/${anna.id}/get-or-create/`, boris.id)).body
    const send = async () =>
      (await server.send('POST', `/api/chat/${chat}/send/`, { body: 'Не туда' }, boris.id)).body.id as string
    const remove = (id: string) => server.send('DELETE', `/api/chat/${chat}/messages/${id}/`, undefined, boris.id)
    await remove(await send())
    await later()
    expect(browser.pushes()).toEqual([])
    const mistaken = await send()
    await send()
    await remove(mistaken)
    await later()
    expect(browser.pushes()).toHaveLength(1)
  })

  it('goes to every browser of theirs, and a dead one goes', async () => {
    const [one, two, three] = [await browserOf(anna), await browserOf(anna), await browserOf(anna)]
    service.answers.set(one.path, 410)
    service.answers.set(two.path, 404)
    await comment()
    await later()
    expect(three.pushes()).toHaveLength(1)
    const left = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, anna.id))
    expect(left.map(({ endpoint }) => endpoint)).toEqual([three.json.endpoint])
  })

  it('is one, however many wait about the same', async () => {
    const browser = await browserOf(anna)
    const chat = await write()
    await write()
    await write()
    await later()
    expect(browser.pushes()).toHaveLength(1)
    await server.get(`/api/chat/${chat}/`, anna.id)
    await write()
    await later()
    expect(browser.pushes()).toHaveLength(2)
  })

  it('takes the time that it may take, whatever the service answers and however slowly', async () => {
    const closed: string[] = []
    const slow = createServer((request, response) => {
      const drip = setInterval(() => response.write('.'), 100)
      if (request.url === '/body') response.writeHead(201)
      // The other one never ends its headers.
      if (request.url !== '/body') request.socket.write('HTTP/1.1 201 Created\r\nX: ')
      if (request.url !== '/body') clearInterval(drip)
      request.socket.on('close', () => {
        clearInterval(drip)
        closed.push(request.url ?? '')
      })
    })
    await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void slow.close())
    const { port } = slow.address() as AddressInfo
    const send = (path: string, signal?: AbortSignal) => {
      const { endpoint, keys } = makeBrowser(`http://127.0.0.1:${port}${path}`).json
      return sendPush(deps(), { endpoint, ...keys }, { title: 'Дендро', body: '', path: '/', tag: '' }, signal)
    }
    expect(await send('/body')).toBe('sent')
    await vi.waitUntil(() => closed.includes('/body'))
    const stopping = new AbortController()
    const headers = send('/headers', stopping.signal)
    await new Promise<void>(resolve => slow.once('request', () => resolve()))
    stopping.abort()
    expect(await headers).toBe('failed')
    await vi.waitUntil(() => closed.includes('/headers'))
  })

  it('that fails again and again, and never arrives, ends the subscription', async () => {
    const browser = await browserOf(anna)
    service.answers.set(browser.path, 500)
    await comment()
    const [waiting] = await db.select().from(tellings).where(eq(tellings.userId, anna.id))
    const [handler] = tellingJobs(deps()).filter(({ queue: { name } }) => name === tellingLater.name)
    const about = { attempt: 1, signal: new AbortController().signal }
    const attempt = () => handler?.run({ id: waiting?.id } as never, about)
    const isKept = async () => (await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, anna.id))) === 1
    for (let n = 1; n < failuresMost; n++) await expect(attempt()).rejects.toThrow('no push service')
    expect(await isKept()).toBe(true)
    // One success, and the count begins anew.
    service.answers.delete(browser.path)
    await attempt()
    expect(browser.pushes()).toHaveLength(failuresMost)
    await db.update(tellings).set({ sentAt: null })
    service.answers.set(browser.path, 500)
    for (let n = 1; n < failuresMost; n++) await expect(attempt()).rejects.toThrow('no push service')
    expect(await isKept()).toBe(true)
    await attempt()
    expect(await isKept()).toBe(false)
  })

  it('is not what they have chosen not to get, and nothing crosses a block', async () => {
    const browser = await browserOf(anna)
    await change(anna, { kinds: { comments: { push: false } } })
    await comment()
    await write()
    await server.send('POST', `/api/people/${boris.id}/block/`, undefined, anna.id)
    await comment()
    await later()
    expect(browser.pushes()).toEqual([])
  })

  it('without the site is told nowhere on it', async () => {
    const browser = await browserOf(anna)
    await change(anna, { kinds: { comments: { site: false } } })
    await comment()
    expect((await server.get('/api/notifications/', anna.id)).body).toEqual([])
    await later()
    expect(browser.pushes()).toHaveLength(1)
  })
})

describe('an e-mail', () => {
  const mail = () => db.transaction(tx => tellByEmail(tx, [letter(anna)], about))
  const push = () =>
    db.transaction(async tx => {
      const { tell } = await import('./telling.service.ts')
      await tell(tx, [anna.id], { ...about, actorId: boris.id })
    })

  it('goes at once where no browser takes pushes, unless it is not wanted', async () => {
    await mail()
    expect(await lettersTo(anna)).toHaveLength(1)
    await change(anna, { kinds: { deals: { email: false } } })
    await mail()
    expect(await lettersTo(anna)).toHaveLength(1)
  })

  it('does not go when the push of the same event has arrived', async () => {
    const browser = await browserOf(anna)
    await push()
    await later()
    await mail()
    await later()
    expect([browser.pushes().length, (await lettersTo(anna)).length]).toEqual([1, 0])
  })

  it('goes when no browser takes it any more', async () => {
    const browser = await browserOf(anna)
    service.answers.set(browser.path, 410)
    await push()
    await later()
    await mail()
    await later()
    expect(await lettersTo(anna)).toHaveLength(1)
  })
})

describe('a letter of what people do', () => {
  const want = (email: boolean) => change(anna, { kinds: { comments: { email }, messages: { email } } })

  it('goes once where it is wanted and no browser takes pushes, in the words of a push', async () => {
    await want(true)
    const post = await comment()
    const [job] = await jobsOf(db, tellingLater)
    expect(job?.dueIn).toBeGreaterThan(30)
    await later()
    const [letter, ...more] = await lettersTo(anna)
    expect(more).toEqual([])
    expect(letter).toMatchObject({
      ...{ subject: 'Борис Дубов комментирует вашу запись', recipient: anna.email },
      unsubscribeUrl: links.url(anna.id, 'comments'),
      text: expect.stringContaining(`http://dendro.test/post/${post}`),
    })
    expect(letter?.text).not.toContain('Тайная')
    await write()
    await write()
    await later()
    expect((await lettersTo(anna)).map(({ subject }) => subject).toSorted()).toEqual([
      'Борис Дубов комментирует вашу запись',
      'Борис Дубов пишет вам сообщение',
    ])
    expect(JSON.stringify(await lettersTo(anna))).not.toContain('5000')
  })

  it('does not go for what was read meanwhile, nor across a block', async () => {
    await want(true)
    await comment()
    await server.send('POST', '/api/notifications/read_all/', undefined, anna.id)
    const chat = await write()
    await server.get(`/api/chat/${chat}/`, anna.id)
    await later()
    await comment()
    await server.send('POST', `/api/people/${boris.id}/block/`, undefined, anna.id)
    await later()
    expect(await lettersTo(anna)).toEqual([])
  })

  it('does not go where it is not wanted, which is so unless they choose', async () => {
    await comment()
    await want(false)
    await comment()
    await write()
    await later()
    expect(await lettersTo(anna)).toEqual([])
  })

  it('does not go when the push has arrived, and goes when no browser takes it', async () => {
    await want(true)
    const browser = await browserOf(anna)
    const [handler] = tellingJobs(deps()).filter(({ queue: { name } }) => name === tellingLater.name)
    /** The push when its time has come, then the letter. */
    async function inTurn() {
      const waiting = await db.select().from(tellings).where(isNull(tellings.sentAt))
      for (const channel of ['push', 'email']) {
        const id = waiting.find(one => one.channel === channel)?.id
        await handler?.run({ id } as never, { attempt: 1, signal: new AbortController().signal })
      }
    }
    await comment()
    await inTurn()
    expect([browser.pushes().length, (await lettersTo(anna)).length]).toEqual([1, 0])
    service.answers.set(browser.path, 410)
    await comment()
    await inTurn()
    expect(await lettersTo(anna)).toHaveLength(1)
  })

  it('of what moderators decide goes unless it is refused, and names nobody', async () => {
    const tellOf = (who: Person) =>
      db.transaction(tx =>
        notify(tx, { recipientId: who.id, actorId: boris.id, type: 'post_deleted', details: 'Тайна' }),
      )
    await tellOf(anna)
    await later()
    const [letter] = await lettersTo(anna)
    expect(letter?.subject).toBe('Решение модератора')
    expect(`${letter?.text}`).not.toMatch(/Борис|Тайна/)
    await server.send('POST', new URL(letter?.unsubscribeUrl ?? '').pathname, { 'List-Unsubscribe': 'One-Click' })
    await tellOf(anna)
    await later()
    expect(await lettersTo(anna)).toHaveLength(1)
  })

  it('comes in the summary at the end of the quiet hours', async () => {
    await want(true)
    await change(anna, { quiet: { from: '00:00', to: '23:59' }, time_zone: 'UTC' })
    await later(quietEnding)
    await comment()
    await db.update(notificationSettings).set({ quietFrom: null, quietTo: null })
    await db.update(tellings).set({ dueAt: sql`now() - interval '1 second'` })
    await later(quietEnding)
    expect(await lettersTo(anna)).toMatchObject([
      { subject: 'Что пришло, пока было тихо', text: expect.stringContaining('комментарии — 1') },
    ])
  })
})

describe('in quiet hours', () => {
  /** Hours around now, and after they have ended. */
  const quiet = { from: '00:00', to: '23:59' }
  async function end() {
    await db.update(notificationSettings).set({ quietFrom: null, quietTo: null })
    await db.update(tellings).set({ dueAt: sql`now() - interval '1 second'` })
    await later(quietEnding)
  }

  it('nothing goes but one summary at their end, whatever has come', async () => {
    const browser = await browserOf(anna)
    await change(anna, { quiet, time_zone: 'UTC' })
    await later(quietEnding)
    await comment()
    await comment()
    await write()
    await db.transaction(tx => tellByEmail(tx, [letter(anna)], about))
    expect(await jobsOf(db, tellingLater)).toEqual([])
    expect(await jobsOf(db, quietEnding)).toHaveLength(1)
    await end()
    expect(browser.pushes()).toMatchObject([
      { body: 'Пока было тихо: комментарии — 2, сообщения — 1, сделки — 1', path: '/notifications' },
    ])
    expect(await lettersTo(anna)).toEqual([])
    await later(quietEnding)
    expect(browser.pushes()).toHaveLength(1)
  })

  it('and by one letter where no browser takes it', async () => {
    await change(anna, { quiet, time_zone: 'UTC' })
    for (const subject of ['deal:1', 'deal:2'])
      await db.transaction(tx => tellByEmail(tx, [letter(anna)], { ...about, subject }))
    await end()
    expect(await lettersTo(anna)).toMatchObject([{ subject: 'Что пришло, пока было тихо' }])
  })
})

it('goes with the account', async () => {
  await browserOf(anna)
  await change(anna, { digest: 'daily' })
  await comment()
  await db.transaction(tx => personErased.emit(tx, { userId: anna.id }))
  for (const table of [notificationSettings, pushSubscriptions, tellings])
    expect(await db.$count(table, eq(table.userId, anna.id))).toBe(0)
})
