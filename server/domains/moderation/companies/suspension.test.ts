import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { auditLog } from '#server/domains/audit/audit.tables.ts'
import { handOverOrClose } from '#server/domains/companies/members.service.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { readSiteMap } from '#server/test/site-map.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
let colleague: Person
let conifers: number

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail })
  colleague = await makePerson(db, { email: otherStaffEmail })
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

const judge = (id: number | string, action: 'block' | 'unblock', reason = 'Чужие снимки', who = staff) =>
  server.send('POST', `/api/staff/companies/${id}/${action}/`, { reason }, who.id)
const find = async (search: string) =>
  (await server.get(`/api/staff/companies/?${new URLSearchParams({ search })}`, staff.id)).body.results
const actions = (id: number) =>
  db
    .select({ action: auditLog.action, subject: auditLog.subject, name: auditLog.subjectName, reason: auditLog.reason })
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(id)))
    .orderBy(auditLog.id)

async function list(maker: string): Promise<{ id: number; get_absolute_url: string }> {
  const form = { category: conifers, genus: 'Туя', species: "западная 'Smaragd'" }
  const { status, body } = await server.send('POST', '/api/products/create/', form, maker)
  expect(status).toBe(201)
  return body
}
const isShown = async ({ id, get_absolute_url }: { id: number; get_absolute_url: string }) => {
  const isSeen = (await server.get(`/api/products${get_absolute_url}`)).status === 200
  const { results } = (await server.get('/api/posts/?page_size=100', colleague.id)).body
  expect(results.some((post: { product: { id: number } | null }) => post.product?.id === id)).toBe(isSeen)
  return isSeen
}
const postsCount = async (id: string) =>
  (await db.select({ count: users.postsCount }).from(users).where(eq(users.id, id)))[0]?.count

describe('finding companies', () => {
  it('searches by name, INN and the creator’s name and e-mail, and shows what they have', async () => {
    const creator = await makePerson(db, { name: 'Семён Садов', email: 'Sadov@roscha.test' })
    const employee = await makePerson(db)
    const company = await makeCompany(db, {
      creatorId: creator.id,
      employees: [employee.id],
      name: 'Чернозёмный питомник',
      inn: '3664069397',
      regionId: await lookupId(db, 'region', 'MOS'),
    })
    await list(creator.id)
    await server.send('POST', '/api/products/create/', { category: conifers, genus: 'Т', species: 'н' }, employee.id)
    for (const search of ['черноземный', '366406', 'семен сад', 'sadov@ROSCHA']) {
      expect(await find(search)).toEqual([
        {
          id: company.id,
          company_name: 'Чернозёмный питомник',
          is_verified: false,
          team_zipcode: '3664069397',
          team_country: 'Россия',
          team_city: { id: company.regionId, name: 'Московская область' },
          created_by: { id: creator.id, name: 'Семён Садов', email: 'Sadov@roscha.test', is_blocked: false },
          created_at: expect.stringMatching(/Z$/),
          members_count: 2,
          products_count: 2,
          published_count: 1,
          block: null,
          is_inn_impossible: false,
          same_inn: { companies: [], count: 0 },
          verification: null,
          can: { verify: true },
        },
      ])
    }
    await server.send('POST', `/api/staff/people/${creator.id}/block/`, { reason: 'Обман' }, staff.id)
    expect(await find('черноземный')).toMatchObject([{ created_by: { is_blocked: true }, published_count: 0 }])
  })

  it('shows only blocked ones on request, in pages', async () => {
    const companies = [await makeCompany(db, { name: 'Ряд А' }), await makeCompany(db, { name: 'Ряд Б' })]
    await judge(companies[0]?.id ?? 0, 'block')
    const page = async (query: string) => (await server.get(`/api/staff/companies/?search=ряд&${query}`, staff.id)).body
    expect(await page('page_size=1')).toMatchObject({ count: 2, results: [{ company_name: 'Ряд Б' }] })
    expect(await page('blocked=1')).toMatchObject({
      count: 1,
      results: [{ company_name: 'Ряд А', block: { reason: 'Чужие снимки' } }],
    })
    expect((await server.get('/api/staff/companies/?search=ряд&page=2', staff.id)).status).toBe(404)
  })
})

describe('a company that is blocked', () => {
  it('is visible with its products only to its members and moderators until it is unblocked', async () => {
    const [employee, stranger] = [await makePerson(db), await makePerson(db)]
    const company = await makeCompany(db, { employees: [employee.id], name: 'Тихий сад' })
    const product = await list(company.creatorId)
    const statuses = async () => {
      const path = `/api/teams/get_current_team/${company.id}/`
      const people = [undefined, stranger.id, employee.id, company.creatorId, staff.id]
      return Promise.all(people.map(async who => (await server.get(path, who)).status))
    }
    const isListed = async () => {
      const [teams, map] = await Promise.all([server.get('/api/teams/teams_list/'), readSiteMap(server)])
      const isThere = teams.text.includes('Тихий сад')
      expect(map.text.includes(`/teams/get_current_team/${company.id}<`)).toBe(isThere)
      expect(map.text.includes(product.get_absolute_url)).toBe(isThere)
      return isThere
    }
    expect([await statuses(), await isListed(), await isShown(product)]).toEqual([Array(5).fill(200), true, true])

    expect(await judge(company.id, 'block')).toMatchObject({ status: 200, body: { message: 'company blocked' } })
    expect([await statuses(), await isListed(), await isShown(product)]).toEqual([
      [404, 404, 200, 200, 200],
      false,
      false,
    ])
    expect((await server.get(`/api/products/get_all_products/${company.id}/`)).body).toEqual([])
    expect(await postsCount(company.creatorId)).toBe(0)
    // Its members continue to work; products added meanwhile are suspended too.
    const late = await list(employee.id)
    expect(await isShown(late)).toBe(false)
    expect((await server.get('/api/products/my_products/', employee.id)).body).toHaveLength(2)
    const own = async () => (await server.get('/api/teams/get_my_team/', employee.id)).body
    expect(await own()).toMatchObject({ id: company.id, blocked_reason: 'Чужие снимки' })

    expect(await judge(company.id, 'unblock', 'Исправились')).toMatchObject({ body: { message: 'company unblocked' } })
    expect([await statuses(), await isListed(), await isShown(product)]).toEqual([Array(5).fill(200), true, true])
    expect(await isShown(late)).toBe(true)
    expect((await own()).blocked_reason).toBeNull()
    expect(await actions(company.id)).toEqual([
      { action: 'block', subject: 'company', name: 'Тихий сад', reason: 'Чужие снимки' },
      { action: 'unblock', subject: 'company', name: 'Тихий сад', reason: 'Исправились' },
    ])
  })

  it('stays hidden while its creator is blocked too, whichever is lifted first', async () => {
    const company = await makeCompany(db)
    const product = await list(company.creatorId)
    const judgePerson = (action: string) =>
      server.send('POST', `/api/staff/people/${company.creatorId}/${action}/`, { reason: 'Обман' }, staff.id)
    await judge(company.id, 'block')
    await judgePerson('block')
    await judge(company.id, 'unblock')
    expect(await isShown(product)).toBe(false)
    await judgePerson('unblock')
    expect(await isShown(product)).toBe(true)
  })

  it('is blocked once and unblocked once, with a reason, and only if it exists', async () => {
    const { id } = await makeCompany(db)
    expect((await judge(id, 'unblock')).status).toBe(409)
    const answers = await Promise.all([judge(id, 'block'), judge(id, 'block', 'И я', colleague)])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await actions(id)).toHaveLength(1)
    for (const action of ['block', 'unblock'] as const) {
      const answer = await judge(id, action, '')
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['reason']])
      for (const nowhere of [2_000_000_000, '0', 'x']) expect((await judge(nowhere, action)).status).toBe(404)
    }
  })

  it('has no visible products while its members save some', async () => {
    for (let round = 0; round < 3; round++) {
      const company = await makeCompany(db)
      const first = await list(company.creatorId)
      const [second] = await Promise.all([
        list(company.creatorId),
        judge(company.id, 'block'),
        server.send('POST', `/api/products${first.get_absolute_url}edit/`, { price: 5 }, company.creatorId),
        list(company.creatorId),
      ])
      expect([await isShown(first), await isShown(second)]).toEqual([false, false])
      expect(await postsCount(company.creatorId)).toBe(0)
    }
  })
})

describe('a company with a change of members', () => {
  const block = (id: string) => server.send('POST', `/api/staff/people/${id}/block/`, { reason: 'Обман' }, staff.id)

  it('shows the products of a blocked employee who has left', async () => {
    const employee = await makePerson(db)
    await makeCompany(db, { employees: [employee.id] })
    const product = await list(employee.id)
    await block(employee.id)
    expect(await isShown(product)).toBe(false)
    await db.transaction(tx => handOverOrClose(tx, { userId: employee.id }))
    expect(await isShown(product)).toBe(true)
  })

  it('passes to a member who is not blocked, and then shows its products again', async () => {
    const [blocked, heir] = [await makePerson(db), await makePerson(db)]
    const company = await makeCompany(db, { employees: [blocked.id, heir.id] })
    const products = [await list(company.creatorId), await list(blocked.id)]
    await block(blocked.id)
    await block(company.creatorId)
    await db.transaction(tx => handOverOrClose(tx, { userId: company.creatorId }))
    const { body } = await server.get(`/api/teams/get_current_team/${company.id}/`)
    expect(body.created_by.id).toBe(heir.id)
    expect(await Promise.all(products.map(isShown))).toEqual([true, false])
  })

  it('passes to a blocked member if nobody else is left, and stays hidden', async () => {
    const blocked = await makePerson(db)
    const company = await makeCompany(db, { employees: [blocked.id] })
    const product = await list(company.creatorId)
    await block(blocked.id)
    expect(await isShown(product)).toBe(true)
    await db.transaction(tx => handOverOrClose(tx, { userId: company.creatorId }))
    expect(await isShown(product)).toBe(false)
  })
})
