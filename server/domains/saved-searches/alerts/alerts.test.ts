import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NotificationGroup } from '#contract/notifications.ts'
import type { Product } from '#contract/products.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { makePrepared, prepareBulk } from '#server/domains/products/bulk/change-in-bulk.service.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { jobsOf, workOff } from '#server/test/jobs.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { instantEmails, savedSearches, savedSearchOffers, variantChanges } from '../saved-searches.tables.ts'
import { unsubscribeTokens } from '../unsubscribe-tokens.ts'
import { alertTelling } from './alerts.jobs.ts'
import { hasWork, listChanges } from './alerts.queries.ts'
import {
  type AlertDeps,
  alertTeller,
  findNews,
  judge,
  mostInstantEmails,
  sendIfDue,
  tellDue,
} from './alerts.service.ts'
import { dueAfter } from './due.ts'

let server: TestServer
let deps: AlertDeps
let buyer: { id: string; email: string }
let seller: string
let companyId: number
/** The directory's plant of the products in these tests. */
const smaragd = { genus: 'Туя', species: "западная 'Smaragd'", slug: 'thuja-occidentalis-smaragd' }

beforeAll(async () => {
  server = await testServer()
  const { database } = server
  deps = {
    db: database.jobs,
    names: namedPlants({ db: database.db, changes: contentChanges(database.quick) }),
    tokens: unsubscribeTokens('a secret for tests only, long enough'),
    publicUrl,
  }
  await deps.names()
  await readyToSearch(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  await db.delete(savedSearches)
  await db.delete(products)
  await db.delete(emails)
  buyer = await makePerson(db)
  const company = await makeCompany(db, { name: 'Верейский косогор' })
  seller = company.creatorId
  companyId = company.id
})

const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown, who: string) => {
  const answer = await server.send(method, `/api/${path}`, body, who)
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
  return answer.body
}
const save = (query: string, every = 'instant', who = buyer.id) =>
  send('POST', 'saved-searches/', { name: `Поиск ${query}`, query, every }, who)
const { slug: _slug, ...named } = smaragd
const offer = async (more: object | object[] = {}, who = seller): Promise<Product> => {
  const category = (await server.get('/api/plants/?search=туя')).body.results[0].category.id
  const sizes = [more].flat().map(one => ({ price: 100, ...one }))
  return send('POST', 'products/create/', { category, ...named, variants: sizes }, who)
}
const change = (id: number | undefined, more: object, who = seller) =>
  send('POST', 'variants/change/', { changes: [{ id, ...more }] }, who)
const idOf = (product: Product) => product.variants[0]?.id

const never = new AbortController().signal
/** Runs the job once: finds news and sends notifications that are due. */
async function look(now = new Date()): Promise<void> {
  await findNews(deps, never, now)
  await tellDue(deps, never, now)
}
/** The emails since the previous call, oldest first. */
async function mail() {
  const rows = await server.database.db.delete(emails).returning()
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
const subjects = async () => (await mail()).map(({ subject }) => subject)
const groups = async (who = buyer.id): Promise<NotificationGroup[]> =>
  (await server.get('/api/notifications/groups/', who)).body.groups
const thuja = `plant=${smaragd.slug}`

describe('new offers', () => {
  it('are announced once, by notification and email; earlier offers are not', async () => {
    await offer()
    const search = await save(thuja)
    await look()
    expect(await mail()).toEqual([])
    await offer({ price: 3200, height_from: 120, height_to: 140, root: 'container', root_size: 10 })
    await look()
    const [email, ...others] = await mail()
    expect(others).toEqual([])
    expect(email).toMatchObject({
      recipient: buyer.email,
      subject: `Поиск ${thuja}: 1 предложение`,
      personId: buyer.id,
    })
    expect(email?.text.replaceAll('\u00a0', ' ')).toContain(
      "Туя западная 'Smaragd', Выс. 120–140 · C 10: 3 200 ₽. В наличии. Верейский косогор.",
    )
    expect(email?.link).toBe(`${publicUrl}/offers?${thuja}`)
    expect(await groups()).toMatchObject([
      {
        type_of_notification: 'saved_search_found',
        body: `По сохранённому поиску «Поиск ${thuja}» есть новое: 1 предложение.`,
        link: `/offers?${thuja}`,
        is_read: false,
      },
    ])
    await look()
    expect(await mail()).toEqual([])
    // The notification is grouped with the previous one.
    await offer([{ height_from: 60 }, { height_from: 80 }])
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}: 2 предложения`])
    expect(await groups()).toHaveLength(1)
    expect(search.every).toBe('instant')
  })

  it('are announced only to people whose search matches, and never to their own company', async () => {
    await save(`${thuja}&price_to=50`)
    await save(`${thuja}&root=ball`)
    await save('category=rozy')
    await save('company=2147483647')
    await save('plant=tilia-cordata')
    await save(`search=${encodeURIComponent('липа')}`)
    await save(`search=${encodeURIComponent('туя смарагд C10')}`)
    await save('', 'instant', seller)
    await save(thuja, 'never')
    await offer({ root: 'container', root_size: 10 })
    await look()
    const told = await mail()
    expect(told.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [buyer.email, `Поиск search=${encodeURIComponent('туя смарагд C10')}: 1 предложение`],
    ])
  })

  it('are those that the search over offers shows', async () => {
    const numbers = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
    const pick = <Value>(values: readonly Value[], index: number) => values[index % values.length] as Value
    const choices: string[][] = [
      ['', 'height_from=100', 'height_to=120', 'height_from=100&height_to=100', 'height_from=80&height_to=100'],
      ['', 'price_to=150', 'price_from=150.5', '', 'price_from=100&price_to=100'],
      ['', '', 'root=container', 'root=ball&root=container', 'form=shrub', 'root_size_from=5&root_size_to=10'],
      ['', '', '', 'quantity=10', 'quantity=1000', 'stock=sold_out&stock=on_order', 'stock=in_stock'],
      [
        '',
        'category=hvoynye',
        thuja,
        'has_photos=0',
        'verified=0',
        'fresh=1',
        'evergreen=1',
        'as_written=1&search=смарагд',
      ],
    ]
    const searches: { id: string; query: string }[] = []
    for (let n = 0; n < 45; n++) {
      const parts = choices.map((of, at) => pick(of, n * (at + 1) + (n >> (at + 1))))
      searches.push(await save(parts.filter(Boolean).join('&'), 'weekly'))
    }
    for (let n = 0; n < 8; n++)
      await offer(
        Array.from({ length: 6 }, (_, at) => {
          const m = n * 6 + at
          const height = pick([60, 80, 100, 120], m)
          return {
            height_from: height,
            height_to: height + pick([0, 20, 40], m >> 1),
            price: pick([100, 150, 150.5, null, 200], m),
            price_tiers: m % 4 === 0 ? [{ quantity_from: 10, price: 90 }] : [],
            root: pick([null, 'container', 'ball'], m + n),
            root_size: pick([null, 5, 10], m + n) && pick(numbers, m),
            form: pick([null, 'shrub'], m >> 2),
            stock: pick(['in_stock', 'on_order', 'sold_out', 'in_stock'], m + (m >> 3)),
            stock_quantity: pick([null, 5, 50], m >> 1),
          }
        }),
      )
    await findNews(deps, never)
    let told = 0
    for (const { id, query } of searches) {
      const { body } = await server.get(`/api/offers/?${query}&page_size=100`)
      const shown: { id: number; stock: string }[] = body.results.map(({ variant }: { variant: object }) => variant)
      const { db } = server.database
      const found = await db.select().from(savedSearchOffers).where(eq(savedSearchOffers.savedSearchId, id))
      expect({ query, told: new Set(found.map(({ variantId }) => variantId)) }).toEqual({
        query,
        told: new Set(shown.flatMap(one => (one.stock === 'sold_out' && !query.includes('stock=') ? [] : one.id))),
      })
      told += found.length
    }
    expect(told).toBeGreaterThan(100)
  })

  it('are not announced if sold out, unless the search asks for that', async () => {
    await save(thuja)
    await save(`${thuja}&stock=sold_out`)
    const product = await offer({ stock: 'sold_out' })
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}&stock=sold_out: 1 предложение`])
    await change(idOf(product), { stock: 'in_stock' })
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}: 1 предложение`])
  })

  it('include offers that begin to match', async () => {
    const product = await offer({ stock: 'on_order' })
    await save(`${thuja}&stock=in_stock`)
    await save(thuja)
    await change(idOf(product), { stock: 'in_stock' })
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}&stock=in_stock: 1 предложение`])
  })

  it('include offers at exactly the price limit, in kopecks', async () => {
    for (const price of [0.29, 0.57, 1.15]) {
      await save(`${thuja}&price_from=${price}&price_to=${price}`)
      await offer({ price })
      await look()
      expect(await subjects()).toEqual([`Поиск ${thuja}&price_from=${price}&price_to=${price}: 1 предложение`])
    }
  })

  it('include those of any of several categories', async () => {
    await save('category=hvoynye&category=rozy')
    await save('category=rozy&category=zhivye-izgorodi')
    await offer()
    await look()
    expect(await subjects()).toEqual(['Поиск category=hvoynye&category=rozy: 1 предложение'])
  })

  it('wait until the product is published, and are not news when it is published again', async () => {
    const { db } = server.database
    await save(thuja)
    const product = await offer()
    const publish = (isApproved: boolean) => db.update(products).set({ isApproved }).where(eq(products.id, product.id))
    await publish(false)
    await look()
    expect(await mail()).toEqual([])
    expect(await db.select().from(variantChanges)).toMatchObject([{ waits: true, before: null }])
    await change(idOf(product), { price: 90 })
    await look()
    expect(await db.select().from(variantChanges)).toMatchObject([{ waits: true, before: null }])
    await publish(true)
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}: 1 предложение`])
    await publish(false)
    await publish(true)
    await look()
    expect([await mail(), await db.select().from(variantChanges)]).toEqual([[], []])
  })

  it('are announced if their transaction began before the search was saved', async () => {
    const { db } = server.database
    const product = await offer()
    const [row] = await db.select().from(variants).where(eq(variants.productId, product.id))
    await look()
    const search = await save(thuja)
    if (!row) throw new Error('no variant')
    await db.insert(variants).values({ ...row, id: undefined, sku: null })
    // The change has an earlier time than the search, but its transaction was not committed when the search was saved.
    await db.update(variantChanges).set({ changedAt: new Date(Date.now() - 3_600_000) })
    await look()
    expect(await subjects()).toHaveLength(1)
    await db.insert(variants).values({ ...row, id: undefined, sku: null })
    await db.update(variantChanges).set({ changedAt: new Date(Date.now() - 3_600_000) })
    await send('PATCH', `saved-searches/${search.id}/`, { query: `${thuja}&price_to=900` }, buyer.id)
    await look()
    expect(await mail()).toEqual([])
  })

  it('of a price list are announced once it is applied, to who watched before that', async () => {
    const { db } = server.database
    const product = await offer({ price: 100 })
    const [row] = await db.select().from(variants).where(eq(variants.productId, product.id))
    if (!row) throw new Error('no variant')
    await save(`${thuja}&price_to=90`)
    await look()
    const { id, productId, position: _, confirmedAt: __, companyId: ___, ...before } = row
    const change = {
      changeId: uuidv7(),
      companyId,
      actorId: seller,
      assignedToId: null,
      confirmed: [],
      changed: [{ id, productId, variant: { ...before, priceKopecks: 80_00 }, hasOtherSku: false }],
      added: [{ productId, position: 1, variant: { ...before, sku: null, priceKopecks: 70_00 } }],
      created: [],
      soldOut: [],
      withdrawn: [],
      republished: [],
      placeholders: new Map(),
    }
    const prepared = await prepareBulk(db, change, yieldToEventLoop())
    expect(await hasWork(db, new Date())).toBe(false)
    await look()
    expect([await mail(), (await db.select().from(variantChanges)).length]).toEqual([[], 2])
    await save(`${thuja}&price_to=85`)
    await db.transaction(tx => makePrepared(tx, prepared))
    await save(`${thuja}&price_to=95`)
    await look()
    expect((await subjects()).toSorted()).toEqual([
      `Поиск ${thuja}&price_to=85: 2 предложения`,
      `Поиск ${thuja}&price_to=90: 2 предложения`,
    ])
    expect(await db.select().from(variantChanges)).toEqual([])
  })

  it('are not announced to people who are blocked or have no confirmed address', async () => {
    const { db } = server.database
    const blocked = await makePerson(db)
    const unconfirmed = await makePerson(db, { confirmedEmail: null })
    for (const { id } of [blocked, unconfirmed]) await save(thuja, 'instant', id)
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.id))
    await offer()
    await look()
    expect(await mail()).toEqual([])
    expect(await groups(unconfirmed.id)).toHaveLength(1)
    await db.update(users).set({ blockedAt: null }).where(eq(users.id, blocked.id))
    expect(await groups(blocked.id)).toEqual([])
  })

  it('are the best twenty in an email, with the number of the others', async () => {
    await save(thuja)
    await offer(Array.from({ length: 23 }, (_, n) => ({ height_from: 20 + n })))
    await look()
    const [email] = await mail()
    expect(email?.subject).toBe(`Поиск ${thuja}: 23 предложения`)
    expect(email?.text.match(/Верейский косогор\./g)).toHaveLength(20)
    expect(email?.text).toContain('И ещё 3 предложения.')
  })
})

describe('prices', () => {
  it('are announced if they fall below an announced or seen price, and only then', async () => {
    const product = await offer({ price: 100 })
    const id = idOf(product)
    await save(thuja)
    const tell = async (price: number | null) => {
      await change(id, { price })
      await look()
      return subjects()
    }
    const one = [`Поиск ${thuja}: 1 предложение`]
    expect(await tell(120)).toEqual([])
    expect(await tell(110)).toEqual([])
    expect(await tell(100)).toEqual([])
    expect(await tell(99)).toEqual(one)
    expect(await tell(99)).toEqual([])
    expect(await tell(100)).toEqual([])
    expect(await tell(99)).toEqual([])
    expect(await tell(null)).toEqual([])
    expect(await tell(98)).toEqual(one)
    // A price where there was none is not a lower price.
    const unpriced = await offer({ price: null })
    await save(`${thuja}&company=${companyId}`)
    await change(idOf(unpriced), { price: 50 })
    await look()
    expect((await subjects()).filter(subject => subject.includes('company'))).toEqual([])
  })

  it('are shown with the previous price', async () => {
    const product = await offer({ price: 3500 })
    await save(thuja)
    await change(idOf(product), { price: 3200 })
    await look()
    expect((await mail())[0]?.text.replaceAll('\u00a0', ' ')).toContain(': 3 200 ₽ вместо 3 500 ₽.')
  })

  it('are those of the quantity', async () => {
    const tiers = (price: number) => [{ quantity_from: 10, price }]
    const product = await offer({ price: 100, price_tiers: tiers(90) })
    await save(`${thuja}&quantity=10`)
    await save(`${thuja}&quantity=9`)
    await server.database.db
      .update(variants)
      .set({ priceTiers: [{ quantityFrom: 10, priceKopecks: 80_00 }] })
      .where(eq(variants.id, idOf(product) ?? 0))
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}&quantity=10: 1 предложение`])
  })

  it('are not news if they have risen again before the notification', async () => {
    const product = await offer({ price: 100 })
    await save(thuja, 'daily')
    await change(idOf(product), { price: 80 })
    await findNews(deps, never)
    await change(idOf(product), { price: 100 })
    const tomorrow = new Date(Date.now() + 86_400_000)
    await look(tomorrow)
    expect(await mail()).toEqual([])
    await change(idOf(product), { price: 90 })
    await look()
    await tellDue(deps, never, tomorrow)
    expect(await subjects()).toEqual([`Поиск ${thuja}: 1 предложение`])
  })

  it('are not news if only confirmed, and neither is a note or an article number', async () => {
    const product = await offer({ price: 100, sku: 'A-1' })
    await save(`${thuja}&fresh=1`)
    const { db } = server.database
    await db.update(variants).set({ confirmedAt: new Date('2026-01-01') })
    await look()
    await send('POST', 'variants/confirm/', { all: true }, seller)
    await db
      .update(variants)
      .set({ sku: 'A-2', note: 'Ровные' })
      .where(eq(variants.id, idOf(product) ?? 0))
    expect(await db.select().from(variantChanges)).toEqual([])
    await look()
    expect(await mail()).toEqual([])
  })
})

describe('frequency', () => {
  it.each([
    // Sunday, 22 November 2026.
    ['daily', '2026-11-22T04:59:59Z', '2026-11-22T05:00:00Z'],
    ['daily', '2026-11-22T05:00:00Z', '2026-11-23T05:00:00Z'],
    ['weekly', '2026-11-22T04:59:59Z', '2026-11-23T05:00:00Z'],
    ['weekly', '2026-11-23T04:59:59Z', '2026-11-23T05:00:00Z'],
    ['weekly', '2026-11-23T05:00:00Z', '2026-11-30T05:00:00Z'],
    ['weekly', '2026-12-30T20:00:00Z', '2027-01-04T05:00:00Z'],
    ['instant', '2026-11-23T05:00:00Z', '2026-11-23T05:00:00Z'],
  ] as const)('%s, found at %s, is announced at %s', (every, found, told) => {
    expect(dueAfter(every, new Date(found))).toEqual(new Date(told))
  })

  it('collects daily news and announces them together at eight', async () => {
    await save(thuja, 'daily')
    await offer()
    await look(new Date('2026-11-24T06:00:00Z'))
    await offer()
    await look(new Date('2026-11-25T04:59:00Z'))
    expect(await mail()).toEqual([])
    // Also if the job did not run at eight.
    await look(new Date('2026-11-25T05:20:00Z'))
    expect(await subjects()).toEqual([`Поиск ${thuja}: 2 предложения`])
    await look(new Date('2026-11-26T05:20:00Z'))
    expect(await mail()).toEqual([])
  })

  it('leaves out offers that were sold meanwhile', async () => {
    await save(thuja, 'weekly')
    const gone = await offer()
    await offer()
    await look(new Date('2026-11-24T06:00:00Z'))
    await change(idOf(gone), { stock: 'sold_out' })
    await look(new Date('2026-11-30T05:00:00Z'))
    expect(await subjects()).toEqual([`Поиск ${thuja}: 1 предложение`])
  })

  it('applies a new frequency to offers that have already been found', async () => {
    const search = await save(thuja, 'weekly')
    const every = (value: string) => send('PATCH', `saved-searches/${search.id}/`, { every: value }, buyer.id)
    await offer()
    await findNews(deps, never)
    await every('instant')
    await look()
    expect(await subjects()).toHaveLength(1)
    await every('daily')
    await offer()
    await findNews(deps, never)
    await every('never')
    await offer()
    await look()
    await every('instant')
    await look()
    expect(await mail()).toEqual([])
    await offer()
    await look()
    expect(await subjects()).toEqual([`Поиск ${thuja}: 1 предложение`])
  })
})

describe('many instant emails', () => {
  const day = '2026-11-24'
  /** Records that this many instant emails were already sent. */
  const had = (count: number) => server.database.db.insert(instantEmails).values({ personId: buyer.id, day, count })
  const isLast = ({ text }: { text: string }) => text.includes('На сегодня это последнее письмо')

  it('are sent up to a number per day; the last one says so, later finds are notifications', async () => {
    for (const price of [1001, 1002, 1003, 1004]) await save(`${thuja}&price_to=${price}`)
    await save(thuja, 'daily')
    await had(mostInstantEmails - 2)
    await offer()
    await look(new Date(`${day}T09:00:00Z`))
    expect((await mail()).map(isLast)).toEqual([false, true])
    expect(await groups()).toHaveLength(4)
    // Daily and weekly emails do not count.
    await look(new Date(`${day}T20:59:00Z`))
    expect(await mail()).toEqual([])
    await look(new Date('2026-11-25T05:00:00Z'))
    expect((await mail()).map(email => [email.subject, isLast(email)])).toEqual([
      [`Поиск ${thuja}: 1 предложение`, false],
    ])
    // The next day began at midnight in Moscow. Offers announced by notifications are not announced again.
    await offer({ price: 90 })
    await look(new Date('2026-11-25T06:00:00Z'))
    expect((await mail()).map(email => [email.subject.endsWith(': 1 предложение'), isLast(email)])).toEqual(
      Array(4).fill([true, false]),
    )
  })

  it('include arrivals, whose alerts end in any case, and are counted per person', async () => {
    const other = await makePerson(server.database.db)
    const product = await offer([{ stock: 'sold_out' }])
    for (const who of [buyer.id, other.id])
      expect((await server.send('POST', '/api/stock-alerts/', { product: product.id }, who)).status).toBe(201)
    await had(mostInstantEmails)
    await change(idOf(product), { stock: 'in_stock' })
    await look(new Date(`${day}T09:00:00Z`))
    expect((await mail()).map(({ recipient }) => recipient)).toEqual([other.email])
    expect(await groups()).toMatchObject([{ type_of_notification: 'stock_arrived' }])
    expect((await server.get('/api/stock-alerts/', buyer.id)).body).toEqual([])
  })
})

describe('the job', () => {
  it('is sent once when there is work, and does it', async () => {
    const { database } = server
    await workOff(database, [alertTeller(deps)])
    await sendIfDue(database.db)
    expect(await jobsOf(database.db, alertTelling)).toEqual([])
    await save(thuja)
    await offer()
    await sendIfDue(database.db)
    await sendIfDue(database.db)
    expect(await jobsOf(database.db, alertTelling)).toHaveLength(1)
    await workOff(database, [alertTeller(deps)])
    expect(await subjects()).toEqual([`Поиск ${thuja}: 1 предложение`])
    await sendIfDue(database.db)
    expect(await jobsOf(database.db, alertTelling)).toEqual([])
  })

  it('announces everything once, wherever it is interrupted', async () => {
    const { db } = server.database
    await save(thuja)
    await save('')
    await offer()
    // Both searches have been matched, but the changes are still there.
    const broken = { ...deps, db: brokenAt(2) }
    await expect(findNews(broken, never)).rejects.toThrow('cut short')
    expect(await db.select().from(variantChanges)).toHaveLength(1)
    await findNews(deps, never)
    expect(await db.select().from(savedSearchOffers)).toHaveLength(2)
    // One search has been announced, the other one has not.
    await expect(tellDue({ ...deps, db: brokenAt(1) }, never)).rejects.toThrow('cut short')
    expect(await subjects()).toHaveLength(1)
    await look()
    expect(await subjects()).toHaveLength(1)
    await look()
    expect(await mail()).toEqual([])
  })

  it('leaves the changes for the next run if its time is up', async () => {
    await save(thuja)
    await offer()
    await findNews(deps, AbortSignal.abort())
    expect(await server.database.db.select().from(variantChanges)).toHaveLength(1)
    await look()
    expect(await subjects()).toHaveLength(1)
  })

  it('does not run searches that cannot match', async () => {
    for (const query of ['category=rozy', 'plant=tilia-cordata', 'company=9', 'search=липа мелколистная'])
      await save(query)
    await offer()
    const select = vi.spyOn(deps.db, 'select')
    await findNews(deps, never)
    // They read the changes, their plants' slugs, the searches, what was changed before these were saved, their people's
    // companies, the regions and categories for search words, and the changes again. The changed offers are not read.
    expect(select).toHaveBeenCalledTimes(8)
    await save(thuja)
    await offer()
    select.mockClear()
    await findNews(deps, never)
    expect(select.mock.calls.length).toBeGreaterThan(8)
    select.mockRestore()
  })

  it('reads the directory once, however many offers have changed', async () => {
    await offer(Array.from({ length: 60 }, (_, n) => ({ height_from: 10 + n, height_to: 10 + n })))
    const [read, all] = await server.database.db.transaction(async tx => {
      expect(await listChanges(tx, 1000)).toHaveLength(60)
      const { rows } = await tx.execute<{ read: number; all: number }>(sql`
        select (select count(*) from plant_slugs)::int + (select count(*) from plants)::int as all,
          (select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int
            from pg_class where relname in ('plant_slugs', 'plants')) as read`)
      return [rows[0]?.read ?? 0, rows[0]?.all ?? 0]
    })
    expect(all).toBeGreaterThan(5000)
    // Up to eight times and a little were seen for all changes together, as the planner likes; for each of the sixty it
    // would be sixty times.
    expect(read).toBeLessThan(20 * all)
  })

  it('compares hundreds of offers by price', () => {
    const state = (variantId: number, isBefore: boolean, unitKopecks: number | null) => ({
      variantId,
      isBefore,
      unitKopecks,
    })
    expect(
      judge([
        ...[state(1, false, 5), state(2, true, 5), state(2, false, 4), state(3, true, 4), state(3, false, 5)],
        ...[state(4, true, 4), state(5, true, 4), state(5, false, 4), state(6, true, null), state(6, false, 3)],
      ]),
    ).toEqual({
      found: [
        { variantId: 1, priceKopecks: 5, wasKopecks: null },
        { variantId: 2, priceKopecks: 4, wasKopecks: 5 },
        { variantId: 6, priceKopecks: 3, wasKopecks: null },
      ],
      seen: [
        { variantId: 3, priceKopecks: 4 },
        { variantId: 4, priceKopecks: 4 },
        { variantId: 6, priceKopecks: null },
      ],
    })
  })
})

/** A database in which all transactions after the first few fail, as if the process had died. */
function brokenAt(transactions: number): AlertDeps['db'] {
  let left = transactions
  return new Proxy(deps.db, {
    get(db, name) {
      if (name === 'transaction' && left-- <= 0) throw new Error('cut short')
      const value = Reflect.get(db, name) as unknown
      return typeof value === 'function' ? (value.bind(db) as unknown) : value
    },
  })
}

describe('unsubscribing', () => {
  const post = (path: string, type?: string, payload?: string) =>
    server.app.inject({
      method: 'POST',
      url: path,
      ...(type ? { headers: { 'content-type': type }, payload: payload ?? '' } : {}),
    })

  it('accepts the POST of RFC 8058 and that of the page, but no GET', async () => {
    const search = await save(thuja)
    await offer()
    await look()
    const [email] = await mail()
    const path = new URL(email?.unsubscribeUrl ?? '').pathname
    expect(email?.text).toContain(`${publicUrl}/unsubscribe?token=${deps.tokens.tokenOf(search.id)}`)
    expect(email?.html).toContain(`<a href="${publicUrl}/unsubscribe?token=${deps.tokens.tokenOf(search.id)}"`)
    const everyNow = async () => (await server.get('/api/saved-searches/', buyer.id)).body[0].every
    const get = await server.app.inject({ url: path })
    expect([get.statusCode, get.headers.location, await everyNow()]).toEqual([
      302,
      `${publicUrl}/unsubscribe?token=${deps.tokens.tokenOf(search.id)}`,
      'instant',
    ])
    const form = 'application/x-www-form-urlencoded'
    const oneClick = await post(path, form, 'List-Unsubscribe=One-Click')
    expect([oneClick.statusCode, oneClick.json(), await everyNow()]).toEqual([
      200,
      { message: 'unsubscribed' },
      'never',
    ])
    expect((await post(path)).statusCode).toBe(200)
    await offer()
    await look()
    expect(await mail()).toEqual([])
    expect((await post(path, form, 'x'.repeat(2000))).statusCode).toBe(413)
    expect((await post(path, 'text/plain', 'x')).statusCode).toBe(415)
    expect((await post('/api/saved-searches/', form, 'name=x')).statusCode).toBeGreaterThanOrEqual(401)
  })

  it('requires our signature', async () => {
    const search = await save(thuja)
    const other = unsubscribeTokens('another secret, quite as long as ours').tokenOf(search.id)
    for (const token of [search.id, `${search.id}.`, `${search.id}.abc`, other, 'x'.repeat(300), '.']) {
      expect([404, 400]).toContain((await post(`/api/saved-searches/unsubscribe/${token}/`)).statusCode)
    }
    expect((await server.get('/api/saved-searches/', buyer.id)).body[0].every).toBe('instant')
  })
})

describe('arrivals', () => {
  const alerts = '/api/stock-alerts/'
  const ask = (body: object, who = buyer.id) => server.send('POST', alerts, body, who)
  const list = async (who = buyer.id) => (await server.get(alerts, who)).body
  const plantId = async () => (await server.get(`/api/plants/${smaragd.slug}/`)).body.id as number

  it('of a product are announced once and end the alert', async () => {
    const product = await offer([{ stock: 'sold_out' }, { stock: 'sold_out', height_from: 90 }])
    const { status, body } = await ask({ product: product.id })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        product: {
          id: product.id,
          name: "Туя западная 'Smaragd'",
          get_absolute_url: product.get_absolute_url,
          company_name: 'Верейский косогор',
        },
        plant: null,
        created_at: expect.any(String),
      },
    ])
    expect((await ask({ product: product.id })).body).toEqual(body)
    expect(await list()).toEqual([body])
    expect((await server.get('/api/saved-searches/', buyer.id)).body).toEqual([])
    await offer()
    await look()
    expect(await mail()).toEqual([])
    await change(product.variants[1]?.id, { stock: 'in_stock' })
    await look()
    const [email, ...others] = await mail()
    expect(others).toEqual([])
    expect(email).toMatchObject({
      subject: "Поступление: Туя западная 'Smaragd'",
      link: `${publicUrl}${product.get_absolute_url}`,
      unsubscribeUrl: expect.stringContaining('/unsubscribe/'),
    })
    expect(await groups()).toMatchObject([{ type_of_notification: 'stock_arrived', link: product.get_absolute_url }])
    expect(await list()).toEqual([])
    await change(product.variants[0]?.id, { stock: 'in_stock' })
    await look()
    expect(await mail()).toEqual([])
  })

  it('of a plant are announced when any company offers it', async () => {
    const plant = await plantId()
    const sold = await offer({ stock: 'sold_out' })
    const { body } = await ask({ plant })
    expect(body).toMatchObject({ product: null, plant: { slug: smaragd.slug } })
    await look()
    expect(await mail()).toEqual([])
    await offer({ stock: 'on_order' })
    await look()
    expect((await mail()).map(({ link }) => link)).toEqual([`${publicUrl}/plants/${smaragd.slug}`])
    await change(idOf(sold), { stock: 'in_stock' })
    await look()
    expect(await mail()).toEqual([])
  })

  it('cannot be requested for what is in stock or does not exist', async () => {
    const product = await offer()
    expect((await ask({ product: product.id })).status).toBe(409)
    expect((await ask({ plant: await plantId() })).status).toBe(409)
    expect((await ask({ product: 2_000_000_000 })).status).toBe(404)
    expect((await ask({ plant: 2_000_000_000 })).status).toBe(404)
    for (const body of [{}, { product: 1, plant: 1 }, { product: 'x' }]) expect((await ask(body)).status).toBe(400)
    expect(await list()).toEqual([])
  })

  it('can be cancelled by their person or from the email', async () => {
    const product = await offer({ stock: 'sold_out' })
    const { body } = await ask({ product: product.id })
    const other = await makePerson(server.database.db)
    expect((await server.send('DELETE', `${alerts}${body.id}/`, undefined, other.id)).status).toBe(404)
    expect((await server.send('DELETE', `/api/saved-searches/${body.id}/`, undefined, buyer.id)).status).toBe(404)
    expect((await server.send('DELETE', `${alerts}${body.id}/`, undefined, buyer.id)).status).toBe(200)
    const { body: again } = await ask({ product: product.id })
    const url = `/api/saved-searches/unsubscribe/${deps.tokens.tokenOf(again.id)}/`
    expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await list()).toEqual([])
    await change(idOf(product), { stock: 'in_stock' })
    await look()
    expect(await mail()).toEqual([])
  })
})

it('keeps no known offers of deleted products', async () => {
  await save(thuja)
  await offer()
  await look()
  await server.database.db.delete(products).where(eq(products.companyId, companyId))
  expect(await server.database.db.select().from(savedSearchOffers)).toEqual([])
})
