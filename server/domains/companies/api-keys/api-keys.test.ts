import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiKeyLimits } from '#contract/api-keys.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf } from '#server/test/pictures.ts'
import { apiKeys } from './api-keys.tables.ts'

let server: TestServer
let creator: string
let employee: string
let stranger: string
let employeeEmail: string

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  creator = (await makePerson(db)).id
  const other = await makePerson(db)
  ;[employee, employeeEmail] = [other.id, other.email]
  stranger = (await makePerson(db)).id
  await makeCompany(db, { creatorId: creator, employees: [employee] })
  await makeCompany(db, { creatorId: stranger })
})

async function newKey(userId = creator, name = 'Учёт'): Promise<{ id: string; key: string; prefix: string }> {
  const { status, body } = await server.send('POST', '/api/teams/api-keys/', { name }, userId)
  expect(status).toBe(201)
  return body
}
const ask = async (key: string, url: string, method = 'GET', payload?: object) => {
  const headers = { authorization: `Bearer ${key}` }
  const response = await server.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.payload.startsWith('{') ? response.json() : null }
}
const works = async (key: string) => (await ask(key, '/api/price-lists/')).status

/** A list of a person's company. */
async function uploaded(userId: string): Promise<string> {
  const file = new File(['Наименование;Цена\nЕль;100\n'], 'прайс.csv')
  const { status, body } = await server.send('POST', '/api/price-lists/', formOf({ file }), userId)
  expect(status).toBe(201)
  return body.id
}

describe('a key', () => {
  it('is shown once, stored as a hash and listed by its first letters with its last use', async () => {
    const made = await newKey()
    expect(made.key).toMatch(/^dk_[\w-]{43}$/)
    const [row] = (await server.database.db.select().from(apiKeys)).filter(({ id }) => id === made.id)
    expect(JSON.stringify(row)).not.toContain(made.key)
    const list = async () => (await server.get('/api/teams/api-keys/', employee)).body
    const [listed] = await list()
    expect(listed).toEqual({
      id: made.id,
      name: 'Учёт',
      prefix: made.key.slice(0, 9),
      created_at: expect.any(String),
      created_by: { id: creator, name: expect.any(String) },
      last_used_at: null,
    })
    expect(await works(made.key)).toBe(200)
    expect(Date.now() - Date.parse((await list())[0].last_used_at)).toBeLessThan(60_000)
  })

  it('acts for the person who created it, in their company', async () => {
    const { key } = await newKey(employee)
    const form = new Response(formOf({ file: new File(['Наименование;Цена\nЕль;100\n'], 'прайс.csv') }))
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/price-lists/',
      headers: { authorization: `Bearer ${key}`, 'content-type': form.headers.get('content-type') ?? '' },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    expect([response.statusCode, response.json().created_by.id]).toEqual([201, employee])
    const { id } = response.json()
    expect((await ask(key, `/api/price-lists/${id}/`)).body.id).toBe(id)
    expect((await server.get(`/api/price-lists/${id}/`, creator)).body.id).toBe(id)
    for (const file of ['template.xlsx', 'current.xlsx', 'current.csv'])
      expect([file, (await ask(key, `/api/price-lists/${file}`)).status]).toEqual([file, 200])
  })

  it('knows nothing of other companies’ lists', async () => {
    const { key } = await newKey()
    const foreign = await uploaded(stranger)
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', 'rows/'],
      ['POST', 'apply/', { missing: 'keep' }],
      ['POST', 'rollback/'],
    ] as const)
      expect([path, (await ask(key, `/api/price-lists/${foreign}/${path}`, method, body)).status]).toEqual([path, 404])
  })

  it('needs a name of bounded length', async () => {
    for (const name of ['', '   ', 'я'.repeat(apiKeyLimits.name + 1), 7, undefined]) {
      const { status, body } = await server.send('POST', '/api/teams/api-keys/', { name }, creator)
      expect([name, status, Object.keys(body.fields)]).toEqual([name, 400, ['name']])
    }
  })

  it('is one of so many, also when they are created at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: apiKeyLimits.perCompany + 3 }, (_, n) =>
        server.send('POST', '/api/teams/api-keys/', { name: `Ключ ${n}` }, n % 2 ? creator : employee),
      ),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(apiKeyLimits.perCompany)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const [first] = created
    expect((await server.send('DELETE', `/api/teams/api-keys/${first?.body.id}/`, undefined, creator)).status).toBe(200)
    await newKey()
  })

  it('is a matter of companies', async () => {
    const nobody = (await makePerson(server.database.db)).id
    expect((await server.get('/api/teams/api-keys/', nobody)).status).toBe(403)
    expect((await server.send('POST', '/api/teams/api-keys/', { name: 'Мой' }, nobody)).status).toBe(403)
  })
})

describe('a key is worth nothing', () => {
  it('once it is revoked, by anybody of the company and by nobody else', async () => {
    const { id, key } = await newKey()
    expect((await server.send('DELETE', `/api/teams/api-keys/${id}/`, undefined, stranger)).status).toBe(404)
    expect(await works(key)).toBe(200)
    expect((await server.send('DELETE', `/api/teams/api-keys/${id}/`, undefined, employee)).status).toBe(200)
    expect(await works(key)).toBe(401)
    expect((await server.send('DELETE', `/api/teams/api-keys/${id}/`, undefined, employee)).status).toBe(404)
  })

  it('once its person has left, or was dismissed, and when they come back', async () => {
    const left = await newKey(employee)
    expect((await server.send('POST', '/api/teams/leave/', undefined, employee)).status).toBe(200)
    expect(await works(left.key)).toBe(401)
    const add = () => server.send('POST', '/api/teams/add_member/', { email: employeeEmail }, creator)
    expect((await add()).status).toBe(200)
    expect(await works(left.key)).toBe(401)
    const dismissed = await newKey(employee)
    await server.send('POST', '/api/teams/remove_member/', { email: employeeEmail }, creator)
    expect(await works(dismissed.key)).toBe(401)
  })

  it('once its person is blocked, and when they are unblocked', async () => {
    const { db } = server.database
    const { blockingService } = await import('#server/domains/moderation/people/blocking.service.ts')
    const people = blockingService({ db, media: server.media, publicUrl, staffEmails: [] })
    const staff = await makePerson(db)
    const moderator = { id: staff.id, isStaff: true, companyId: null, silences: 0 }
    const { key } = await newKey(employee)
    const ours = await newKey(creator)
    await people.blockPerson(moderator, employee, { reason: 'Спам', rule: 'spam' })
    expect([await works(key), await works(ours.key)]).toEqual([401, 200])
    await people.unblockPerson(moderator, employee, 'Ошиблись')
    expect(await works(key)).toBe(401)
  })

  it('when it is not ours', async () => {
    const { key } = await newKey()
    for (const wrong of [
      `${key}x`,
      key.slice(0, -1),
      key.toUpperCase(),
      'dk_',
      `dk_${'a'.repeat(5000)}`,
      "dk_' or 1=1",
    ])
      expect([wrong.length, await works(wrong)]).toEqual([wrong.length, 401])
  })

  const takesKey = ([, call]: [string, Call]) => call.takesApiKey === true
  it('is taken by these calls', () => {
    expect(
      Object.entries(calls as Record<string, Call>)
        .filter(takesKey)
        .map(([name]) => name),
    ).toEqual([
      'POST /price-lists/',
      'GET /price-lists/',
      'GET /price-lists/:id/',
      'GET /price-lists/:id/rows/',
      'POST /price-lists/:id/apply/',
      'POST /price-lists/:id/rollback/',
    ])
  })

  it('for any other call', async () => {
    const { key } = await newKey()
    const list = await uploaded(creator)
    for (const [name, call] of Object.entries(calls as Record<string, Call>)) {
      if (call.takesApiKey || call.access === 'open') continue
      const [method = '', path = ''] = name.split(' ')
      const url = encodeURI(
        `/api${path.replace(/:id\b/g, path.includes('price-lists') ? list : '1').replace(/:\w+/g, '1')}`,
      )
      const { status } = await ask(key, url, method, method === 'GET' ? undefined : { email: 'a@b.ru' })
      expect([name, status]).toEqual([name, call.access === 'staff' ? 404 : 401])
    }
    for (const url of [
      `/api/price-lists/${list}/report.xlsx`,
      '/api/teams/1/price-list.xlsx',
      '/api/teams/1/price-list.pdf',
      '/api/events/',
    ])
      expect([url, (await ask(key, url)).status]).toEqual([url, 401])
  })
})
