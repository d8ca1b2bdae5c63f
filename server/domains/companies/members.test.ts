import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '#server/domains/products/products.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { handOverOrClose } from './members.service.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

async function companyWith(...employees: string[]) {
  const creator = await makePerson(db)
  return { creator, company: await makeCompany(db, { creatorId: creator.id, employees }) }
}
const post = (path: string, body: unknown, userId: string) => server.send('POST', `/api/teams/${path}/`, body, userId)
const assigneeOf = async (id: number) => {
  const [row] = await db.select({ assignedToId: products.assignedToId }).from(products).where(eq(products.id, id))
  return row?.assignedToId
}

describe('add_member', () => {
  it('adds a person by their address in any spelling, confirmed or not, and notifies them', async () => {
    const { creator, company } = await companyWith()
    const person = await makePerson(db, { email: 'Anna@Primer.test', confirmedEmail: null })
    const { status, body } = await post('add_member', { email: 'anna@primer.TEST' }, creator.id)
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'success', team: expect.objectContaining({ id: company.id }) })
    expect(body.team.members.map((member: { id: string }) => member.id)).toEqual([creator.id, person.id])

    const news = await server.get('/api/notifications/', person.id)
    expect(news.body).toEqual([
      {
        id: expect.any(String),
        body: `Вас добавили в компанию «${company.name}». Теперь вы можете предлагать её растения.`,
        type_of_notification: 'added_to_company',
        post_id: null,
        created_for_id: person.id,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        created_at_formatted: '0 minutes',
        is_read: false,
      },
    ])
    expect((await server.get('/api/notifications/', creator.id)).body).toEqual([])
  })

  it('puts a name without quotation marks into quotation marks, once', async () => {
    for (const [name, quoted] of [
      ['Роща', '«Роща»'],
      ['Питомник «Яуза»', 'Питомник «Яуза»'],
    ] as const) {
      const { creatorId } = await makeCompany(db, { name })
      const person = await makePerson(db)
      await post('add_member', { email: person.email }, creatorId)
      const [news] = (await server.get('/api/notifications/', person.id)).body
      expect(news.body).toMatch(`Вас добавили в компанию ${quoted}. `)
    }
  })

  it('returns 404 for an unknown, deleted or blocked person', async () => {
    const { creator } = await companyWith()
    const deleted = await makePerson(db, { deletedAt: new Date() })
    const blocked = await makePerson(db, { blockedAt: new Date() })
    for (const email of ['nobody@primer.test', deleted.email, blocked.email])
      expect((await post('add_member', { email }, creator.id)).status).toBe(404)
  })

  it('returns 409 for a person who belongs to any company, including this one', async () => {
    const { creator } = await companyWith()
    const { creator: other } = await companyWith()
    for (const email of [creator.email, other.email])
      expect((await post('add_member', { email }, creator.id)).status).toBe(409)
  })

  it('adds the person to one company when ten add them at once', async () => {
    const person = await makePerson(db)
    const creators = await Promise.all(Array.from({ length: 10 }, () => companyWith()))
    const statuses = await Promise.all(
      creators.map(async ({ creator }) => (await post('add_member', { email: person.email }, creator.id)).status),
    )
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, ...Array(9).fill(409)])
  })

  it.each([[{}], [{ email: '' }], [{ email: 'нет' }], [{ email: 5 }], [{ email: 'a\u0000@b.ru' }]])(
    '%j is 400 and names the field',
    async body => {
      const { creator } = await companyWith()
      const answer = await post('add_member', body, creator.id)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.fields)).toEqual(['email'])
    },
  )
})

describe('leaving', () => {
  it('the products of a removed member become unassigned, and the member can be added again', async () => {
    const employee = await makePerson(db)
    const { creator, company } = await companyWith(employee.id)
    const theirs = await makeProduct(db, { companyId: company.id, assignedToId: employee.id })
    const { status, body } = await post('remove_member', { email: employee.email.toUpperCase() }, creator.id)
    expect(status).toBe(200)
    expect(body.team.members).toHaveLength(1)
    expect(await assigneeOf(theirs.id)).toBeNull()
    expect((await server.get('/api/teams/get_my_team/', employee.id)).body).toBeNull()
    expect((await post('add_member', { email: employee.email }, creator.id)).status).toBe(200)
  })

  it('a member who is blocked can still be removed', async () => {
    const employee = await makePerson(db, { blockedAt: new Date() })
    const { creator } = await companyWith(employee.id)
    expect((await post('remove_member', { email: employee.email }, creator.id)).status).toBe(200)
  })

  it('remove_member returns 404 for a non-member, 409 for oneself', async () => {
    const { creator } = await companyWith()
    const stranger = await makePerson(db)
    expect((await post('remove_member', { email: stranger.email }, creator.id)).status).toBe(404)
    expect((await post('remove_member', { email: creator.email }, creator.id)).status).toBe(409)
  })

  it('leaving unassigns products too', async () => {
    const employee = await makePerson(db)
    const { company } = await companyWith(employee.id)
    const theirs = await makeProduct(db, { companyId: company.id, assignedToId: employee.id })
    expect(await post('leave', undefined, employee.id)).toMatchObject({ status: 200, body: { message: 'success' } })
    expect(await assigneeOf(theirs.id)).toBeNull()
    expect((await post('leave', {}, employee.id)).status).toBe(409)
  })
})

describe('a creator who deletes the account', () => {
  const go = (userId: string) => db.transaction(tx => handOverOrClose(tx, { userId: userId }))

  it('leaves the company to the earliest member', async () => {
    const [first, second] = [await makePerson(db), await makePerson(db)]
    const { creator, company } = await companyWith(first.id, second.id)
    const product = await makeProduct(db, { companyId: company.id, assignedToId: creator.id })
    await go(creator.id)
    const { body } = await server.get(`/api/teams/get_current_team/${company.id}/`)
    expect(body.created_by.id).toBe(first.id)
    expect(body.members.map((member: { id: string }) => member.id)).toEqual([first.id, second.id])
    expect(await assigneeOf(product.id)).toBeNull()
    expect((await server.get('/api/notifications/', first.id)).body[0].body).toContain('Теперь компания ваша')
  })

  it('does not leave it to a member with an unconfirmed address', async () => {
    const older = await makePerson(db, { confirmedEmail: null })
    const moved = await makePerson(db, { confirmedEmail: 'before@primer.test' })
    const younger = await makePerson(db, { email: 'Younger@primer.test', confirmedEmail: 'younger@Primer.test' })
    const { creator, company } = await companyWith(older.id, moved.id, younger.id)
    await go(creator.id)
    const { body } = await server.get(`/api/teams/get_current_team/${company.id}/`)
    expect(body.created_by.id).toBe(younger.id)
    expect(body.members.map((member: { id: string }) => member.id)).toEqual([younger.id, older.id, moved.id])
  })

  it.each([
    ['never confirmed theirs', { confirmedEmail: null }],
    ['changed theirs and have not confirmed the new one', { confirmedEmail: 'once@primer.test' }],
  ])('closes it if the remaining members have %s', async (_, overrides) => {
    const employee = await makePerson(db, overrides)
    const { creator, company } = await companyWith(employee.id)
    const product = await makeProduct(db, { companyId: company.id, assignedToId: employee.id })
    await go(creator.id)
    expect((await server.get(`/api/teams/get_current_team/${company.id}/`)).status).toBe(404)
    expect((await server.get(`/api/products/hvoynye/${product.slug}/`)).status).toBe(404)
    expect((await server.get('/api/teams/get_my_team/', employee.id)).body).toBeNull()
  })

  it('leaves it to a blocked member only if nobody else has a confirmed address', async () => {
    const blocked = await makePerson(db, { blockedAt: new Date() })
    const unconfirmed = await makePerson(db, { confirmedEmail: null })
    const confirmed = await makePerson(db)
    const many = await companyWith(blocked.id, unconfirmed.id, confirmed.id)
    const few = await companyWith((await makePerson(db, { blockedAt: new Date() })).id)
    for (const { creator } of [many, few]) await go(creator.id)
    const creatorOf = async (id: number) => (await server.get(`/api/teams/get_current_team/${id}/`)).body.created_by
    expect((await creatorOf(many.company.id)).id).toBe(confirmed.id)
    expect((await creatorOf(few.company.id)).id).not.toBe(few.creator.id)
  })

  it('leaves a company with a creator, or no company, while a member is being added', async () => {
    for (let round = 0; round < 6; round++) {
      const [{ creator, company }, person] = [await companyWith(), await makePerson(db)]
      const adding = () => post('add_member', { email: person.email }, creator.id)
      const [first, second] = round % 2 ? [adding, () => go(creator.id)] : [() => go(creator.id), adding]
      const answers = await Promise.all([first(), second()])
      const { status = 0 } = answers.find(answer => answer !== undefined) ?? {}
      const { status: shown, body } = await server.get(`/api/teams/get_current_team/${company.id}/`)
      const own = (await server.get('/api/teams/get_my_team/', person.id)).body
      if (status === 200) {
        expect(shown).toBe(200)
        expect(body.created_by.id).toBe(person.id)
        expect(own.can.edit).toBe(true)
      } else {
        expect(status).toBe(403)
        expect([shown, own]).toEqual([404, null])
      }
    }
  })

  it('closes it with its products if there are no other members', async () => {
    const { creator, company } = await companyWith()
    const product = await makeProduct(db, { companyId: company.id })
    await go(creator.id)
    expect((await server.get(`/api/teams/get_current_team/${company.id}/`)).status).toBe(404)
    expect((await server.get(`/api/products/hvoynye/${product.slug}/`)).status).toBe(404)
  })
})
