import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { companyMembers } from './companies.tables.ts'

let server: TestServer
let full: Awaited<ReturnType<typeof makeCompany>>
let bare: Awaited<ReturnType<typeof makeCompany>>
let people: Awaited<ReturnType<typeof makePerson>>[]

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  people = []
  for (const name of ['Ольга', 'Борис', 'Анна'])
    people.push(await makePerson(db, { name, passwordHash: 'argon2 secret' }))
  const [creator, ...employees] = people
  full = await makeCompany(db, {
    name: 'Питомник «Яуза»',
    inn: '770708389312',
    about: 'Крупномеры\nи <b>хвойные</b>',
    phone: '+7 495 123-45-67',
    website: 'https://yauza.example',
    address: 'Поле, 1',
    country: 'Россия',
    regionId: await lookupId(db, 'region', 'MOS'),
    specificId: await lookupId(db, 'specific', 'nursery'),
    deliveryId: await lookupId(db, 'delivery', 'own'),
    storesPurchases: true,
    unloads: true,
    creatorId: creator?.id ?? '',
    employees: employees.map(person => person.id),
  })
  // The creator's membership is written last: they must be first all the same.
  await db
    .update(companyMembers)
    .set({ joinedAt: new Date('2026-10-01') })
    .where(eq(companyMembers.userId, full.creatorId))
  bare = await makeCompany(db, { name: 'Абрикос' })
  await makeCompany(db, { name: 'Абрикос', regionId: await lookupId(db, 'region', 'KDA') })
})
afterAll(() => server.close())

const contact = (index: number) => ({ id: people[index]?.id, name: people[index]?.name, email: people[index]?.email })

describe('get_current_team', () => {
  it('returns exactly Team of API.md section 2, with the creator first among the members', async () => {
    const { status, body } = await server.get(`/api/teams/get_current_team/${full.id}/`)
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      id: full.id,
      company_name: 'Питомник «Яуза»',
      is_verified: false,
      rating: null,
      reviews_count: 0,
      team_zipcode: '770708389312',
      about_team: 'Крупномеры\nи <b>хвойные</b>',
      team_phone: '+7 495 123-45-67',
      website: 'https://yauza.example',
      team_address: 'Поле, 1',
      place: null,
      team_country: 'Россия',
      team_city: { id: full.regionId, name: 'Московская область' },
      team_specific: { id: full.specificId, name: 'Питомник растений' },
      delivery: { id: full.deliveryId, name: 'Доставка своим транспортом' },
      safekeeping: true,
      unloading: true,
      minimum_order: null,
      hold_days: 7,
      logo: '',
      cover: '',
      photos: [],
      hours: '',
      delivery_area: '',
      slug: '',
      created_by: contact(0),
      members: [contact(0), contact(1), contact(2)],
    })
  })

  it('returns defaults for a company with few data', async () => {
    const { body } = await server.get(`/api/teams/get_current_team/${bare.id}/`)
    expect(body).toMatchObject({
      about_team: '',
      website: '',
      team_country: 'Россия',
      team_city: null,
      team_specific: null,
      delivery: null,
      safekeeping: false,
      unloading: false,
      members: [{ id: bare.creatorId }],
    })
  })

  it('is the same for a visitor, another member and an employee: the e-mails are public contacts', async () => {
    const stranger = await makePerson(server.database.db)
    const path = `/api/teams/get_current_team/${full.id}/`
    const { body } = await server.get(path)
    for (const who of [stranger.id, people[0]?.id, people[2]?.id])
      expect((await server.get(path, who)).body).toStrictEqual(body)
  })

  it.each([
    '0',
    '-1',
    '1.5',
    '01',
    'x',
    'ёлка',
    '%00',
    '%20',
    "1'--",
    '2147483647',
    '2147483648',
    '99999999999999999999',
  ])('returns 404 for %s', async id => {
    const { status, body } = await server.get(`/api/teams/get_current_team/${id}/`)
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('lists', () => {
  it('teams_list is TeamRef, its rating and team_city, sorted by name, then by id', async () => {
    const { status, body } = await server.get('/api/teams/teams_list/')
    expect(status).toBe(200)
    expect(body).toStrictEqual([
      { id: bare.id, company_name: 'Абрикос', is_verified: false, rating: null, reviews_count: 0, team_city: null },
      {
        id: bare.id + 1,
        company_name: 'Абрикос',
        is_verified: false,
        rating: null,
        reviews_count: 0,
        team_city: { id: expect.any(Number), name: 'Краснодарский край' },
      },
      {
        id: full.id,
        company_name: 'Питомник «Яуза»',
        is_verified: false,
        rating: null,
        reviews_count: 0,
        team_city: { id: full.regionId, name: 'Московская область' },
      },
    ])
  })

  it.each([
    ['specifics', 6, 'Питомник растений'],
    ['cities', 83, 'Алтайский край'],
    ['deliveries', 5, 'Самовывоз'],
  ])('%s is [Lookup] in order', async (list, count, first) => {
    const { status, body } = await server.get(`/api/teams/${list}/`)
    expect(status).toBe(200)
    expect(body).toHaveLength(count)
    expect(body[0]).toStrictEqual({ id: expect.any(Number), name: first })
    expect(new Set(body.map((row: { name: string }) => row.name)).size).toBe(count)
  })

  it('the cities are in alphabetical order', async () => {
    const names = (await server.get('/api/teams/cities/')).body.map((row: { name: string }) => row.name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('ru').compare))
  })
})
