import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf, isStored } from '#server/test/pictures.ts'
import { productSlugs, products } from './products.tables.ts'

let server: TestServer
let company: Awaited<ReturnType<typeof makeCompany>>
let creator: string
let employee: Awaited<ReturnType<typeof makePerson>>
let conifers: number
let roses: number
const lists: Record<string, number> = {}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  employee = await makePerson(db)
  company = await makeCompany(db, { employees: [employee.id] })
  creator = company.creatorId
  conifers = await categoryId(db, 'hvoynye')
  roses = await categoryId(db, 'rozy')
  lists.winter_hardiness = await lookupId(db, 'winter_hardiness', '3')
  lists.growth_pattern = await lookupId(db, 'growth_pattern', 'tree')
  lists.place_of_cultivation = await lookupId(db, 'place_of_cultivation', 'field')
  lists.crown_shape = await lookupId(db, 'crown_shape', 'conical')
  lists.age_group = await lookupId(db, 'age_group', 'sapling')
  lists.rsp = await lookupId(db, 'root_packaging', 'container')
})
afterAll(() => server.close())

const create = (fields: Record<string, unknown>, userId = creator) =>
  server.send('POST', '/api/products/create/', fields, userId)
const edit = (address: string, fields: unknown, userId = creator) =>
  server.send('POST', `/api/products${address}edit/`, fields, userId)

let number = 0
/** A product with a free-typed name that no other product has. */
async function makeProduct(fields: Record<string, unknown> = {}) {
  const { status, body } = await create({ category: conifers, genus: 'Ёлка', species: `своя ${++number}`, ...fields })
  expect([status, body.fields]).toEqual([201, undefined])
  return body
}

const stated = () => ({
  description: 'Ровные, <b>густые</b> & зелёные.\nДля изгороди.',
  price: 1299.5,
  ...lists,
  rsp_metric: 7.5,
  rsp_measure: 'LITR',
  annual_growth: 'до 20 см в год',
  landscape_use: 'живая изгородь <i>',
  light_requirements: 'Солнце',
  foliage_or_needles_color: 'Зелёная',
  s_height_from: 120.5,
  s_height_to: 140,
  height_measure: 'SM',
  height_at_maturity: 4.5,
  item_country: 'Россия',
  item_city: 'Коломна',
  item_address: 'Поле № 3',
  video_link: 'https://youtu.be/abc?t=1&x=2',
})

/** The response's fields that were sent; lookups as ids. */
function sentPart(body: any) {
  return Object.fromEntries(
    Object.keys(stated()).map(field => [field, field in lists ? (body[field]?.id ?? null) : body[field]]),
  )
}

const cleared = {
  description: '',
  price: null,
  winter_hardiness: null,
  growth_pattern: null,
  place_of_cultivation: null,
  crown_shape: null,
  age_group: null,
  rsp: null,
  rsp_metric: null,
  rsp_measure: null,
  annual_growth: '',
  landscape_use: '',
  light_requirements: '',
  foliage_or_needles_color: '',
  s_height_from: null,
  s_height_to: null,
  height_measure: 'SM',
  height_at_maturity: null,
  item_country: '',
  item_city: '',
  item_address: '',
  video_link: '',
}

describe('a new product', () => {
  it('has all submitted values, as JSON and as a form', async () => {
    for (const asForm of [false, true]) {
      const species = `полная ${asForm}`
      const fields = { category: conifers, genus: ' Елка ', species, ...stated() }
      const { status, body } = await create(asForm ? (formOf(fields) as never) : fields)
      expect(status).toBe(201)
      expect(body).toMatchObject({
        name: `Елка ${species}`,
        genus: 'Елка',
        species,
        slug: `elka-polnaya-${asForm}`,
        get_absolute_url: `/hvoynye/elka-polnaya-${asForm}/`,
        category: { slug: 'hvoynye' },
        team: { id: company.id },
        images: [],
        assigned_to: null,
        is_active: false,
        can: { edit: true, assign: true },
      })
      expect(sentPart(body)).toEqual(stated())
      expect((await server.get(`/api/products${body.get_absolute_url}`, creator)).body).toEqual(body)
      const [row] = await server.database.db.select().from(products).where(eq(products.id, body.id))
      expect(row).toMatchObject({
        priceKopecks: 129_950,
        heightFromMm: 1205,
        heightToMm: 1400,
        matureHeightMm: 4500,
        zone: 3,
        createdById: creator,
        publishedAt: null,
      })
    }
  })

  it('has empty fields for missing values, and a drawn picture', async () => {
    const body = await makeProduct()
    expect(sentPart(body)).toEqual(cleared)
    expect(isStored(server.dataDir, body.get_image)).toBe(true)
    expect(isStored(server.dataDir, body.get_thumbnail)).toBe(true)
  })

  it.each([
    ['category', undefined, 'required'],
    ['category', '', 'required'],
    ['category', 'x'],
    ['category', 99_999, 'not_in_list'],
    ['category', -1],
    ['genus', undefined, 'required'],
    ['genus', '  ', 'required'],
    ['genus', 'Е'.repeat(256), 'too_big'],
    ['genus', 'Ель\u0000'],
    ['genus', 7],
    ['species', undefined, 'required'],
    ['species', '', 'required'],
    ['species', 'к'.repeat(256), 'too_big'],
    ['species', 'сизая\u0007'],
    ['description', 'x'.repeat(10_001), 'too_big'],
    ['description', 'a\u0000b'],
    ['description', ['a', 'b']],
    ['price', -1],
    ['price', 1.005],
    ['price', 20_000_001],
    ['price', 'дорого'],
    ['price', '1e3'],
    ['winter_hardiness', 99_999, 'not_in_list'],
    ['growth_pattern', 0],
    ['place_of_cultivation', 1.5],
    ['crown_shape', 'круглая'],
    ['age_group', 2 ** 31],
    ['rsp', {}],
    ['rsp_metric', -1],
    ['rsp_metric', 'много'],
    ['rsp_measure', 'KG'],
    ['annual_growth', 'x'.repeat(256), 'too_big'],
    ['landscape_use', 'x'.repeat(256), 'too_big'],
    ['light_requirements', 'x\u001b', 'invalid_format'],
    ['foliage_or_needles_color', 5],
    ['s_height_from', -1],
    ['s_height_to', 100_001],
    ['height_measure', 'KM'],
    ['height_at_maturity', 151],
    ['item_country', 'x'.repeat(256), 'too_big'],
    ['item_city', 'x'.repeat(256), 'too_big'],
    ['item_address', 'x'.repeat(256), 'too_big'],
    ['video_link', 'javascript:alert(1)'],
    ['video_link', 'https://'],
    ['assigned_to', 'кто-нибудь'],
    ['assigned_to', '0190a1b2-0000-7000-8000-000000000000', 'not_a_member'],
    ['photos', ['что-то']],
    ['photos', ['0190a1b2-0000-7000-8000-000000000000'], 'unknown'],
    ['photos', [1], 'unknown'],
  ])('is rejected for its %s: %j', async (field, value, code?: string) => {
    const before = await databaseState(server.database.db)
    const { status, body } = await create({ category: conifers, genus: 'Ель', species: 'негодная', [field]: value })
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    expect(Object.keys(body.fields)).toEqual([field])
    expect(body.fields[field][0].message).toMatch(/[а-я]/)
    if (code) expect(body.fields[field][0].code).toBe(code)
    expect(await databaseState(server.database.db)).toEqual(before)
  })

  it('reports all invalid fields at once', async () => {
    const { body } = await create({
      category: 99_999,
      genus: 'Ель',
      species: 'к'.repeat(254),
      s_height_from: 5,
      s_height_to: 4,
      rsp: lists.age_group,
      assigned_to: '0190a1b2-0000-7000-8000-000000000000',
    })
    // Errors of the form's own rules are reported first.
    expect(Object.keys(body.fields).toSorted()).toEqual(['s_height_to', 'species'])
    const { body: second } = await create({
      category: 99_999,
      genus: 'Ель',
      species: 'к',
      winter_hardiness: lists.age_group,
      crown_shape: lists.rsp,
      rsp: lists.age_group,
      photos: [5],
      assigned_to: '0190a1b2-0000-7000-8000-000000000000',
    })
    expect(Object.keys(second.fields).toSorted()).toEqual(
      ['assigned_to', 'category', 'crown_shape', 'photos', 'rsp', 'winter_hardiness'].toSorted(),
    )
  })

  it('accepts the crown shape under either spelling, preferring the Latin one', async () => {
    const globe = await lookupId(server.database.db, 'crown_shape', 'globe')
    const cyrillic = await makeProduct({ '\u0441rown_shape': globe })
    expect([cyrillic.crown_shape.id, cyrillic['\u0441rown_shape'].id]).toEqual([globe, globe])
    const both = await makeProduct({ '\u0441rown_shape': globe, crown_shape: lists.crown_shape })
    expect(both.crown_shape.id).toBe(lists.crown_shape)
  })

  it('is published by the server’s decision, regardless of the request', async () => {
    expect((await makeProduct({ is_active: true })).is_active).toBe(false)
  })

  it('keeps heights in metres, and prices with a comma', async () => {
    const body = await makeProduct({ s_height_from: '1,5', s_height_to: '2.25', height_measure: 'M', price: '99,90' })
    expect(body).toMatchObject({ s_height_from: 1.5, s_height_to: 2.25, height_measure: 'M', price: 99.9 })
  })

  it('is visible to visitors at once if it is published', async () => {
    const { body: before } = await server.get('/api/products/latest/')
    const { body } = await create({ category: conifers, genus: 'Туя', species: "западная 'Smaragd'" })
    expect(body.is_active).toBe(true)
    const { body: after } = await server.get('/api/products/latest/')
    expect(after.map((card: { id: number }) => card.id)).toEqual([
      body.id,
      ...before.map((card: { id: number }) => card.id),
    ])
    expect(after[0].slug).toBe(body.slug)
  })
})

describe('an edited product', () => {
  it('changes only what was sent', async () => {
    const body = await makeProduct({ ...stated(), assigned_to: employee.id })
    for (const [field, value] of Object.entries({ ...stated(), description: 'Иначе', price: 5, rsp_metric: 3 })) {
      const { status, body: edited } = await edit(body.get_absolute_url, { [field]: value })
      expect([field, status]).toEqual([field, 200])
      expect(edited).toEqual({
        ...body,
        description: edited.description,
        price: edited.price,
        rsp_metric: edited.rsp_metric,
        updated_at: edited.updated_at,
        variants: edited.variants,
        sizes: edited.sizes,
      })
      expect(sentPart(edited)[field]).toBe(value)
      expect(edited.updated_at > body.updated_at).toBe(true)
    }
  })

  it('clears submitted empty fields', async () => {
    const body = await makeProduct(stated())
    const empty = Object.fromEntries(Object.keys(cleared).map(field => [field, '']))
    const { status, body: edited } = await edit(body.get_absolute_url, formOf(empty))
    expect(status).toBe(200)
    expect(sentPart(edited)).toEqual(cleared)
    const [row] = await server.database.db.select().from(products).where(eq(products.id, body.id))
    expect(row).toMatchObject({ zone: null, zoneId: null, priceKopecks: null, matureHeightMm: null })
  })

  it.each([
    ['category', ''],
    ['genus', ''],
    ['species', ' '],
    ['price', -5],
    ['rsp', 99_999],
    ['description', 'x'.repeat(10_001)],
    ['video_link', 'ftp://a'],
    ['s_height_to', 1],
    ['species', 'к'.repeat(253)],
  ])('stays unchanged if its %s is invalid: %j', async (field, value) => {
    const body = await makeProduct({ s_height_from: 100 })
    const before = await databaseState(server.database.db)
    const { status, body: problem } = await edit(body.get_absolute_url, { description: 'Иначе', [field]: value })
    expect([status, Object.keys(problem.fields)]).toEqual([400, [field]])
    expect(await databaseState(server.database.db)).toEqual(before)
  })

  it('compares a submitted height with the stored other one', async () => {
    const body = await makeProduct({ s_height_from: 1, s_height_to: 2, height_measure: 'M' })
    const tooHigh = await edit(body.get_absolute_url, { s_height_from: 2.5 })
    expect(tooHigh.body.fields).toEqual({ s_height_to: [{ code: 'range', message: expect.any(String) }] })
    // Correcting only the measure keeps the numbers.
    const corrected = await edit(body.get_absolute_url, { height_measure: 'SM' })
    expect(corrected.body).toMatchObject({ s_height_from: 1, s_height_to: 2, height_measure: 'SM' })
  })

  it('gets a new slug with a new name, and old addresses keep working in every call', async () => {
    const body = await makeProduct({ genus: 'Пихта', species: 'первая' })
    const { body: second } = await edit(body.get_absolute_url, { species: 'вторая' })
    expect(second).toMatchObject({ id: body.id, name: 'Пихта вторая', slug: 'pihta-vtoraya' })
    const { body: third } = await edit(body.get_absolute_url, { genus: 'Пихточка' })
    expect(third.slug).toBe('pihtochka-vtoraya')
    for (const slug of ['pihta-pervaya', 'pihta-vtoraya', 'pihtochka-vtoraya']) {
      expect((await server.get(`/api/products/hvoynye/${slug}/`, creator)).body).toEqual(third)
      expect((await server.get(`/api/products/${slug}/images/`, creator)).body).toEqual([])
      expect((await server.get(`/api/products/hvoynye/${slug}/related/`, creator)).status).toBe(200)
      expect((await server.get(`/api/products/address/${slug}/`, creator)).body.get_absolute_url).toBe(
        '/hvoynye/pihtochka-vtoraya/',
      )
    }
    // With its first name, it gets its first slug back.
    const { body: back } = await edit('/hvoynye/pihta-vtoraya/', { genus: 'Пихта', species: 'первая' })
    expect(back.slug).toBe('pihta-pervaya')
    // A name that gives the same slug does not change it.
    const { body: quoted } = await edit(back.get_absolute_url, { species: '«первая»' })
    expect([quoted.name, quoted.slug]).toEqual(['Пихта «первая»', 'pihta-pervaya'])
    expect(
      (await server.send('DELETE', '/api/products/hvoynye/pihtochka-vtoraya/delete/', undefined, creator)).body,
    ).toEqual({ message: 'product deleted' })
    // Nobody gets the slug of a deleted product.
    expect((await makeProduct({ genus: 'Пихта', species: 'вторая' })).slug).toBe('pihta-vtoraya-2')
    expect((await server.get('/api/products/hvoynye/pihta-pervaya/', creator)).status).toBe(404)
  })

  it('moves to another category, where its old address is not found', async () => {
    const body = await makeProduct()
    const { body: moved } = await edit(body.get_absolute_url, { category: String(roses) })
    expect(moved.get_absolute_url).toBe(`/rozy/${body.slug}/`)
    expect((await edit(body.get_absolute_url, { description: 'x' })).status).toBe(404)
    expect((await edit(moved.get_absolute_url, { description: 'x' })).status).toBe(200)
  })

  it('gets another drawn picture only if the plant changes', async () => {
    const body = await makeProduct()
    const same = await edit(body.get_absolute_url, { price: 5, description: 'x', category: conifers })
    expect(same.body.get_image).toBe(body.get_image)
    const other = await edit(body.get_absolute_url, { growth_pattern: lists.growth_pattern, s_height_to: 400 })
    expect(other.body.get_image).not.toBe(body.get_image)
    expect(isStored(server.dataDir, other.body.get_image)).toBe(true)
  })
})

describe('publishing', () => {
  it.each([
    ['Туя', "западная 'Smaragd'"],
    ['ТУЯ', 'ЗАПАДНАЯ «smaragd»'],
    [' туя ', ' Западная   “Smaragd” '],
    ['Туя', 'западная "Smaragd"'],
    ['Туя', 'западная\u00a0`SMARAGD´'],
  ])('%s %s is in the directory', async (genus, species) => {
    const { body } = await create({ category: conifers, genus, species })
    expect(body).toMatchObject({ is_active: true, latin_name: "Thuja occidentalis 'Smaragd'", genus: genus.trim() })
    const [row] = await server.database.db.select().from(products).where(eq(products.id, body.id))
    expect(row?.plantId).toEqual(expect.any(Number))
    expect(row?.publishedAt).toBeInstanceOf(Date)
  })

  it('applies to the category of the plant in the directory', async () => {
    const { body } = await create({ category: roses, genus: 'Туя', species: "западная 'Smaragd'" })
    expect(body).toMatchObject({ is_active: false, latin_name: '' })
  })

  it('is decided again only if the name changes', async () => {
    const { body } = await create({ category: conifers, genus: 'Туя', species: "западная 'Smaragd'" })
    const address = body.get_absolute_url
    const published = (await server.database.db.select().from(products).where(eq(products.id, body.id)))[0]?.publishedAt
    expect((await edit(address, { category: roses })).body.is_active).toBe(true)
    expect((await edit(address.replace('hvoynye', 'rozy'), { category: conifers })).body.is_active).toBe(true)
    const hidden = await edit(address, { species: 'западная выдуманная' })
    expect(hidden.body).toMatchObject({ is_active: false, latin_name: '' })
    expect((await server.get(`/api/products${hidden.body.get_absolute_url}`)).status).toBe(404)
    expect((await edit(address, { description: 'x', genus: 'Туя' })).body.is_active).toBe(false)
    const shown = await edit(address, { species: "западная 'Brabant'" })
    expect(shown.body).toMatchObject({ is_active: true, latin_name: "Thuja occidentalis 'Brabant'" })
    const again = (await server.database.db.select().from(products).where(eq(products.id, body.id)))[0]?.publishedAt
    expect(again).toEqual(published)
  })

  it('is not changed by edits that keep the name if staff decided it', async () => {
    const body = await makeProduct()
    await server.database.db.update(products).set({ isApproved: true }).where(eq(products.id, body.id))
    const { body: edited } = await edit(body.get_absolute_url, {
      genus: body.genus,
      species: body.species,
      price: 7,
      category: conifers,
    })
    expect(edited.is_active).toBe(true)
  })
})

it('products with the same name saved at the same time get different slugs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => create({ category: conifers, genus: 'Сосна', species: 'одноимённая' })),
  )
  expect(answers.map(answer => answer.status)).toEqual(Array(12).fill(201))
  const slugs = answers.map(answer => answer.body.slug)
  expect(new Set(slugs).size).toBe(12)
  expect(slugs).toContain('sosna-odnoimyonnaya')
  expect(slugs).toContain('sosna-odnoimyonnaya-12')
  const edited = await Promise.all(
    answers.map(({ body }) => edit(body.get_absolute_url, { species: 'переименованная' })),
  )
  expect(edited.map(answer => answer.status)).toEqual(Array(12).fill(200))
  expect(new Set(edited.map(answer => answer.body.slug)).size).toBe(12)
})

it('a product with a very common name can be saved', async () => {
  const { db } = server.database
  const taken = Array.from({ length: 230 }, (_, n) => (n === 0 ? 'kedr-lyubimyy' : `kedr-lyubimyy-${n + 1}`))
  await db.insert(productSlugs).values(taken.map(slug => ({ slug })))
  expect((await makeProduct({ genus: 'Кедр', species: 'любимый' })).slug).toBe('kedr-lyubimyy-231')
})
