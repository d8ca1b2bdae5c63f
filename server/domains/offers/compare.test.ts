import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'

let server: TestServer
let shown: number[]
let hidden: number
let owner: string

const compare = (query: string, who?: string) => server.get(`/api/compare/?${query}`, who)
const ofProduct = async (productId: number) => {
  const [row] = await server.database.db
    .select({ id: variants.id })
    .from(variants)
    .where(eq(variants.productId, productId))
  return row?.id ?? 0
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const company = await makeCompany(db)
  owner = company.creatorId
  shown = []
  for (const priceKopecks of [100_000, 250_000])
    shown.push(await ofProduct((await makeProduct(db, { priceKopecks, companyId: company.id })).id))
  hidden = await ofProduct((await makeProduct(db, { companyId: company.id, isApproved: false, name: 'Тайная' })).id)
})
afterAll(() => server.close())

it('shows offers and plants side by side', async () => {
  const { status, body } = await compare(`offer=${shown[0]}&offer=${shown[1]}&plant=tilia-cordata&plant=betula-pendula`)
  expect(status).toBe(200)
  expect(
    body.offers.map((one: { id: number; offer: { unit_price: number } }) => [one.id, one.offer.unit_price]),
  ).toEqual([
    [shown[0], 1000],
    [shown[1], 2500],
  ])
  expect(body.plants.map((one: { plant: { latin_name: string } }) => one.plant.latin_name)).toEqual([
    'Betula pendula',
    'Tilia cordata',
  ])
  expect(body.plants[0].plant).toMatchObject({ zone: expect.any(Number), light: expect.any(String) })
  expect(Object.keys(body.plants[0].plant)).not.toContain('related')
})

it('returns null for unknown ids and slugs, and for unpublished offers, also to their owner', async () => {
  for (const who of [undefined, owner]) {
    const { status, text, body } = await compare(`offer=${hidden}&offer=2000000000&plant=nikogda-ne-bylo`, who)
    expect(status).toBe(200)
    expect(body).toEqual({
      offers: [hidden, 2_000_000_000].map(id => ({ id, offer: null })),
      plants: [{ slug: 'nikogda-ne-bylo', plant: null }],
      place: null,
    })
    expect(text).not.toContain('Тайная')
  }
})

it('shows a suspended product as gone to the next request, and as present after the suspension ends', async () => {
  const { db } = server.database
  const isThere = async () => (await compare(`offer=${shown[0]}`)).body.offers[0].offer !== null
  const [row] = await db
    .select({ id: variants.productId })
    .from(variants)
    .where(inArray(variants.id, [shown[0] ?? 0]))
  expect(await isThere()).toBe(true)
  await db
    .update(products)
    .set({ isSuspended: true })
    .where(eq(products.id, row?.id ?? 0))
  expect(await isThere()).toBe(false)
  await db
    .update(products)
    .set({ isSuspended: false })
    .where(eq(products.id, row?.id ?? 0))
  expect(await isThere()).toBe(true)
})

it('includes the phone number of the company', async () => {
  const [company] = await server.database.db.select({ phone: companies.phone }).from(companies)
  expect(company?.phone).toMatch(/\d/)
  expect((await compare(`offer=${shown[0]}`)).body.offers[0].offer.company.team_phone).toBe(company?.phone)
})

it('measures the distance from a place', async () => {
  const { db } = server.database
  const [place] = await db.select().from(places).limit(1)
  await db.update(companies).set({ latitude: place?.latitude, longitude: place?.longitude })
  const { body } = await compare(`offer=${shown[0]}&place=${place?.id}`)
  expect([body.place.id, body.offers[0].offer.distance]).toEqual([place?.id, 0])
  expect((await compare(`offer=${shown[0]}`)).body.offers[0].offer.distance).toBeNull()
  const odd = await compare(`offer=${shown[0]}&place=2000000000`)
  expect([odd.status, odd.body.fields?.place?.[0] !== undefined]).toEqual([400, true])
})

it('shows a sold-out offer as sold out', async () => {
  await server.database.db
    .update(variants)
    .set({ stock: 'sold_out' })
    .where(eq(variants.id, shown[1] ?? 0))
  expect((await compare(`offer=${shown[1]}`)).body.offers[0].offer.variant.stock).toBe('sold_out')
})

it('finds a plant at its former slug', async () => {
  const { db } = server.database
  const [plant] = await db.select({ id: plants.id }).from(plants).where(eq(plants.slug, 'tilia-cordata'))
  await db.insert(plantSlugs).values({ slug: 'tilia-parvifolia-former', plantId: plant?.id ?? 0 })
  const { body } = await compare('plant=tilia-parvifolia-former')
  expect(body.plants).toMatchObject([{ slug: 'tilia-parvifolia-former', plant: { slug: 'tilia-cordata' } }])
})

it('shows a plant or offer named twice only once, and accepts at most six', async () => {
  expect((await compare(`offer=${shown[0]}&offer=${shown[0]}`)).body.offers).toHaveLength(1)
  expect((await compare('')).body).toEqual({ offers: [], plants: [], place: null })
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `offer=${n + 1}`).join('&')
  expect((await compare(`${ids(5)}&plant=tilia-cordata`)).status).toBe(200)
  const { status, body } = await compare(`${ids(6)}&plant=tilia-cordata`)
  expect([status, body.fields?.offer?.[0] !== undefined]).toEqual([400, true])
})

it.each(['offer=x', 'offer=-1', 'offer=99999999999999999999', `plant=${'я'.repeat(301)}`, 'place=x'])(
  'refuses %s',
  async query => {
    expect((await compare(query)).status).toBe(400)
  },
)
