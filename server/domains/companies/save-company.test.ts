import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'

let server: TestServer
let db: TestServer['database']['db']
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
})
afterAll(() => server.close())

const required = {
  company_name: 'Питомник «Яуза»',
  team_zipcode: '7707083893',
  team_phone: '+7 495 123-45-67',
  team_address: 'Поле, 1',
  team_city: 'Московская область',
}
const everything = {
  ...required,
  about_team: 'Крупномеры\nи <b>хвойные</b>',
  website: 'https://yauza.example',
  team_country: 'Беларусь',
  team_specific: 'Питомник',
  delivery: '',
  safekeeping: true,
  unloading: false,
}
const form = (fields: Record<string, unknown>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value))
  return data
}
const create = async (body: unknown) => server.send('POST', '/api/teams/', body, (await makePerson(db)).id)
const nameOf = async (path: string) => (await server.get(`/api/teams/${path}/`)).body[0].name

/** Each field with invalid values, and their errors. */
const longest: Record<string, number> = { about_team: 10_000 }
const refused = (field: string): [value: unknown, code: string][] => [
  ['я'.repeat((longest[field] ?? 255) + 1), 'too_big'],
  ['a\u0000b', 'invalid_format'],
  ['a\u0007b', 'invalid_format'],
  [{ $gt: '' }, 'invalid_type'],
  [['a'], 'invalid_type'],
]

describe('POST teams', () => {
  it('fills in the defaults if only the required fields are sent', async () => {
    const person = await makePerson(db)
    const { status, body } = await server.send('POST', '/api/teams/', required, person.id)
    expect(status).toBe(201)
    expect(body).toStrictEqual({
      id: expect.any(Number),
      company_name: 'Питомник «Яуза»',
      is_verified: false,
      rating: null,
      reviews_count: 0,
      team_zipcode: '7707083893',
      about_team: '',
      team_phone: '+7 495 123-45-67',
      website: '',
      team_address: 'Поле, 1',
      team_country: 'Россия',
      team_city: { id: expect.any(Number), name: 'Московская область' },
      place: null,
      team_specific: null,
      delivery: null,
      safekeeping: false,
      unloading: false,
      minimum_order: null,
      hold_days: 7,
      logo: '',
      cover: '',
      photos: [],
      hours: '',
      delivery_area: '',
      slug: '',
      created_by: { id: person.id, name: person.name, email: person.email },
      members: [{ id: person.id, name: person.name, email: person.email }],
    })
    expect((await server.get('/api/teams/get_my_team/', person.id)).body).toStrictEqual({
      ...body,
      blocked_reason: null,
      coordinates: null,
      shows_email: true,
      proposed_slug: expect.stringMatching(/^pitomnik-yauza(-\d)?$/),
      can: { edit: true, leave: false },
    })
  })

  it('accepts all fields, as JSON and as a form', async () => {
    const given = { ...everything, team_specific: await nameOf('specifics'), delivery: await nameOf('deliveries') }
    const [asJson, asForm] = [await create(given), await create(form(given))]
    expect([asJson.status, asForm.status]).toEqual([201, 201])
    const { id: _one, created_by: _creator, members: _members, ...json } = asJson.body
    expect(json).toMatchObject({
      ...given,
      team_city: { name: 'Московская область' },
      team_specific: { name: given.team_specific },
      delivery: { name: given.delivery },
    })
    expect(asForm.body).toMatchObject(json)
  })

  it('does not validate an INN', async () => {
    expect((await create({ ...required, team_zipcode: 'нет ещё' })).status).toBe(201)
  })

  it('trims at both ends', async () => {
    expect((await create({ ...required, company_name: '  Роща \n' })).body.company_name).toBe('Роща')
  })

  it.each([
    ['company_name', 'Не заполнено наименование компании'],
    ['team_phone', 'Не заполнен телефон для связи'],
    ['team_city', 'Не заполнен город компании'],
    ['team_zipcode', 'Не заполнен ИНН компании'],
    ['team_address', 'Не заполнен адрес компании'],
  ])('reports a missing %s', async (field, message) => {
    for (const value of [undefined, null, '', '   ']) {
      const { status, body } = await create({ ...required, [field]: value })
      expect(status).toBe(400)
      expect(body.fields).toEqual({ [field]: [{ message, code: 'required' }] })
    }
  })

  it.each(['company_name', 'team_zipcode', 'team_phone', 'team_address', 'website', 'team_country', 'about_team'])(
    'rejects a %s that is too long, of the wrong type or with control characters, and stores nothing',
    async field => {
      const person = await makePerson(db)
      const before = await databaseState(db)
      for (const [value, code] of refused(field)) {
        const { status, body } = await server.send('POST', '/api/teams/', { ...required, [field]: value }, person.id)
        expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
        expect(body.fields[field][0].code).toBe(code)
      }
      expect(await databaseState(db)).toEqual(before)
    },
  )

  it.each(['team_city', 'team_specific', 'delivery'])('rejects a %s that is not in its list', async field => {
    const { status, body } = await create({ ...required, [field]: 'Атлантида' })
    expect(status).toBe(400)
    expect(body.fields).toEqual({ [field]: [{ message: 'Выберите из списка', code: 'not_in_list' }] })
  })

  it('creates one company when sent twice at once', async () => {
    const { id } = await makePerson(db)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.send('POST', '/api/teams/', required, id)),
    )
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([201, ...Array(9).fill(409)])
  })

  it('shows in the list of companies at once', async () => {
    await server.get('/api/teams/teams_list/')
    const { body } = await create({ ...required, company_name: 'Только что' })
    expect((await server.get('/api/teams/teams_list/')).body).toContainEqual({
      id: body.id,
      company_name: 'Только что',
      is_verified: false,
      rating: null,
      reviews_count: 0,
      team_city: body.team_city,
    })
  })
})

describe('PATCH teams/{id}', () => {
  const edit = async (body: unknown) => {
    const company = await makeCompany(db, { about: 'Было', website: 'https://было.рф', storesPurchases: true })
    return { company, ...(await server.send('PATCH', `/api/teams/${company.id}/`, body, company.creatorId)) }
  }

  it('changes only what is sent', async () => {
    const { status, body, company } = await edit(form({ team_phone: '8 800', safekeeping: false }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      team_phone: '8 800',
      safekeeping: false,
      about_team: 'Было',
      website: company.website,
    })
  })

  it('clears empty fields, except required ones', async () => {
    expect((await edit({ about_team: '', website: '', team_specific: '', delivery: null })).body).toMatchObject({
      about_team: '',
      website: '',
      team_specific: null,
      delivery: null,
    })
    for (const field of ['team_phone', 'team_city', 'team_address'])
      expect((await edit({ [field]: '' })).body.fields).toHaveProperty(field)
  })

  it('ignores the name and the INN', async () => {
    const { status, body, company } = await edit({ company_name: 'Другое', team_zipcode: '1', created_by: 'x' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ company_name: company.name, team_zipcode: company.inn })
  })

  it('returns 404 for an unknown company', async () => {
    const { id } = await makePerson(db)
    for (const path of ['999999', '0', 'x', '99999999999'])
      expect((await server.send('PATCH', `/api/teams/${path}/`, { website: '' }, id)).status).toBe(404)
  })

  it('returns 400 without a body', async () => {
    expect((await edit(undefined)).status).toBe(400)
    expect((await edit([])).status).toBe(400)
  })
})
