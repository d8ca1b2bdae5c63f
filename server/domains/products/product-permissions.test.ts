import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { products } from './products.tables.ts'

const roles = ['visitor', 'member', 'employee', 'assigned', 'creator', 'other creator', 'staff', 'blocked'] as const
type Role = (typeof roles)[number]

let server: TestServer
const ids = {} as Record<Role, string>
let companyId: number
let conifers: number
let shown: Awaited<ReturnType<typeof makeProduct>>
let hidden: Awaited<ReturnType<typeof makeProduct>>

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  for (const role of roles) {
    const overrides = role === 'staff' ? { email: staffEmail } : role === 'blocked' ? { blockedAt: new Date() } : {}
    if (role !== 'visitor') ids[role] = (await makePerson(db, overrides)).id
  }
  companyId = (await makeCompany(db, { creatorId: ids.creator, employees: [ids.employee, ids.assigned] })).id
  await makeCompany(db, { creatorId: ids['other creator'], employees: [ids.blocked] })
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

beforeEach(async () => {
  const { db } = server.database
  shown = await makeProduct(db, { companyId, assignedToId: ids.assigned })
  hidden = await makeProduct(db, { companyId, assignedToId: ids.assigned, isApproved: false })
})

const addressOf = ({ slug }: { slug: string }) => `/api/products/hvoynye/${slug}/`
const send = (role: Role, path: string, body: unknown) => server.send('POST', path, body, ids[role])

const calls: Record<string, (role: Role) => Promise<{ status: number; body: any }>> = {
  create: role => send(role, '/api/products/create/', { category: conifers, genus: 'Ель', species: 'ничья' }),
  'edit a published one': role => send(role, `${addressOf(shown)}edit/`, { description: 'Иначе' }),
  'edit an unpublished one': role => send(role, `${addressOf(hidden)}edit/`, { description: 'Иначе' }),
  'delete a published one': role => server.send('DELETE', `${addressOf(shown)}delete/`, undefined, ids[role]),
  'delete an unpublished one': role => server.send('DELETE', `${addressOf(hidden)}delete/`, undefined, ids[role]),
  my_products: role => server.get('/api/products/my_products/', ids[role]),
  'send a picture without one': role => send(role, '/api/uploads/', {}),
}

/** Expected statuses in the order of `roles`. */
const table: Record<keyof typeof calls, number[]> = {
  create: [401, 403, 201, 201, 201, 201, 403, 401],
  'edit a published one': [401, 403, 403, 200, 200, 403, 403, 401],
  'edit an unpublished one': [401, 404, 403, 200, 200, 404, 403, 401],
  'delete a published one': [401, 403, 403, 200, 200, 403, 403, 401],
  'delete an unpublished one': [401, 404, 403, 200, 200, 404, 403, 401],
  my_products: [401, 200, 200, 200, 200, 200, 200, 401],
  'send a picture without one': [401, 400, 400, 400, 400, 400, 400, 401],
}

const rows = Object.keys(calls).flatMap(name =>
  roles.map((role, index) => ({ name, role, status: table[name]?.[index] ?? 0 })),
)

describe('allows each action to exactly these roles', () => {
  it.each(rows)('$name, as $role: $status', async ({ name, role, status }) => {
    const before = await databaseState(server.database.db)
    const answer = await calls[name]?.(role)
    expect(answer?.status).toBe(status)
    if (status >= 400) expect(await databaseState(server.database.db)).toEqual(before)
    if (status === 404) {
      const never = await server.send('POST', '/api/products/hvoynye/nikogda/edit/', {}, ids[role])
      expect(answer?.body).toEqual(never.body)
    }
  })

  it.each(roles)('the permissions returned to %s are what they can do', async role => {
    if (role === 'visitor' || role === 'blocked') return
    for (const product of [shown, hidden]) {
      const { status, body } = await server.get(addressOf(product), ids[role])
      const edited = await send(role, `${addressOf(product)}edit/`, { description: 'Иначе' })
      if (status === 200) expect(body.can.edit).toBe(edited.status === 200)
      if (status === 200) expect(body.can.assign).toBe(role === 'creator')
    }
  })

  it('visitors get no permissions, even after the creator has read the page', async () => {
    expect((await server.get(addressOf(shown), ids.creator)).body.can).toEqual({ edit: true, assign: true })
    expect((await server.get(addressOf(shown))).body.can).toEqual({ edit: false, assign: false })
    expect((await server.get(addressOf(shown), ids.assigned)).body.can).toEqual({ edit: true, assign: false })
    expect((await server.get(addressOf(shown))).body.can).toEqual({ edit: false, assign: false })
  })
})

describe('the employee to whom a product is assigned', () => {
  const created = async (role: Role, fields = {}) => {
    const body = { category: conifers, genus: 'Ель', species: 'чья-то', ...fields }
    return send(role, '/api/products/create/', body)
  }

  it('is the employee who created it, whomever they name', async () => {
    expect((await created('employee')).body.assigned_to.id).toBe(ids.employee)
    expect((await created('employee', { assigned_to: ids.assigned })).body.assigned_to.id).toBe(ids.employee)
    expect((await created('employee', { assigned_to: '' })).body.assigned_to.id).toBe(ids.employee)
  })

  it('is nobody if the creator made it, unless they name somebody', async () => {
    expect((await created('creator')).body.assigned_to).toBeNull()
    expect((await created('creator', { assigned_to: '' })).body.assigned_to).toBeNull()
    const named = await created('creator', { assigned_to: ids.employee.toUpperCase() })
    expect(named.body.assigned_to).toMatchObject({ id: ids.employee, email: expect.stringContaining('@') })
    expect((await created('creator', { assigned_to: ids.creator })).body.assigned_to.id).toBe(ids.creator)
  })

  it('is never somebody of another company', async () => {
    for (const stranger of [ids['other creator'], ids.member]) {
      const { status, body } = await created('creator', { assigned_to: stranger })
      expect([status, Object.keys(body.fields)]).toEqual([400, ['assigned_to']])
      const edited = await send('creator', `${addressOf(shown)}edit/`, { assigned_to: stranger })
      expect([edited.status, Object.keys(edited.body.fields)]).toEqual([400, ['assigned_to']])
    }
  })

  it('is changed only by the creator', async () => {
    const edit = (role: Role, assigned_to: string | null) =>
      send(role, `${addressOf(shown)}edit/`, { assigned_to, description: 'x' })
    expect((await edit('assigned', ids.employee)).body).toMatchObject({
      description: 'x',
      assigned_to: { id: ids.assigned },
    })
    expect((await edit('assigned', null)).body.assigned_to.id).toBe(ids.assigned)
    expect((await edit('creator', ids.employee)).body.assigned_to.id).toBe(ids.employee)
    expect((await edit('assigned', ids.assigned)).status).toBe(403)
    expect((await edit('creator', '')).body.assigned_to).toBeNull()
  })

  it('an employee who has left has no rights, even with an old assignment', async () => {
    const { db } = server.database
    const gone = (await makePerson(db)).id
    const product = await makeProduct(db, { companyId, assignedToId: gone })
    expect((await server.send('POST', `${addressOf(product)}edit/`, { description: 'x' }, gone)).status).toBe(403)
    expect((await server.get(addressOf(product), gone)).body.can).toEqual({ edit: false, assign: false })
    await db.insert(companyMembers).values({ userId: gone, companyId })
    expect((await server.send('POST', `${addressOf(product)}edit/`, { description: 'x' }, gone)).status).toBe(200)
    await db.delete(products).where(eq(products.id, product.id))
  })

  it('a product belongs to the company of the person who creates it', async () => {
    expect((await created('assigned')).body.team.id).toBe(companyId)
    expect((await created('other creator')).body.team.id).not.toBe(companyId)
    expect((await created('other creator', { team: companyId, companyId })).body.team.id).not.toBe(companyId)
  })
})
