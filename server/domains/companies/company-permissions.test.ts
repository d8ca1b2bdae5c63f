import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { companies } from './companies.tables.ts'

const roles = ['visitor', 'member', 'employee', 'assigned', 'creator', 'other creator', 'staff', 'blocked'] as const
type Role = (typeof roles)[number]

interface Scene {
  companyId: number
  ids: Record<Role, string | undefined>
  emails: { employee: string; newcomer: string }
}

let server: TestServer
let scene: Scene

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

// Every row of the table starts with a new company, because some of its calls succeed and change it.
let round = 0
beforeEach(async () => {
  const { db } = server.database
  const n = ++round
  const person = async (name: string, overrides = {}) =>
    makePerson(db, { email: `${name}${n}@roles.test`, name, ...overrides })
  const [creator, employee, assigned, member, newcomer, otherCreator] = await Promise.all(
    ['creator', 'employee', 'assigned', 'member', 'newcomer', 'other'].map(name => person(name)),
  )
  const blocked = await person('blocked', { blockedAt: new Date() })
  // There is one staff address; the company that an earlier row let this person create is deleted first.
  if (n > 1) await db.delete(companies).where(eq(companies.creatorId, scene.ids.staff ?? ''))
  const staff = n === 1 ? await makePerson(db, { email: staffEmail }) : { id: scene.ids.staff ?? '' }
  if (!creator || !employee || !assigned || !member || !newcomer || !otherCreator) throw new Error('no people')
  const company = await makeCompany(db, { creatorId: creator.id, employees: [employee.id, assigned.id] })
  await makeCompany(db, { creatorId: otherCreator.id })
  await makeProduct(db, { companyId: company.id, assignedToId: assigned.id, species: `сорт ${n}` })
  scene = {
    companyId: company.id,
    ids: {
      visitor: undefined,
      member: member.id,
      employee: employee.id,
      assigned: assigned.id,
      creator: creator.id,
      'other creator': otherCreator.id,
      staff: staff.id,
      blocked: blocked.id,
    },
    emails: { employee: employee.email, newcomer: newcomer.email },
  }
})

const newTeam = {
  company_name: 'Новая',
  team_zipcode: '7707083893',
  team_phone: '+7 000 000-00-00',
  team_address: 'Поле',
  team_city: 'Московская область',
}

type Send = (role: Role) => Promise<{ status: number }>
const send = (role: Role, method: 'POST' | 'PATCH', path: string, body?: unknown) =>
  server.send(method, path, body, scene.ids[role])

/** Expected statuses in the order of `roles`. */
const table: Record<string, { call: Send; statuses: number[] }> = {
  'GET get_my_team': {
    call: role => server.get('/api/teams/get_my_team/', scene.ids[role]),
    statuses: [401, 200, 200, 200, 200, 200, 200, 401],
  },
  'POST teams': {
    call: role => send(role, 'POST', '/api/teams/', newTeam),
    statuses: [401, 201, 409, 409, 409, 409, 201, 401],
  },
  'PATCH teams/{id}': {
    call: role => send(role, 'PATCH', `/api/teams/${scene.companyId}/`, { about_team: 'Новое' }),
    statuses: [401, 403, 403, 403, 200, 403, 403, 401],
  },
  'POST add_member': {
    call: role => send(role, 'POST', '/api/teams/add_member/', { email: scene.emails.newcomer }),
    // The other creator adds to their own company.
    statuses: [401, 403, 403, 403, 200, 200, 403, 401],
  },
  'POST remove_member': {
    call: role => send(role, 'POST', '/api/teams/remove_member/', { email: scene.emails.employee }),
    statuses: [401, 403, 403, 403, 200, 404, 403, 401],
  },
  'PATCH membership': {
    call: role => send(role, 'PATCH', '/api/teams/membership/', { shows_email: false }),
    statuses: [401, 409, 200, 200, 200, 200, 409, 401],
  },
  'POST leave': {
    call: role => send(role, 'POST', '/api/teams/leave/'),
    statuses: [401, 409, 200, 200, 409, 409, 409, 401],
  },
}

describe.each(Object.entries(table))('%s', (_name, { call, statuses }) => {
  it.each(roles.map((role, index) => [role, statuses[index]] as const))('as %s is %i', async (role, expected) => {
    const before = await databaseState(server.database.db)
    const { status } = await call(role)
    expect(status).toBe(expected)
    if (status >= 400) expect(await databaseState(server.database.db)).toEqual(before)
  })
})
