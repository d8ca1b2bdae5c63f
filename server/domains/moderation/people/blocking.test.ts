import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { auditLog } from '#server/domains/audit/audit.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { as, emailsTo, keyTo, login, newMember, password } from '#server/test/accounts.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { openStream } from '#server/test/streams.ts'

type Person = Awaited<ReturnType<typeof makePerson>>

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
let colleague: Person
let conifers: number

beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail, name: 'Модератор' })
  colleague = await makePerson(db, { email: otherStaffEmail })
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

const judge = (
  id: string,
  action: 'block' | 'unblock',
  reason: string | undefined = 'Обман покупателей',
  who = staff,
) => server.send('POST', `/api/staff/people/${id}/${action}/`, { reason }, who.id)
const find = async (search: string) =>
  (await server.get(`/api/staff/people/?${new URLSearchParams({ search })}`, staff.id)).body.results
const namesOf = async (search: string) => (await find(search)).map((person: { name: string }) => person.name)
const actions = (id: string) =>
  db
    .select({
      action: auditLog.action,
      personId: auditLog.personId,
      name: auditLog.subjectName,
      reason: auditLog.reason,
      staffId: auditLog.staffId,
    })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)

const smaragd = { genus: 'Туя', species: "западная 'Smaragd'" }
async function list(maker: string, fields: object = smaragd): Promise<{ id: number; get_absolute_url: string }> {
  const form = { category: conifers, ...fields }
  const { status, body } = await server.send('POST', '/api/products/create/', form, maker)
  expect(status).toBe(201)
  return body
}
const postsCount = async (id: string) =>
  (await db.select({ count: users.postsCount }).from(users).where(eq(users.id, id)))[0]?.count

/** For each product whether visitors see it; expects its post to have the same visibility. */
async function shown(offered: { id: number; get_absolute_url: string }[]): Promise<boolean[]> {
  const rows = await db
    .select({ productId: posts.productId, isVisible: posts.isVisible })
    .from(posts)
    .where(
      inArray(
        posts.productId,
        offered.map(({ id }) => id),
      ),
    )
  return Promise.all(
    offered.map(async ({ id, get_absolute_url }) => {
      const isSeen = (await server.get(`/api/products${get_absolute_url}`)).status === 200
      expect(rows.find(row => row.productId === id)?.isVisible ?? false).toBe(isSeen)
      return isSeen
    }),
  )
}

describe('finding people', () => {
  it('searches by name, e-mail, company and INN, in any letter case and with «е» for «ё»', async () => {
    const creator = await makePerson(db, { name: 'Пётр Семёнов', email: 'Semenov.100%@Sad.test' })
    const employee = await makePerson(db, { name: 'Олег Тенистый' })
    const company = await makeCompany(db, {
      creatorId: creator.id,
      employees: [employee.id],
      name: 'Берёзовая роща',
      inn: '500100732259',
    })
    await makeProduct(db, { companyId: company.id, assignedToId: employee.id })
    await makeProduct(db, { companyId: company.id })
    await makePerson(db, { name: 'Пётр Семёнов', email: 'gone@sad.test', deletedAt: new Date() })
    for (const search of ['петр семен', 'ПЁТР', 'semenov.100%@', 'Semenov']) {
      expect(await namesOf(search)).toEqual(['Пётр Семёнов'])
    }
    for (const search of ['березовая', 'РОЩА', '5001007322']) {
      expect(await namesOf(search)).toEqual(['Олег Тенистый', 'Пётр Семёнов'])
    }
    for (const search of ['100_@', 'нет такого', 'gone@']) expect(await namesOf(search)).toEqual([])
    const [found] = await find('semenov')
    expect(found).toEqual({
      id: creator.id,
      name: 'Пётр Семёнов',
      email: 'Semenov.100%@Sad.test',
      get_avatar: expect.stringMatching(/avatars\/\d+-%D0%9F%D0%A1\.svg$/),
      is_confirmed: true,
      is_staff: false,
      created_at: expect.stringMatching(/Z$/),
      posts_count: 0,
      products_count: 2,
      team: { id: company.id, company_name: 'Берёзовая роща', is_verified: false, is_creator: true },
      block: null,
      can: { block: true },
    })
    expect((await find('тенистый'))[0]).toMatchObject({ products_count: 1, team: { is_creator: false } })
    expect((await find(staffEmail))[0]).toMatchObject({ is_staff: true, can: { block: false }, team: null })
    expect((await find(otherStaffEmail))[0]).toMatchObject({ can: { block: false } })
  })

  it('is paged, newest first, and shows only blocked people on request', async () => {
    const [one, two] = [await makePerson(db, { name: 'Странник 1' }), await makePerson(db, { name: 'Странник 2' })]
    await judge(one.id, 'block')
    const page = async (query: string) =>
      (await server.get(`/api/staff/people/?search=странник&${query}`, staff.id)).body
    expect(await page('page_size=1')).toMatchObject({ count: 2, results: [{ id: two.id, block: null }] })
    expect(await page('page_size=1&page=2')).toMatchObject({ results: [{ id: one.id }] })
    expect(await page('blocked=1')).toMatchObject({
      count: 1,
      results: [{ id: one.id, block: { blocked_at: expect.any(String), reason: 'Обман покупателей' } }],
    })
    expect((await server.get('/api/staff/people/?search=странник&page=2', staff.id)).status).toBe(404)
  })
})

describe('a person who is blocked', () => {
  it('is signed out everywhere and cannot sign in, but is shown the reason', async () => {
    const member = await newMember(server)
    await server.send('POST', '/api/password-reset/', { email: member.email })
    const key = await keyTo(server, member.email)
    const { refresh: other } = (await login(server, member.email)).body
    expect(await judge(member.id, 'block')).toMatchObject({ status: 200, body: { message: 'person blocked' } })

    expect((await as(server, member.access, 'GET', '/api/me/')).status).toBe(401)
    for (const refresh of [member.refresh, other]) {
      expect((await server.send('POST', '/api/refresh/', { refresh })).status).toBe(401)
    }
    const refused = await login(server, member.email)
    expect([refused.status, refused.body.detail]).toEqual([
      401,
      'Модератор заблокировал вас, и войти нельзя. Причина: Обман покупателей',
    ])

    const letters = (await emailsTo(server, member.email)).length
    expect((await server.send('POST', '/api/password-reset/', { email: member.email })).status).toBe(200)
    expect(await emailsTo(server, member.email)).toHaveLength(letters)
    const reset = { token: key, new_password1: 'drugoy parol 8', new_password2: 'drugoy parol 8' }
    expect((await server.send('POST', '/api/password-reset/confirm/', reset)).status).toBe(410)

    expect(await judge(member.id, 'unblock', 'Разобрались')).toMatchObject({ body: { message: 'person unblocked' } })
    // Earlier sessions and links stay invalid, but the password works.
    expect((await server.send('POST', '/api/refresh/', { refresh: member.refresh })).status).toBe(401)
    expect((await server.send('POST', '/api/password-reset/confirm/', reset)).status).toBe(410)
    expect((await login(server, member.email, password)).status).toBe(200)
    const of = { personId: member.id, name: '', staffId: staff.id }
    expect(await actions(member.id)).toEqual([
      { action: 'block', reason: 'Обман покупателей', ...of },
      { action: 'unblock', reason: 'Разобрались', ...of },
    ])
  })

  it('loses all open streams in every process, and nobody else does', async () => {
    const others = await server.another()
    const [here, there] = await Promise.all([
      server.app.listen({ port: 0, host: '127.0.0.1' }),
      others.listen({ port: 0, host: '127.0.0.1' }),
    ])
    const [member, bystander] = [await makePerson(db), await makePerson(db)]
    const open = (at: string, { id }: { id: string }) => openStream(server, at, id)
    const streams = [await open(here, member), await open(there, member), await open(there, bystander)]
    await judge(member.id, 'block')
    await vi.waitFor(() => expect(streams.slice(0, 2).every(({ hasEnded }) => hasEnded)).toBe(true), { timeout: 5000 })
    expect(streams[2]?.hasEnded).toBe(false)
    await others.close()
  })

  it('keeps their texts, and cannot be found', async () => {
    const member = await makePerson(db, { name: 'Неуловимый Ёж' })
    const reader = await makePerson(db)
    const { body: post } = await server.send('POST', '/api/posts/create/', { body: 'Моё' }, member.id)
    await judge(member.id, 'block')
    expect((await server.get(`/api/posts/${post.id}/`, reader.id)).status).toBe(200)
    expect((await server.send('POST', '/api/search/', { query: 'неуловимый' }, reader.id)).body.users).toEqual([])
  })

  it('has the products and posts of their company hidden, and all restored afterwards', async () => {
    const employee = await makePerson(db)
    const company = await makeCompany(db, { employees: [employee.id] })
    const { creatorId } = company
    const mine = await list(creatorId)
    const theirs = await list(employee.id)
    const silent = await list(creatorId)
    const unpublished = await list(creatorId, { genus: 'Туя', species: 'неведомая' })
    const elsewhere = await list((await makeCompany(db)).creatorId)
    const [hiddenPost] = await db.select().from(posts).where(eq(posts.productId, silent.id))
    await server.send('POST', `/api/staff/reports/${hiddenPost?.id}/hide/`, { reason: 'Повтор' }, staff.id)
    const times = () =>
      db
        .select({ id: products.id, at: products.publishedAt })
        .from(products)
        .where(eq(products.companyId, company.id))
        .orderBy(products.id)
    const before = await times()
    const all = [mine, theirs, unpublished, elsewhere]
    expect(await shown(all)).toEqual([true, true, false, true])

    await judge(creatorId, 'block')
    expect(await shown([...all, silent])).toEqual([false, false, false, true, false])
    expect([await postsCount(creatorId), await postsCount(employee.id)]).toEqual([0, 0])
    // Published while suspended: shown and posted when released.
    const late = await list(employee.id)
    expect(await shown([late])).toEqual([false])
    await judge(creatorId, 'unblock')
    expect(await shown([...all, late])).toEqual([true, true, false, true, true])
    expect([await postsCount(creatorId), await postsCount(employee.id)]).toEqual([1, 2])
    expect((await times()).slice(0, before.length)).toEqual(before)
    const [still] = await db.select().from(posts).where(eq(posts.productId, silent.id))
    expect(still).toMatchObject({ isVisible: false, hiddenReason: 'Повтор' })
    const [announced] = await db.select().from(posts).where(eq(posts.productId, late.id))
    expect(announced).toMatchObject({ authorId: employee.id, categoryId: conifers })
    expect((await server.send('POST', '/api/search/', { query: 'Smaragd' }, staff.id)).text).toContain(announced?.id)
  })

  it('has only the assigned products hidden as an employee, until they are assigned to somebody else', async () => {
    const employee = await makePerson(db)
    const company = await makeCompany(db, { employees: [employee.id] })
    const { creatorId } = company
    const both = [await list(creatorId), await list(employee.id)]
    await judge(employee.id, 'block')
    expect(await shown(both)).toEqual([true, false])
    const edit = (path: string, body: object) => server.send('POST', `/api/products${path}edit/`, body, creatorId)
    const [mine, theirs] = both.map(offered => offered.get_absolute_url) as [string, string]
    await edit(theirs, { assigned_to: creatorId })
    expect(await shown(both)).toEqual([true, true])
    await edit(mine, { assigned_to: employee.id })
    expect(await shown(both)).toEqual([false, true])
    // A removed member is no longer responsible for products.
    await server.send('POST', '/api/teams/remove_member/', { email: employee.email }, creatorId)
    expect(await shown(both)).toEqual([true, true])
    expect(await postsCount(creatorId)).toBe(1)
    expect(await postsCount(employee.id)).toBe(1)
  })
})

describe('blocking is refused', () => {
  it('for oneself, another moderator, an unknown and an already blocked person', async () => {
    expect(await judge(staff.id, 'block')).toMatchObject({ status: 409, body: { detail: 'Себя не заблокировать.' } })
    const other = await judge(colleague.id, 'block')
    expect(other).toMatchObject({ status: 409, body: { detail: 'Модератора не заблокировать.' } })
    expect((await server.get('/api/staff/journal/', colleague.id)).status).toBe(200)
    const deleted = await makePerson(db, { deletedAt: new Date() })
    for (const id of [deleted.id, '0190a5c0-0000-7000-8000-000000000000', '7']) {
      for (const action of ['block', 'unblock'] as const) expect((await judge(id, action)).status).toBe(404)
    }
    const { id } = await makePerson(db)
    expect((await judge(id, 'unblock')).status).toBe(409)
    await judge(id, 'block')
    expect((await judge(id, 'block', 'Ещё раз')).status).toBe(409)
    expect(await actions(id)).toHaveLength(1)
  })

  it('without a reason', async () => {
    const { id } = await makePerson(db)
    for (const action of ['block', 'unblock'] as const) {
      const answer = await judge(id, action, '  ')
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['reason']])
    }
    expect(await actions(id)).toEqual([])
  })
})

describe('at the same time', () => {
  it('a person and their company are blocked and unblocked completely', async () => {
    const company = await makeCompany(db)
    const offered = await list(company.creatorId)
    const both = (action: 'block' | 'unblock') =>
      Promise.all([
        judge(company.creatorId, action),
        server.send('POST', `/api/staff/companies/${company.id}/${action}/`, { reason: 'Обман' }, colleague.id),
      ])
    for (const [action, isShown] of [
      ['block', false],
      ['unblock', true],
    ] as const) {
      expect((await both(action)).map(({ status }) => status)).toEqual([200, 200])
      expect(await shown([offered])).toEqual([isShown])
      expect(await postsCount(company.creatorId)).toBe(Number(isShown))
    }
  })

  it('two moderators at once block once', async () => {
    const { id } = await makePerson(db)
    const answers = await Promise.all([judge(id, 'block'), judge(id, 'block', 'И я', colleague)])
    expect(answers.map(answer => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await actions(id)).toHaveLength(1)
  })

  it('a person who is saving products, joining a company or signing in ends with nothing visible', async () => {
    for (let round = 0; round < 3; round++) {
      const employee = await newMember(server)
      const { creatorId } = await makeCompany(db, { employees: [employee.id] })
      const joining = await makePerson(db)
      const first = await list(employee.id)
      const create = () => server.send('POST', '/api/products/create/', { category: conifers, ...smaragd }, employee.id)
      const rename = { name: `Другое имя ${round}`, email: employee.email }
      const [, , blocked, , joined, session] = await Promise.all([
        create(),
        server.send('POST', `/api/products${first.get_absolute_url}edit/`, { price: round }, creatorId),
        judge(employee.id, 'block'),
        as(server, employee.access, 'POST', '/api/editprofile/', rename),
        server.send('POST', '/api/teams/add_member/', { email: joining.email }, creatorId),
        login(server, employee.email),
        create(),
      ])
      expect([blocked.status, joined.status]).toEqual([200, 200])
      const made = await db.select().from(products).where(eq(products.assignedToId, employee.id))
      expect(made.map(product => product.isActive)).toEqual(made.map(() => false))
      const ids = made.map(product => product.id)
      const announced = await db.select().from(posts).where(inArray(posts.productId, ids))
      expect(announced.filter(post => post.isVisible)).toEqual([])
      expect(await postsCount(employee.id)).toBe(0)
      if (session.status === 200) {
        const { refresh } = session.body
        expect((await server.send('POST', '/api/refresh/', { refresh })).status).toBe(401)
      }
    }
  })
})
