import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, placeId } from '#server/test/factories.ts'

let server: TestServer
let db: TestServer['database']['db']
let tver: number
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  tver = await placeId(db, 'Тверь')
})
afterAll(() => server.close())

const required = {
  company_name: 'Питомник «Тверца»',
  team_zipcode: '7707083893',
  team_phone: '+7 4822 00-00-00',
  team_address: 'Поле, 1',
  team_city: 'Тверская область',
}
const form = (fields: Record<string, unknown>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value))
  return data
}
const mine = async (userId: string) => (await server.get('/api/teams/get_my_team/', userId)).body
const tverPlace = () => ({
  id: tver,
  name: 'Тверь',
  near: '',
  region: expect.objectContaining({ name: 'Тверская область' }),
})

describe('the place of a company', () => {
  it.each([
    ['JSON', (fields: object) => fields],
    ['a form', (fields: object) => form({ ...fields })],
  ])('is stored with a new one, as %s, and shown to everybody; its coordinates are not', async (_, sent) => {
    const { id: person } = await makePerson(db)
    const fields = { ...required, place: tver, coordinates: '56.8012, 35.7045' }
    const { status, body } = await server.send('POST', '/api/teams/', sent(fields), person)
    expect([status, body.place]).toEqual([201, tverPlace()])
    expect(body).not.toHaveProperty('coordinates')
    expect(await mine(person)).toMatchObject({
      place: tverPlace(),
      coordinates: { latitude: 56.8012, longitude: 35.7045 },
    })
    const shown = await server.get(`/api/teams/get_current_team/${body.id}/`)
    expect(shown.body.place).toEqual(tverPlace())
    for (const { text } of [
      shown,
      await server.get(`/api/teams/get_current_team/${body.id}/`, (await makePerson(db)).id),
    ]) {
      expect(text).not.toContain('56.8012')
      expect(text).not.toContain('coordinates')
    }
  })

  it('can be changed and removed; fields that are not sent stay', async () => {
    const company = await makeCompany(db)
    const patch = (body: object) => server.send('PATCH', `/api/teams/${company.id}/`, body, company.creatorId)
    expect((await patch({ place: String(tver) })).body.place).toEqual(tverPlace())
    expect((await patch({ coordinates: { latitude: 56.8, longitude: 35.9 } })).status).toBe(200)
    expect((await patch({ website: 'https://tverca.example' })).body.place).toEqual(tverPlace())
    expect(await mine(company.creatorId)).toMatchObject({ coordinates: { latitude: 56.8, longitude: 35.9 } })
    expect((await patch(form({ place: '', coordinates: '' }))).body.place).toBeNull()
    expect(await mine(company.creatorId)).toMatchObject({ place: null, coordinates: null })
  })

  it.each([
    ['56.8587, 35.9176', 56.8587, 35.9176],
    [' 56.8587 35.9176 ', 56.8587, 35.9176],
    ['56,8587; 35,9176', 56.8587, 35.9176],
    ['56,8587, 35,9176', 56.8587, 35.9176],
    ['64.7337,-172.5', 64.7337, -172.5],
  ])('accepts coordinates in common notations: %s', async (coordinates, latitude, longitude) => {
    const company = await makeCompany(db)
    const { status } = await server.send('PATCH', `/api/teams/${company.id}/`, { coordinates }, company.creatorId)
    expect(status).toBe(200)
    expect((await mine(company.creatorId)).coordinates).toEqual({ latitude, longitude })
  })

  it.each([
    ['place', 1],
    ['place', 'Тверь'],
    ['place', 0],
    ['place', 2_147_483_648],
    ['place', { $gt: '' }],
    ['coordinates', 'Тверь'],
    ['coordinates', '56.8587'],
    ['coordinates', '96.8587, 35.9176'],
    ['coordinates', '56.8587, 190'],
    ['coordinates', '1'.repeat(100_000)],
    ['coordinates', { latitude: 56 }],
    ['coordinates', { latitude: '56', longitude: '35' }],
    ['coordinates', [56, 35]],
    // Swapped.
    ['coordinates', '35.9176, 56.8587'],
  ])('rejects %s: %j', async (field, value) => {
    const company = await makeCompany(db)
    const { status, body } = await server.send(
      'PATCH',
      `/api/teams/${company.id}/`,
      { [field]: value },
      company.creatorId,
    )
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect(await mine(company.creatorId)).toMatchObject({ place: null, coordinates: null })
  })

  it('may be abroad for a company of another country', async () => {
    const company = await makeCompany(db, { country: 'Турция' })
    const patch = (body: object) => server.send('PATCH', `/api/teams/${company.id}/`, body, company.creatorId)
    expect((await patch({ coordinates: '36.9, 30.7' })).status).toBe(200)
    expect((await patch({ coordinates: '36.9, 30.7', team_country: 'Россия' })).body.fields).toHaveProperty(
      'coordinates',
    )
  })
})
