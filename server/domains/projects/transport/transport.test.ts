import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransportPlan, Vehicle } from '#contract/transport.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { roadKm } from '#server/domains/transport/road-km.ts'
import { planningPool } from '#server/planning/planning-pool.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, placeId } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { makeOffer, makeProject } from '#server/test/trade.ts'

let server: TestServer
let buyer: string
beforeAll(async () => {
  server = await testServer()
  await readyToSearch(server)
  buyer = (await makePerson(server.database.db)).id
})
afterAll(() => server.close())

const lorry = (more: Partial<Vehicle> = {}): Vehicle => ({
  name: 'Газель',
  payload_kg: 1500,
  volume_m3: 100,
  length_m: 4,
  price_per_km: 40,
  price_min: 5000,
  with_crane: false,
  ...more,
})
const large = lorry({ name: 'Фура', payload_kg: 20_000, length_m: 13, price_per_km: 90, price_min: 20_000 })

const load = { weightGrams: 100_000, volumeMl: 200_000, priceKopecks: 100_000 }

/** A nursery in a town that sells these plants. */
async function nursery(town: string, offers: Record<string, object>) {
  const { db } = server.database
  const company = await makeCompany(db, { placeId: await placeId(db, town) })
  for (const [plant, more] of Object.entries(offers)) await makeOffer(db, company.id, plant, { ...load, ...more })
  return company
}

async function project(plants: string[], quantity = 10, town: string | null = 'Москва') {
  const { id } = await makeProject(server.database.db, buyer, plants, quantity)
  if (town) {
    const place = await placeId(server.database.db, town)
    await server.send('PATCH', `/api/projects/${id}/`, { place }, buyer)
  }
  return id as string
}

const post = (id: string, path: string, body?: unknown, who = buyer) =>
  server.send('POST', `/api/projects/${id}/${path}/`, body, who)

/** The arithmetic of every answer. */
function expectSound({ tours, price }: TransportPlan): void {
  for (const { vehicle, stops, distance_km, price: cost, load: all, is_free } of tours) {
    expect(distance_km).toBeCloseTo(
      stops.reduce((sum, stop) => sum + stop.distance_km, 0),
      5,
    )
    expect(cost).toBeCloseTo(is_free ? 0 : Math.max(vehicle.price_min, distance_km * vehicle.price_per_km), 2)
    expect(all.weight).toBeCloseTo(
      stops.reduce((sum, { weight }) => sum + weight, 0),
      3,
    )
    expect(all.weight).toBeLessThanOrEqual(vehicle.payload_kg)
    expect(all.volume).toBeLessThanOrEqual(vehicle.volume_m3)
  }
  expect(price).toBeCloseTo(
    tours.reduce((sum, tour) => sum + tour.price, 0),
    2,
  )
}

describe('the lorries of what is chosen', () => {
  it('one lorry calls at nurseries on the way, in order, and ends at the place of the project', async () => {
    const tula = await nursery('Тула', { 'Tilia cordata': {} })
    const oryol = await nursery('Орёл', { 'Quercus robur': {} })
    const id = await project(['Tilia cordata', 'Quercus robur'], 5)
    expect((await post(id, 'choose', { strategy: 'cheapest' })).status).toBe(200)
    const { status, body } = await post(id, 'transport', { vehicles: [lorry(), large] })
    expect(status).toBe(200)
    expectSound(body)
    expect(body.unplaced).toEqual([])
    expect(body.tours).toHaveLength(1)
    const [tour] = body.tours
    expect(tour.vehicle).toEqual(lorry())
    expect(tour.stops.map((stop: any) => stop.company.id)).toEqual([oryol.id, tula.id])
    expect(tour.stops.map((stop: any) => stop.weight)).toEqual([500, 500])
    expect(tour.load).toEqual({ weight: 1000, volume: 2 })
    const { point } = body
    expect(tour.stops.map((stop: any) => stop.distance_km)).toEqual([
      roadKm(tour.stops[0].point, tour.stops[1].point),
      roadKm(tour.stops[1].point, point),
    ])
    // From Oryol to Moscow the road has 365 km.
    expect(tour.distance_km).toBeGreaterThan(365)
    expect(tour.distance_km).toBeLessThan(470)
    expect(body.distance_note).toContain('1,3')

    const alone = await post(id, 'transport', { companies: [tula.id], vehicles: [lorry()] })
    expect(alone.body.tours.flatMap((one: any) => one.stops.map((stop: any) => stop.company.id))).toEqual([tula.id])
  })

  it('never more than a lorry takes, nor longer plants; what none takes is named', async () => {
    const { id: company } = await nursery('Калуга', {
      'Acer platanoides': { heightFromMm: 5000, heightToMm: 6000, weightGrams: 700_000 },
    })
    const id = await project(['Acer platanoides'], 9)
    await post(id, 'choose', { strategy: 'cheapest' })
    const { body } = await post(id, 'transport', { vehicles: [lorry({ length_m: 6 })] })
    expectSound(body)
    expect(body.tours).toHaveLength(5)
    const short = await post(id, 'transport', { vehicles: [lorry({ length_m: 5.9 })] })
    expect(short.body).toMatchObject({
      tours: [],
      price: 0,
      unplaced: [{ company: { id: company }, quantity: 9, reason: 'does_not_fit' }],
    })
    const none = await post(id, 'transport', { vehicles: [] })
    expect(none.body.unplaced).toHaveLength(1)
    expect((await post(id, 'transport')).body.unplaced).toEqual([])
  })

  it('nurseries that load on different days are not in one tour', async () => {
    const monday = await nursery('Тверь', { 'Betula pendula': {} })
    const tuesday = await nursery('Клин', { 'Sorbus aucuparia': {} })
    const { db } = server.database
    const terms = { vehicles: [], radius_km: null, free_from: null, pickup: true }
    const set = (id: number, loading_days: number[]) =>
      db
        .update(companies)
        .set({ deliveryTerms: { ...terms, loading_days } })
        .where(eq(companies.id, id))
    const id = await project(['Betula pendula', 'Sorbus aucuparia'], 2)
    await post(id, 'choose', { strategy: 'cheapest' })
    const together = await post(id, 'transport', {})
    expect(together.body.tours).toHaveLength(1)
    expect(together.body.tours[0].loading_days).toEqual([1, 2, 3, 4, 5, 6, 7])
    await set(monday.id, [1, 3])
    await set(tuesday.id, [2, 3])
    expect((await post(id, 'transport', {})).body.tours[0].loading_days).toEqual([3])
    await set(tuesday.id, [2])
    const apart = (await post(id, 'transport', { vehicles: [large] })).body
    expectSound(apart)
    expect(apart.tours.map((tour: any) => tour.loading_days)).toEqual(expect.arrayContaining([[1, 3], [2]]))
  })

  it('a nursery’s own lorries carry its plants, within its radius, and for nothing from its sum on', async () => {
    const { db } = server.database
    const own = await nursery('Рязань', { 'Fraxinus excelsior': {} })
    const vehicle = lorry({ name: 'Наша', price_per_km: 1, price_min: 100 })
    const set = (more: object) =>
      db
        .update(companies)
        .set({
          deliveryTerms: {
            vehicles: [vehicle],
            radius_km: 300,
            free_from: null,
            pickup: true,
            loading_days: [],
            ...more,
          },
        })
        .where(eq(companies.id, own.id))
    const id = await project(['Fraxinus excelsior'], 10)
    await post(id, 'choose', { strategy: 'cheapest' })
    const tours = async (body = {}) => (await post(id, 'transport', body)).body.tours
    await set({})
    expect(await tours()).toMatchObject([{ vehicle, owner: { id: own.id }, is_free: false }])
    await set({ free_from: 10_000 })
    expect(await tours()).toMatchObject([{ vehicle, price: 0, is_free: true }])
    await set({ free_from: 10_001 })
    expect(await tours()).toMatchObject([{ is_free: false }])
    await set({ radius_km: 100 })
    expect(await tours()).toMatchObject([{ owner: null }])
    await set({ radius_km: 100, pickup: false })
    expect((await post(id, 'transport', {})).body.unplaced).toMatchObject([{ reason: 'no_vehicle' }])
    // What is given stands in place of all of them.
    expect(await tours({ vehicles: [large] })).toMatchObject([{ vehicle: large, owner: null }])
  })

  it('needs a place, is its owner’s alone, and refuses impossible vehicles', async () => {
    const placeless = await project(['Tilia cordata'], 3, null)
    for (const [path, body] of [
      ['transport', {}],
      ['choose', { strategy: 'cheapest_delivered' }],
    ] as const) {
      const { status, body: problem } = await post(placeless, path, body)
      expect([status, Object.keys(problem.fields)]).toEqual([400, ['place']])
    }
    const id = await project(['Tilia cordata'], 3)
    const stranger = (await makePerson(server.database.db)).id
    for (const path of ['transport', 'choose'])
      expect((await post(id, path, { strategy: 'cheapest_delivered' }, stranger)).status).toBe(404)
    expect((await server.get(`/api/projects/${id}/strategies/`, stranger)).status).toBe(404)
    const wrong = await post(id, 'transport', { vehicles: [lorry({ payload_kg: 0 })] })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['vehicles.0.payload_kg']])
    expect((await post(id, 'transport', { vehicles: Array.from({ length: 13 }, () => lorry()) })).status).toBe(400)
  })

  it('takes all plants that a lorry takes, and the cheapest choice leaves none either', async () => {
    const trees = { heightFromMm: 7000, heightToMm: 7500, weightGrams: 411_000, volumeMl: 10_300_000 }
    await nursery('Тверь', { 'Larix sibirica': { ...load, weightGrams: 500_000, volumeMl: 2_000_000 } })
    await nursery('Тула', { 'Betula pendula': trees })
    await nursery('Владимир', { 'Picea abies': { ...trees, weightGrams: 416_000, volumeMl: 11_200_000 } })
    const counts = [30, 20, 40]
    const id = await project(['Larix sibirica', 'Betula pendula', 'Picea abies'])
    const { lines } = (await server.get(`/api/projects/${id}/`, buyer)).body
    const plants = lines.filter(({ state }: any) => state !== 'note')
    for (const [at, quantity] of counts.entries())
      await server.send('PATCH', `/api/projects/${id}/lines/${plants[at].id}/`, { quantity }, buyer)
    for (const strategy of ['cheapest', 'cheapest_delivered']) {
      expect((await post(id, 'choose', { strategy })).status).toBe(200)
      for (const body of [undefined, { vehicles: [lorry({ payload_kg: 20_000, volume_m3: 82, length_m: 13.6 })] }]) {
        const { body: made } = await post(id, 'transport', body)
        expectSound(made)
        expect(made.unplaced).toEqual([])
        const carried = made.tours.flatMap(({ stops }: any) => stops.flatMap((stop: any) => stop.lines))
        expect(carried.reduce((sum: number, { quantity }: any) => sum + quantity, 0)).toBe(90)
      }
    }
    const { body } = await server.get(`/api/projects/${id}/strategies/`, buyer)
    for (const one of body.strategies) expect(one).toMatchObject({ lines: 3, unplaced_lines: 0 })
  })

  it('answers for millions of plants, and leaves what is too much for lorries', async () => {
    const { id: company } = await nursery('Владимир', { 'Thuja occidentalis': {} })
    const id = await project(
      Array.from({ length: 40 }, () => 'Thuja occidentalis'),
      1_000_000,
    )
    await post(id, 'choose', { strategy: 'cheapest' })
    const { status, body } = await post(id, 'transport', { vehicles: [large] })
    expect(status).toBe(200)
    expectSound(body)
    const carried = body.tours.reduce((sum: number, { load: { weight } }: any) => sum + weight, 0)
    const left = body.unplaced.reduce((sum: number, { quantity }: any) => sum + quantity, 0)
    expect(carried / 100 + left).toBeCloseTo(40_000_000, 0)
    expect(body.unplaced[0]).toMatchObject({ company: { id: company }, reason: 'too_much' })
    expect((await server.get(`/api/projects/${id}/strategies/`, buyer)).status).toBe(200)
  })

  it('is planned at most twice at once for a person', async () => {
    const pool = planningPool()
    const asker = { kind: 'member', person: buyer, network: '203.0.113.1' } as const
    const task = { nurseries: [], vehicles: [], lines: [] }
    const first = Promise.all([pool.plan(asker, undefined, task), pool.plan(asker, undefined, task)])
    await expect(pool.plan(asker, undefined, task)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await first
    await pool.plan(asker, undefined, task)
    pool.close()
  })

  it('is asked for so often an hour', async () => {
    const id = await project(['Tilia cordata'], 3)
    const limited = await server.withSettings({ rateLimits: true })
    const ask = (at: number) =>
      at % 2 === 0
        ? limited.send('POST', `/api/projects/${id}/transport/`, { companies: [] }, buyer)
        : limited.send('POST', `/api/projects/${id}/choose/`, { strategy: 'cheapest' }, buyer)
    const answers = []
    for (let at = 0; at < 241; at++) answers.push((await ask(at)).status)
    expect(answers).toEqual([...Array.from({ length: 240 }, () => 200), 429])
    expect((await limited.get(`/api/projects/${id}/strategies/`, buyer)).status).toBe(429)
    await limited.close()
  })

  it('says why something cannot be planned', async () => {
    const { db } = server.database
    const nowhere = await makeCompany(db, { placeId: null })
    await makeOffer(db, nowhere.id, 'Salix alba', load)
    const id = await project(['Salix alba'], 4)
    await post(id, 'choose', { strategy: 'cheapest' })
    expect((await post(id, 'transport', {})).body.unplaced).toMatchObject([{ reason: 'no_place', quantity: 4 }])
    const [line] = (await server.get(`/api/projects/${id}/`, buyer)).body.lines.filter((one: any) => one.chosen)
    await server.send('PATCH', `/api/projects/${id}/lines/${line.id}/`, { quantity: null }, buyer)
    expect((await post(id, 'transport', {})).body.unplaced).toMatchObject([{ reason: 'no_quantity', quantity: null }])
  })
})

describe('cheapest_delivered', () => {
  it('takes dearer plants where that saves a lorry, and shows it beside the other ways before anything is chosen', async () => {
    const { db } = server.database
    const near = await nursery('Коломна', {
      'Pinus sylvestris': { priceKopecks: 110_000 },
      'Picea abies': { priceKopecks: 100_000 },
    })
    const far = await nursery('Омск', { 'Pinus sylvestris': { priceKopecks: 100_000 } })
    const id = await project(['Pinus sylvestris', 'Picea abies'], 4)
    const { status, body } = await server.get(`/api/projects/${id}/strategies/`, buyer)
    expect(status).toBe(200)
    const of = (strategy: string) => body.strategies.find((one: any) => one.strategy === strategy)
    for (const one of body.strategies) expect(one.total).toBeCloseTo(one.plants + one.transport, 2)
    expect(of('cheapest')).toMatchObject({ plants: 8000, companies: 2, lines: 2, priced_lines: 2, unplaced_lines: 0 })
    expect(of('cheapest_delivered')).toMatchObject({ plants: 8400, companies: 1 })
    expect(of('cheapest_delivered').total).toBeLessThan(of('cheapest').total)
    const before = (await server.get(`/api/projects/${id}/`, buyer)).body
    expect(before.totals.companies).toEqual([])

    const chosen = await post(id, 'choose', { strategy: 'cheapest_delivered' })
    expect(chosen.body.totals).toMatchObject({ price: 8400, companies: [{ company: { id: near.id } }] })
    expect(chosen.body.transport.price).toBe(of('cheapest_delivered').transport)
    expect((await post(id, 'transport', {})).body.price).toBe(chosen.body.transport.price)
    expectSound(chosen.body.transport)

    // A lorry that costs next to nothing makes the far one worth it.
    const cheap = lorry({ price_per_km: 0.01, price_min: 1 })
    const other = await post(id, 'choose', { strategy: 'cheapest_delivered', vehicles: [cheap] })
    expect(
      other.body.totals.companies.map(({ company }: any) => company.id).toSorted((a: number, b: number) => a - b),
    ).toEqual([near.id, far.id].toSorted((one, other) => one - other))
    expect(other.body.transport.tours[0].vehicle).toEqual(cheap)
    await db.delete(variants).where(eq(variants.companyId, far.id))
  })

  it('without a place, the other ways say what plants cost', async () => {
    const id = await project(['Picea abies'], 4, null)
    const { strategies } = (await server.get(`/api/projects/${id}/strategies/`, buyer)).body
    expect(strategies).toMatchObject([
      { strategy: 'cheapest', plants: 4000, transport: null, total: null, companies: 1 },
      { strategy: 'fewest_companies', plants: 4000 },
      { strategy: 'nearest', plants: null },
      { strategy: 'cheapest_delivered', plants: null },
    ])
  })
})

describe('terms and vehicles', () => {
  it('a company’s creator states how it delivers; everybody may read it', async () => {
    const company = await makeCompany(server.database.db, {})
    const path = `/api/teams/${company.id}/delivery_terms/`
    expect((await server.get(path)).body).toEqual({
      vehicles: [],
      radius_km: null,
      free_from: null,
      pickup: true,
      loading_days: [],
    })
    const terms = { vehicles: [large], radius_km: 250, free_from: 100_000, pickup: false, loading_days: [5, 1, 1] }
    const put = (body: unknown, who: string) => server.send('PUT', path, body, who)
    const saved = await put(terms, company.creatorId)
    expect([saved.status, saved.body]).toEqual([200, { ...terms, loading_days: [1, 5] }])
    expect((await server.get(path)).body).toEqual(saved.body)
    expect((await put(terms, buyer)).status).toBe(403)
    const wrong = await put({ ...terms, loading_days: [8], vehicles: [{ ...large, name: '' }] }, company.creatorId)
    expect([wrong.status, Object.keys(wrong.body.fields).toSorted()]).toEqual([
      400,
      ['loading_days', 'vehicles.0.name'],
    ])
    expect((await server.get('/api/teams/999999/delivery_terms/')).status).toBe(404)
  })
})
