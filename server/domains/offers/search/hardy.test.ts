import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeProduct, placeId } from '#server/test/factories.ts'

let server: TestServer
let yakutsk: number
let moscow: number
let tver: number

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  ;[yakutsk, moscow] = [await placeId(db, 'Якутск'), await placeId(db, 'Москва')]
  tver = await lookupId(db, 'region', 'TVE')
  const { id: companyId } = await makeCompany(db, { regionId: tver })
  const offered = [
    ['Larix gmelinii', 1],
    ['Larix sibirica', null],
    ['Larix kaempferi', 4],
    ['Larix decidua', 3],
  ] as const
  for (const [latinName, zone] of offered) {
    const [plant] = await db
      .select()
      .from(plants)
      .where(sql`latin_name = ${latinName}`)
    await makeProduct(db, {
      ...{ companyId, zone, latinName, category: 'hvoynye', genus: 'Лиственница', species: latinName },
      plantId: plant?.id ?? null,
    })
  }
})
afterAll(() => server.close())

const encoded = (query: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
async function offers(query: Record<string, string | number>) {
  const { status, body } = await server.get(`/api/offers/?page_size=100&${encoded(query)}`)
  expect([query, status]).toEqual([query, 200])
  const names = body.results.map(({ product }: { product: { name: string } }) => product.name.split(' ').at(-1))
  return { names: names.toSorted(), understood: body.understood, place: body.place, count: body.count }
}

describe('hardy at a place', () => {
  it('is what its winters do not kill, not what is unknown', async () => {
    expect((await offers({ place: moscow, hardy: 1 })).names).toEqual(['decidua', 'gmelinii', 'kaempferi'])
    expect((await offers({ place: yakutsk, hardy: 1 })).names).toEqual(['gmelinii'])
    expect((await offers({ place: yakutsk })).names).toHaveLength(4)
  })

  it('keeps the colder of two zones', async () => {
    expect((await offers({ place: moscow, hardy: 1, zone: 3 })).names).toEqual(['decidua', 'gmelinii'])
    expect((await offers({ place: yakutsk, hardy: 1, zone: 3 })).names).toEqual(['gmelinii'])
  })

  it('needs a place, and says nothing but 1', async () => {
    for (const path of ['offers/', 'products/hvoynye/', 'products/', 'plants/']) {
      const without = await server.get(`/api/${path}?hardy=1`)
      expect([path, without.status, without.body.fields?.place?.[0].message]).toEqual([path, 400, 'Выберите место'])
      expect([path, (await server.get(`/api/${path}?hardy=1&place=1`)).status]).toEqual([path, 400])
      expect([path, (await server.get(`/api/${path}?hardy=0&place=${moscow}`)).status]).toEqual([path, 400])
    }
  })

  it('means the same in a category, and for plants of the directory', async () => {
    const { body } = await server.get(`/api/products/hvoynye/?place=${yakutsk}&hardy=1`)
    expect([body.count, body.place.name]).toEqual([1, 'Якутск'])
    const known = await server.get(`/api/plants/?genus=larix&place=${yakutsk}&hardy=1&page_size=100`)
    const all = await server.get('/api/plants/?genus=larix&page_size=100')
    expect(known.body.place).toMatchObject({ name: 'Якутск', zone: 1 })
    expect(known.body.count).toBeGreaterThan(0)
    expect(known.body.count).toBeLessThan(all.body.count)
    expect(known.body.results.filter(({ zone }: { zone: number | null }) => zone === null || zone > 1)).toEqual([])
  })
})

describe('a plant that its place would kill', () => {
  it('shows what is hardy there instead, though it is offered', async () => {
    const at = async (query: string) => (await server.get(`/api/plants/larix-kaempferi/${query}`)).body
    expect((await at('')).substitutes).toEqual([])
    expect((await at(`?place=${moscow}`)).substitutes).toEqual([])
    const { substitutes } = await at(`?place=${yakutsk}`)
    const zones = substitutes.map(({ plant }: { plant: { zone: number } }) => plant.zone)
    expect(substitutes.length).toBeGreaterThan(0)
    expect(zones.filter((zone: number) => zone > 1)).toEqual([])
    expect((await server.get('/api/plants/larix-kaempferi/?place=1')).status).toBe(400)
  })
})

describe('the words of a search', () => {
  it('name the place of the garden', async () => {
    for (const text of ['лиственница для якутска', 'лиственница в Якутск', 'лиственница в якутске']) {
      const found = await offers({ search: text })
      expect([text, found.names]).toEqual([text, ['gmelinii']])
      expect(found.understood.filters).toEqual({ place: yakutsk, hardy: 1 })
      expect(found.place).toMatchObject({ id: yakutsk, name: 'Якутск', zone: 1 })
    }
    expect((await offers({ search: 'лиственница для тверской области' })).place.name).toBe('Тверь')
    expect((await offers({ search: 'хвойные для подмосковья' })).names).toEqual(['decidua', 'gmelinii', 'kaempferi'])
    expect((await offers({ search: 'лиственница зона 3' })).names).toEqual(['decidua', 'gmelinii'])
  })

  it('are of this search, whatever the usual place', async () => {
    const found = await offers({ search: 'лиственница для якутска', place: moscow })
    expect([found.names, found.place.name]).toEqual([['gmelinii'], 'Якутск'])
  })

  it('are not understood so where they are ignored', async () => {
    const search = 'лиственница для якутска'
    expect((await offers({ search, ignore: 'hardy' })).names).toHaveLength(4)
    expect((await offers({ search, ignore: 'hardy' })).place.name).toBe('Якутск')
    const ignored = await offers({ search, ignore: 'place' })
    expect([ignored.names.length, ignored.place, ignored.understood.filters]).toEqual([4, null, {}])
  })

  it('name the seller with «из» or alone', async () => {
    for (const text of ['лиственница из тверской области', 'лиственница тверская область'])
      expect([text, (await offers({ search: text })).understood.filters]).toEqual([text, { region: tver }])
  })
})
