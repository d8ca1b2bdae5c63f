import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfferPage } from '#contract/offer-search.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeProduct, placeId } from '#server/test/factories.ts'

let server: TestServer
let moscow: number
let tver: number
let vladivostok: number
/** The names that the tests use for companies, by company id. */
const names = new Map<number, string>()

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  ;[moscow, tver, vladivostok] = (await Promise.all(
    ['Москва', 'Тверь', 'Владивосток'].map(name => placeId(db, name)),
  )) as [number, number, number]
  const [lime] = await db
    .select()
    .from(plants)
    .where(sql`latin_name = 'Tilia cordata'`)
  const regionId = await lookupId(db, 'region', 'TVE')
  const sellers = {
    vladivostok: { placeId: vladivostok },
    nowhere: {},
    moscow: { placeId: moscow, regionId },
    // A company's coordinates take precedence over its place. These are 35 km beyond Tver.
    beyondTver: { placeId: vladivostok, latitude: 57.0373, longitude: 34.9677 },
    tver: { placeId: tver, regionId },
    blocked: { placeId: tver, blockedAt: new Date() },
  }
  for (const [name, where] of Object.entries(sellers)) {
    const company = await makeCompany(db, where)
    names.set(company.id, name)
    for (const [index, priceKopecks] of [100_000, 200_000].entries())
      await makeProduct(db, {
        companyId: company.id,
        category: 'listvennye-derevya',
        genus: 'Липа',
        species: 'мелколистная',
        slug: `lipa-${name.toLowerCase()}-${index}`,
        plantId: lime?.id ?? null,
        latinName: 'Tilia cordata',
        priceKopecks,
        ...(name === 'blocked' ? { isSuspended: true } : {}),
      })
  }
})
afterAll(() => server.close())

async function list(query: string, path = '/api/offers/'): Promise<OfferPage> {
  const { status, body } = await server.get(`${path}?page_size=100&${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}
/** The companies in the order of their offers, each once. */
const sellers = ({ results }: OfferPage) => [...new Set(results.map(({ company }) => names.get(company.id) ?? ''))]

describe('distance', () => {
  it('is in whole kilometres as the crow flies, and null for companies without a position', async () => {
    const { results, place } = await list(`place=${tver}`)
    const distances = Object.fromEntries(results.map(({ company, distance }) => [names.get(company.id), distance]))
    expect(distances).toEqual({
      tver: 0,
      beyondTver: expect.any(Number),
      moscow: expect.any(Number),
      vladivostok: expect.any(Number),
      nowhere: null,
    })
    expect(distances.moscow).toBeGreaterThan(155)
    expect(distances.moscow).toBeLessThan(168)
    expect(distances.beyondTver).toBeGreaterThan(55)
    expect(distances.beyondTver).toBeLessThan(65)
    expect(distances.vladivostok).toBeGreaterThan(6300)
    expect(distances.vladivostok).toBeLessThan(6500)
    expect(place).toMatchObject({ id: tver, name: 'Тверь', region: { name: 'Тверская область' } })
  })

  it('is null without a place', async () => {
    const { results, place } = await list('')
    expect(results.map(({ distance }) => distance)).toEqual(results.map(() => null))
    expect(place).toBeNull()
  })

  it('orders the nearest first, companies without a position last', async () => {
    expect(sellers(await list(`place=${tver}&ordering=distance`))).toEqual([
      'tver',
      'beyondTver',
      'moscow',
      'vladivostok',
      'nowhere',
    ])
    expect(sellers(await list(`place=${vladivostok}&ordering=distance`))[0]).toBe('vladivostok')
  })

  it('orders across pages, with each offer once', async () => {
    const seen: number[] = []
    for (const page of [1, 2, 3, 4, 5]) {
      const { body } = await server.get(`/api/offers/?place=${tver}&ordering=distance&page_size=2&page=${page}`)
      seen.push(...body.results.map((offer: OfferPage['results'][number]) => offer.variant.id))
    }
    expect(seen).toEqual((await list(`place=${tver}&ordering=distance`)).results.map(({ variant }) => variant.id))
  })

  it('filters by a maximum number of kilometres, leaving out companies without a position', async () => {
    expect(sellers(await list(`place=${tver}&within=10`))).toEqual(['tver'])
    expect(sellers(await list(`place=${tver}&within=200`)).toSorted()).toEqual(['beyondTver', 'moscow', 'tver'])
    expect(sellers(await list(`place=${tver}&within=99999`))).not.toContain('nowhere')
    const exactly = (await list(`place=${tver}&ordering=distance`)).results.find(
      ({ company }) => names.get(company.id) === 'moscow',
    )?.distance
    expect(sellers(await list(`place=${tver}&within=${exactly}`))).toContain('moscow')
    expect(sellers(await list(`place=${tver}&within=${(exactly ?? 0) - 1}`))).not.toContain('moscow')
  })

  it('combines with other filters: counts and facets apply it', async () => {
    const { count, facets } = await list(`place=${tver}&within=200&price_to=1500`)
    expect(count).toBe(3)
    expect(facets.region).toEqual([expect.objectContaining({ name: 'Тверская область', count: 2 })])
    expect(facets.category).toEqual([expect.objectContaining({ value: 'listvennye-derevya', count: 3 })])
    expect((await list(`place=${tver}&within=10`)).facets.price).toEqual({ min: 1000, max: 2000 })
    expect((await list(`place=${tver}`)).count).toBe(10)
  })

  it('is also returned for the offers of a plant', async () => {
    const path = '/api/plants/tilia-cordata/offers/'
    expect(sellers(await list(`place=${tver}&ordering=distance&within=200`, path))).toEqual([
      'tver',
      'beyondTver',
      'moscow',
    ])
  })

  it.each([
    ['within=10', 'place'],
    ['ordering=distance', 'place'],
    ['place=1', 'place'],
    ['place=x', 'place'],
    ['place=2147483648', 'place'],
    ['within=0&place=480060', 'within'],
    ['within=-5&place=480060', 'within'],
    ['within=100000&place=480060', 'within'],
    ['within=1e3&place=480060', 'within'],
  ])('refuses %s', async (query, field) => {
    for (const path of ['/api/offers/', '/api/plants/tilia-cordata/offers/']) {
      const { status, body } = await server.get(`${path}?${query}`)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    }
  })

  it('keeps the place in the link to the next page', async () => {
    const { body } = await server.get(`/api/offers/?place=${tver}&within=200&ordering=distance&page_size=2`)
    for (const part of [`place=${tver}`, 'within=200', 'ordering=distance']) expect(body.next).toContain(part)
  })
})
