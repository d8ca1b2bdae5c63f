import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keptKeys } from '#server/domains/telling/push/vapid.ts'
import { tellingJobs } from '#server/domains/telling/tell-later.service.ts'
import { nextDigest, tellByEmail } from '#server/domains/telling/telling.api.ts'
import { quietEnding } from '#server/domains/telling/telling.jobs.ts'
import { notificationSettings, tellings } from '#server/domains/telling/telling.tables.ts'
import { unsubscribeLinks } from '#server/domains/telling/unsubscribe-links.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { makeDue, workOff } from '#server/test/jobs.ts'
import { notify } from '../notifications.service.ts'
import { digestWriting } from './digest.jobs.ts'
import { digestWriter } from './digest.service.ts'

type Person = Awaited<ReturnType<typeof makePerson>>
const secret = 'a secret for tests only, long enough'
const links = unsubscribeLinks(secret, 'http://dendro.test')

let server: TestServer
let db: TestServer['database']['db']
let anna: Person
let boris: Person
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())
beforeEach(async () => {
  anna = await makePerson(db, { name: 'Анна' })
  boris = await makePerson(db, { name: 'Борис Дубов' })
  await change({ digest: 'daily' })
})

const change = (body: unknown) => server.send('PATCH', '/api/notification-settings/', body, anna.id)
const post = async () => (await server.send('POST', '/api/posts/create/', { body: 'Липы' }, anna.id)).body.id as string
const letters = () => db.select().from(emails).where(eq(emails.personId, anna.id))
/** Writes what is due, as if Anna's hour had come. */
async function digest() {
  await db
    .update(notificationSettings)
    .set({ nextDigestAt: sql`now()` })
    .where(eq(notificationSettings.userId, anna.id))
  await db.transaction(tx => digestWriting.send(tx, [{ data: {} }]))
  await workOff(server.database, [digestWriter({ db, publicUrl: 'http://dendro.test', unsubscribeUrl: links.url })])
}
/** Works off what waits for the end of the quiet hours. */
async function endQuiet() {
  const keys = keptKeys(db, secret)
  const deps = { db, keys, publicUrl: 'http://dendro.test', allowsLocal: true, unsubscribeUrl: links.url }
  await makeDue(db, quietEnding)
  await workOff(
    server.database,
    tellingJobs(deps).filter(({ queue: { name } }) => name === quietEnding.name),
  )
}
const news = (type: 'post_like' | 'mention', postId: string) =>
  db.transaction(tx => notify(tx, { recipientId: anna.id, actorId: boris.id, type, postId }))

describe('a digest', () => {
  it('has what was missed, the best first, once, and its header ends it', async () => {
    const id = await post()
    await news('post_like', id)
    await news('mention', id)
    await digest()
    const [letter] = await letters()
    expect(letter?.text).toMatch(/Борис Дубов упоминает вас\.[^]*Борис Дубов ставит «Нравится»/)
    await digest()
    expect(await letters()).toHaveLength(1)
    const address = new URL(letter?.unsubscribeUrl ?? '').pathname
    const settings = async () => (await server.get('/api/notification-settings/', anna.id)).body
    expect((await server.send('POST', address, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect((await settings()).digest).toBe('never')
    expect((await server.send('POST', `${address.slice(0, -4)}xyz/`)).status).toBe(404)
    const ofDeals = new URL(links.url(anna.id, 'deals')).pathname
    expect((await server.send('POST', ofDeals)).body).toEqual({ message: 'unsubscribed' })
    expect((await settings()).kinds.deals.email).toBe(false)
  })

  it('has what comes by no letter of its own, unless letters of it are refused', async () => {
    const id = await post()
    await news('mention', id)
    await news('post_like', id)
    expect((await change({ kinds: { likes: { email: false } } })).body.kinds.mentions.email).toBe(false)
    await digest()
    const [letter] = await letters()
    expect(letter?.text).toContain('упоминает вас')
    expect(letter?.text).not.toContain('Нравится')
  })

  it('leaves out what was read, told by letter, or is not wanted by letter', async () => {
    const id = await post()
    await news('mention', id)
    await server.send('POST', '/api/notifications/read_all/', undefined, anna.id)
    await change({ kinds: { likes: { email: false } } })
    await news('post_like', id)
    const email = { to: anna.email, subject: 'Сделка', text: 'Сделка', html: '' }
    const about = { kind: 'mentions', subject: `mention:${await post()}`, path: '/' } as const
    await change({ kinds: { mentions: { email: true } } })
    await db.transaction(tx => tellByEmail(tx, [{ email, personId: anna.id }], about, links.url))
    await news('mention', about.subject.slice('mention:'.length))
    await digest()
    const written = await letters()
    expect(written.map(({ subject }) => subject)).toEqual(['Сделка'])
    expect(written[0]?.unsubscribeUrl).toBe(links.url(anna.id, 'mentions'))
  })

  it.each(['the digest', 'the summary'])(
    'and the summary of quiet hours are one letter, if %s is first',
    async first => {
      const kinds = { comments: { email: true, push: false }, likes: { email: true, push: false } }
      await change({ time_zone: 'UTC', quiet: { from: '00:00', to: '23:59' }, kinds })
      const id = await post()
      await server.send('POST', `/api/posts/${id}/comment/`, { body: 'Хороши' }, boris.id)
      await server.send('POST', `/api/posts/${id}/like/`, undefined, boris.id)
      await db.update(notificationSettings).set({ quietFrom: null, quietTo: null })
      await db.update(tellings).set({ dueAt: sql`now() - interval '1 second'` })
      for (const job of first === 'the digest' ? [digest, endQuiet] : [endQuiet, digest]) await job()
      const subject = first === 'the digest' ? 'Что вы пропустили на «Дендро»' : 'Что пришло, пока было тихо'
      expect(await letters()).toMatchObject([{ subject }])
    },
  )

  it('leaves to the summary what it does not have itself', async () => {
    const kinds = { comments: { email: true, push: false }, likes: { email: true, push: false } }
    await change({ time_zone: 'UTC', quiet: { from: '00:00', to: '23:59' }, kinds })
    const id = await post()
    await server.send('POST', `/api/posts/${id}/like/`, undefined, boris.id)
    await digest()
    await server.send('POST', `/api/posts/${id}/comment/`, { body: 'Хороши' }, boris.id)
    await db.update(notificationSettings).set({ quietFrom: null, quietTo: null })
    await db.update(tellings).set({ dueAt: sql`now() - interval '1 second'` })
    await endQuiet()
    expect((await letters()).map(({ text }) => /комментарии — 1|нравится — 1/i.exec(text)?.[0])).toEqual([
      undefined,
      'комментарии — 1',
    ])
  })

  it('comes at the end of the quiet hours, or at eight', () => {
    const at = (text: string) => new Date(text)
    const given = { quiet: null, time_zone: 'Europe/Moscow', digest: 'daily' } as const
    const next = (more: object, now: string) => nextDigest({ ...given, ...more }, at(now))
    expect(next({}, '2026-11-28T12:00:00Z')).toEqual(at('2026-11-29T05:00:00Z'))
    expect(next({}, '2026-11-29T05:00:00Z')).toEqual(at('2026-11-30T05:00:00Z'))
    expect(next({ quiet: { from: '23:00', to: '07:30' } }, '2026-11-28T12:00:00Z')).toEqual(at('2026-11-29T04:30:00Z'))
    expect(next({ digest: 'weekly' }, '2026-11-29T05:00:00Z')).toEqual(at('2026-12-06T05:00:00Z'))
    expect(next({ digest: 'never' }, '2026-11-29T05:00:00Z')).toBeNull()
  })
})
