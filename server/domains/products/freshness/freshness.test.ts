import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { emails } from '#server/platform/mail/mail.tables.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { confirmTokens, linkDays } from './confirm-tokens.ts'
import { freshnessTelling } from './freshness.jobs.ts'
import { freshnessTeller, tellAgeing } from './freshness.service.ts'
import { freshnessNotices } from './freshness.tables.ts'

let server: TestServer
let creator: { id: string; email: string }
let employee: { id: string; email: string }
let companyId: number
const tokens = confirmTokens('a secret for tests only, long enough')
const never = new AbortController().signal

beforeAll(async () => {
  server = await testServer()
  await readyToSearch(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  await db.execute(sql`delete from products`)
  await db.delete(freshnessNotices)
  await db.delete(emails)
  creator = await makePerson(db)
  employee = await makePerson(db)
  companyId = (await makeCompany(db, { name: 'Косогор', creatorId: creator.id, employees: [employee.id] })).id
})

const deps = () => ({ db: server.database.jobs, tokens, publicUrl })
const tell = () => tellAgeing(deps(), never)
const mail = async () => (await server.database.db.delete(emails).returning()).map(row => row)
const told = async (who: string) =>
  (await server.get('/api/notifications/groups/', who)).body.groups.filter(
    (group: any) => group.type_of_notification === 'offers_ageing',
  )
/** A published product whose size was confirmed so many days ago. */
async function aged(days: number, more: Parameters<typeof makeProduct>[1] = {}, stock = 'in_stock') {
  const { db } = server.database
  const product = await makeProduct(db, { companyId, ...more })
  await db.execute(sql`update variants set stock = ${stock}, confirmed_at = now() - ${`${days} days`}::interval
    where product_id = ${product.id}`)
  return product
}
const passed = (days: number) =>
  server.database.db.execute(sql`update freshness_notices set told_at = told_at - ${`${days} days`}::interval`)

describe('offers that age', () => {
  it('are told to the company’s people once a fortnight, however often and by whomever it is looked for', async () => {
    await aged(20)
    await aged(15)
    await aged(3)
    await Promise.all([tell(), tell(), tellAgeing({ ...deps(), db: server.database.db }, never)])
    const sent = await mail()
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([creator.email, employee.email].toSorted())
    expect(sent[0]?.text).toContain('2 размера')
    const [group, ...others] = await told(employee.id)
    expect([others, group.link]).toEqual([[], '/products/my_products'])
    expect(group.body).toContain('2 размера')

    await passed(13)
    await tell()
    expect(await mail()).toEqual([])
    await passed(2)
    await tell()
    expect(await mail()).toHaveLength(2)
  })

  it('are told by the job of the schedule', async () => {
    await aged(20)
    await server.database.db.transaction(tx => freshnessTelling.send(tx, [{ data: {} }]))
    await workOff(server.database, [freshnessTeller(deps())])
    expect(await mail()).toHaveLength(2)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['fresh', () => aged(13)],
    ['not published', () => aged(20, { isApproved: false })],
    ['sold out', () => aged(20, {}, 'sold_out')],
    [
      'of a blocked company',
      async () => {
        await aged(20)
        await server.database.db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, companyId))
      },
    ],
  ])('are not told when they are %s', async (_, make) => {
    await make()
    await tell()
    expect([await mail(), await told(creator.id)]).toEqual([[], []])
  })

  it('are told by e-mail to confirmed addresses alone, and not to blocked people', async () => {
    const { db } = server.database
    await aged(20)
    await db.update(users).set({ confirmedEmail: 'other@dendro.test' }).where(eq(users.id, creator.id))
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, employee.id))
    await tell()
    expect(await mail()).toEqual([])
    expect(await told(creator.id)).toHaveLength(1)
  })
})

describe('the link of the e-mail', () => {
  async function linkFor(person: { email: string }) {
    await aged(20)
    await aged(60)
    await tell()
    const email = (await mail()).find(({ recipient }) => recipient === person.email)
    const link = new URL(/https?:\S+confirm-offers\S+/.exec(email?.text ?? '')?.[0] ?? '')
    expect(link.origin).toBe(publicUrl)
    return link.searchParams.get('token') ?? ''
  }
  const confirm = (token: string) => server.send('POST', `/api/variants/confirm/${token}/`)

  it('confirms all by a POST without signing in, as often as one likes, and nothing by a GET', async () => {
    const token = await linkFor(employee)
    expect((await server.get(`/api/variants/confirm/${token}/`)).status).toBe(404)
    const ageing = async () => (await server.get(`/api/offers/?company=${companyId}&fresh=0`)).body.count
    expect(await ageing()).toBe(2)
    for (let n = 0; n < 2; n++) expect((await confirm(token)).body).toEqual({ confirmed: 2 })
    expect(await ageing()).toBe(0)
    await passed(20)
    await tell()
    expect(await mail()).toEqual([])
  })

  it('confirms nothing of others', async () => {
    const token = await linkFor(creator)
    const other = await makeProduct(server.database.db)
    await server.database.db.execute(
      sql`update variants set confirmed_at = '2020-01-01' where product_id = ${other.id}`,
    )
    await confirm(token)
    expect((await server.get(`/api/offers/?company=${other.companyId}`)).body.results[0].freshness).toBe('stale')
  })

  it('is worth nothing when it is changed, too old, or its person works there no more or is blocked', async () => {
    const { db } = server.database
    const token = await linkFor(employee)
    const [id, user, day, signature] = token.split('.')
    const old = tokens.tokenOf(companyId, employee.id, Date.now() - (linkDays + 1) * 86_400_000)
    for (const wrong of [
      `${Number(id) + 1}.${user}.${day}.${signature}`,
      `${id}.${creator.id}.${day}.${signature}`,
      `${id}.${user}.${Number(day) + 1}.${signature}`,
      token.slice(0, -1),
      '....',
      'x',
      old,
    ])
      expect([wrong, (await confirm(wrong)).status]).toEqual([wrong, 404])
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, employee.id))
    expect((await confirm(token)).status).toBe(404)
    await db.update(users).set({ blockedAt: null }).where(eq(users.id, employee.id))
    expect((await confirm(token)).status).toBe(200)
    await db.delete(companyMembers).where(eq(companyMembers.userId, employee.id))
    expect((await confirm(token)).status).toBe(404)
  })
})

it('stale offers come after others in the default order, dear or cheap', async () => {
  const names = new Map<number, string>()
  for (const [name, days, priceKopecks] of [
    ['stale', 60, 100],
    ['fresh', 1, 900],
    ['ageing', 20, 500],
  ] as const) {
    const product = await aged(days, { priceKopecks })
    names.set(product.id, name)
  }
  const { body } = await server.get(`/api/offers/?company=${companyId}`)
  expect(body.results.map((offer: any) => [names.get(offer.product.id), offer.freshness])).toEqual([
    ['fresh', 'fresh'],
    ['ageing', 'ageing'],
    ['stale', 'stale'],
  ])
})
