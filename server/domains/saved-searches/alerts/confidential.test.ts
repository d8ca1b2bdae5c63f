// What nobody learns through alerts: a company who waits for it, others what somebody waits for, and whoever waits what a
// company has not published.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { openStream } from '#server/test/streams.ts'
import { makeOffer } from '#server/test/trade.ts'
import { savedSearches } from '../saved-searches.tables.ts'
import { unsubscribeTokens } from '../unsubscribe-tokens.ts'
import { type AlertDeps, findNews, tellDue } from './alerts.service.ts'

const lime = 'Tilia cordata'
const query = 'plant=tilia-cordata'
const nowhere = '0190a5c0-0000-7000-8000-000000000000'

let server: TestServer
let deps: AlertDeps
let address: string
let staff: string
let plant: number
let buyer: string
let other: string
let company: { id: number; creatorId: string }
let employee: string

beforeAll(async () => {
  server = await testServer()
  const { database } = server
  deps = {
    db: database.jobs,
    names: namedPlants({ db: database.db, changes: contentChanges(database.quick) }),
    tokens: unsubscribeTokens('a secret for tests only, long enough'),
    publicUrl,
  }
  await readyToSearch(server)
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  staff = (await makePerson(database.db, { email: staffEmail })).id
  plant = (await server.get('/api/plants/tilia-cordata/')).body.id
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.database
  await db.delete(savedSearches)
  await db.delete(products)
  await db.delete(emails)
  ;[buyer, other, employee] = [(await makePerson(db)).id, (await makePerson(db)).id, (await makePerson(db)).id]
  company = await makeCompany(db, { employees: [employee] })
})

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, who?: string) =>
  server.send(method, `/api/${path}`, body, who)
async function made(path: string, body: unknown, who: string) {
  const answer = await send('POST', path, body, who)
  expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text])
  return answer.body
}
const save = (who: string, text = query) =>
  made('saved-searches/', { name: 'Липы', query: text, every: 'instant' }, who)

/** Looks for news and tells them, as the job does. */
async function look(): Promise<void> {
  const never = new AbortController().signal
  await findNews(deps, never)
  await tellDue(deps, never)
}
const mailOf = async (who: string) =>
  (await server.database.db.select().from(emails).where(eq(emails.personId, who))).map(
    ({ subject, text, html }) => `${subject} ${text} ${html}`,
  )

/** Everything that a person sees of offers, alerts and what they are told. */
async function worldOf(who: string, productPath?: string) {
  const paths = [
    'saved-searches/',
    'stock-alerts/',
    'saved-plants/',
    `offers/?${query}`,
    `offers/?${query}&ordering=price`,
    'offers/plants/',
    'plants/tilia-cordata/',
    'notifications/',
    'notifications/groups/',
    'trade/attention/',
    'teams/statistics/',
    'products/own/',
    ...(productPath ? [`products${productPath}`] : []),
    `teams/get_current_team/${company.id}/`,
    'me/data/',
  ]
  const seen: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body } = await server.get(`/api/${path}`, who)
    seen[path] = [status, body]
  }
  const { sessions: _, ...data } = (seen['me/data/'] as [number, Record<string, unknown>])[1]
  return { ...seen, 'me/data/': data, letters: await mailOf(who) }
}

const setPublished = (id: number, isApproved: boolean) =>
  server.database.db.update(products).set({ isApproved }).where(eq(products.id, id))
/** An offer that is sold out; `arrive` puts it in stock. */
async function soldOut() {
  const { db } = server.database
  const made = await makeOffer(db, company.id, lime, { stock: 'sold_out' })
  await db.update(products).set({ isSoldOut: true }).where(eq(products.id, made.productId))
  return made
}
async function arrive({ id, productId }: { id: number; productId: number }) {
  await setVariant(id, { stock: 'in_stock' })
  await server.database.db.update(products).set({ isSoldOut: false }).where(eq(products.id, productId))
}
const setVariant = (id: number, columns: Partial<typeof variants.$inferInsert>) =>
  server.database.db.update(variants).set(columns).where(eq(variants.id, id))

describe('a company', () => {
  it('sees, hears and is written the same, whoever waits for its plants and is told of them', async () => {
    const sold = await soldOut()
    const stream = await openStream(server, address, company.creatorId)
    const seen = () => Promise.all([company.creatorId, employee].map(who => worldOf(who)))
    const before = await seen()
    const heard = stream.events.length
    for (const who of [buyer, other]) {
      await save(who)
      await save(who, `company=${company.id}`)
      await made('stock-alerts/', { product: sold.productId }, who)
      await made('stock-alerts/', { plant }, who)
      await made('saved-plants/', { plant }, who)
    }
    await look()
    expect(await seen()).toEqual(before)
    // What changes then is its own change, which it would see without anybody who waits.
    await arrive(sold)
    const changed = await seen()
    await look()
    expect((await mailOf(buyer)).length).toBeGreaterThan(0)
    expect(await seen()).toEqual(changed)
    expect(stream.events.length).toBe(heard)
  })
})

it('everybody else gets of an alert what an address that does not exist answers', async () => {
  const sold = await soldOut()
  const search = await save(buyer)
  const alert = await made('stock-alerts/', { product: sold.productId }, buyer)
  const calls: ['PATCH' | 'DELETE', string, string, object?][] = [
    ['PATCH', 'saved-searches', search.id, { every: 'never' }],
    ['DELETE', 'saved-searches', search.id],
    ['DELETE', 'stock-alerts', alert.id],
    // Not even its own person, by the call for the other kind.
    ['DELETE', 'saved-searches', alert.id],
    ['DELETE', 'stock-alerts', search.id],
  ]
  for (const who of [other, company.creatorId, staff, undefined]) {
    for (const [method, path, id, body] of calls) {
      const [there, away] = [
        await send(method, `${path}/${id}/`, body, who),
        await send(method, `${path}/${nowhere}/`, body, who),
      ]
      expect([path, there.status, there.body]).toEqual([path, away.status, away.body])
      expect(there.status).toBe(who === undefined ? 401 : 404)
    }
  }
  const tokens = [deps.tokens.tokenOf(nowhere), deps.tokens.tokenOf(search.id)].map(async token => {
    const { status, body } = await send('POST', `saved-searches/unsubscribe/${token}/`)
    return [status, body]
  })
  expect((await Promise.all(tokens))[0]).toEqual((await Promise.all(tokens))[1])
  for (const who of [other, company.creatorId, staff]) {
    expect((await server.get('/api/saved-searches/', who)).body).toEqual([])
    expect((await server.get('/api/stock-alerts/', who)).body).toEqual([])
  }
})

describe('whoever waits', () => {
  it('learns nothing of what is not published: no count, order, price, news or arrival', async () => {
    const { db } = server.database
    const shown = await makeOffer(db, company.id, lime, { priceKopecks: 100_00, stock: 'sold_out' })
    await save(buyer)
    await made('stock-alerts/', { plant }, buyer)
    await made('saved-plants/', { plant }, buyer)
    await look()
    const before = await worldOf(buyer)
    const secret = await makeOffer(db, company.id, lime, { priceKopecks: 77_13 })
    await setPublished(secret.productId, false)
    await setVariant(secret.id, { priceKopecks: 66_17 })
    await look()
    expect(await worldOf(buyer)).toEqual(before)
    const tries = await Promise.all(
      [secret.productId, 2_000_000_000].map(product => send('POST', 'stock-alerts/', { product }, buyer)),
    )
    expect([tries[0]?.status, tries[0]?.body]).toEqual([404, tries[1]?.body])
    expect(shown.id).not.toBe(secret.id)
  })

  it('is not told what a price was while it was not published', async () => {
    const { db } = server.database
    const { id, productId } = await makeOffer(db, company.id, lime, { priceKopecks: 500_00 })
    await save(buyer)
    await look()
    await setPublished(productId, false)
    await setVariant(id, { priceKopecks: 77_13 })
    await look()
    await setVariant(id, { priceKopecks: 400_00 })
    await setPublished(productId, true)
    await look()
    const [letter = '', ...others] = await mailOf(buyer)
    expect([others, letter.includes('400'), letter.includes('500'), letter.includes('77,13')]).toEqual([
      [],
      true,
      true,
      false,
    ])
  })

  it('does not learn what becomes of a product that was taken off sale', async () => {
    const { db } = server.database
    const sold = await soldOut()
    const alert = await made('stock-alerts/', { product: sold.productId }, buyer)
    await setPublished(sold.productId, false)
    await db.update(products).set({ name: 'ТАЙНА', slug: 'taina' }).where(eq(products.id, sold.productId))
    const world = await worldOf(buyer)
    expect(JSON.stringify(world)).not.toMatch(/ТАЙНА|taina/)
    // It is still theirs, to be taken back.
    expect((await server.get('/api/stock-alerts/', buyer)).body).toMatchObject([{ id: alert.id }])
    await setPublished(sold.productId, true)
    expect((await server.get('/api/stock-alerts/', buyer)).body).toMatchObject([{ product: { name: 'ТАЙНА' } }])
    // Nor from the notification, once it has arrived and is taken off sale again.
    await arrive(sold)
    await look()
    const told = async () => JSON.stringify(await worldOf(buyer))
    expect(await told()).toMatch(/ТАЙНА»? теперь есть в наличии/)
    await setPublished(sold.productId, false)
    await db.delete(emails)
    expect(await told()).not.toMatch(/ТАЙНА|taina/)
  })

  it('does not learn the name of a blocked company by its number', async () => {
    const { db } = server.database
    await db.update(companies).set({ name: 'ТАЙНА', blockedAt: new Date() }).where(eq(companies.id, company.id))
    const search = await save(buyer, `company=${company.id}`)
    const none = await save(buyer, 'company=2000000000')
    expect(search.summary).toBe(none.summary)
    expect(JSON.stringify(await worldOf(buyer))).not.toContain('ТАЙНА')
  })
})

it('who has left a company waits for its plants as strangers do', async () => {
  const { db } = server.database
  await save(employee)
  await save(buyer)
  await makeOffer(db, company.id, lime, { priceKopecks: 100_00 })
  await look()
  expect([(await mailOf(employee)).length, (await mailOf(buyer)).length]).toEqual([0, 1])
  await send('POST', 'teams/leave/', undefined, employee)
  const secret = await makeOffer(db, company.id, lime, { priceKopecks: 77_13 })
  await setPublished(secret.productId, false)
  await look()
  expect(await mailOf(employee)).toEqual([])
  await makeOffer(db, company.id, lime, { priceKopecks: 90_00 })
  await look()
  const [mine, theirs] = [await mailOf(employee), await mailOf(buyer)]
  expect([mine.length, theirs.length]).toEqual([1, 2])
  expect(mine[0]).not.toContain('77,13')
})
