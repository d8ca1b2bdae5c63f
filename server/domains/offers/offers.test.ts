import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, lookupId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { productImages, productSlugs, products } from '../products/products.tables.ts'

let server: TestServer
let company: Awaited<ReturnType<typeof makeCompany>>
let employee: Awaited<ReturnType<typeof makePerson>>
let full: Awaited<ReturnType<typeof makeProduct>>
let bare: Awaited<ReturnType<typeof makeProduct>>
let category: { id: number; name: string; slug: string }
let imageKeys: { id: number; mediaKey: string }[]
/** Published products, oldest first. */
const listed: { id: number; name: string; slug: string }[] = []

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const urls = (key: string) => ({
  get_image: `${publicUrl}/media/${key}-1280.webp`,
  get_thumbnail: `${publicUrl}/media/${key}-640.webp`,
})

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  employee = await makePerson(db, { name: 'Пётр', email: 'petr@dendro.test' })
  company = await makeCompany(db, {
    name: 'Питомник «Ёлки»',
    employees: [employee.id],
    regionId: await lookupId(db, 'region', 'MOS'),
  })
  category = { id: await categoryId(db, 'hvoynye'), name: 'Хвойные растения', slug: 'hvoynye' }
  full = await makeProduct(db, {
    companyId: company.id,
    genus: 'Туя',
    species: "западная 'Smaragd'",
    latinName: "Thuja occidentalis 'Smaragd'",
    synonyms: 'Смарагд; Emerald',
    description: 'Ровная, <b>густая</b>.\nДля изгороди & аллеи.',
    priceKopecks: 129_950,
    publishedAt: new Date('2025-05-01T10:00:00Z'),
    createdAt: new Date('2025-04-30T09:08:07.654Z'),
    updatedAt: new Date('2025-05-02T00:00:00Z'),
    assignedToId: employee.id,
    zoneId: await lookupId(db, 'winter_hardiness', '4'),
    zone: 4,
    growthPatternId: await lookupId(db, 'growth_pattern', 'tree'),
    placeOfCultivationId: await lookupId(db, 'place_of_cultivation', 'field'),
    crownShapeId: await lookupId(db, 'crown_shape', 'conical'),
    ageGroupId: await lookupId(db, 'age_group', 'sapling'),
    rootPackagingId: await lookupId(db, 'root_packaging', 'container'),
    rootSize: 7.5,
    rootMeasure: 'LITR',
    annualGrowth: 'до 20 см в год',
    landscapeUse: 'живая изгородь',
    lightRequirements: 'Солнце, полутень',
    foliageColour: 'Зелёная',
    heightFromMm: 1205,
    heightToMm: 1400,
    heightMeasure: 'SM',
    matureHeightMm: 4500,
    country: 'Россия',
    city: 'Коломна',
    address: 'Поле № 3',
    videoLink: 'https://youtu.be/abc',
    images: 3,
  })
  listed.push(full)
  imageKeys = await db
    .select({ id: productImages.id, mediaKey: productImages.mediaKey })
    .from(productImages)
    .where(eq(productImages.productId, full.id))
  bare = await makeProduct(db, {
    companyId: company.id,
    genus: 'Ель',
    species: 'колючая',
    publishedAt: new Date('2025-05-01T10:00:01Z'),
  })
  listed.push(bare)
  for (let n = 0; n < 26; n++) {
    listed.push(
      await makeProduct(db, {
        companyId: company.id,
        category: 'rozy',
        genus: 'Роза',
        // Two products share each publication time.
        publishedAt: new Date(Date.UTC(2025, 6, 1 + Math.floor(n / 2))),
      }),
    )
  }
  await makeProduct(db, {
    companyId: company.id,
    category: 'rozy',
    genus: 'Роза',
    isApproved: false,
    publishedAt: new Date('2026-01-01'),
  })
})
afterAll(() => server.close())

const fullCard = () => ({
  id: full.id,
  name: "Туя западная 'Smaragd'",
  latin_name: "Thuja occidentalis 'Smaragd'",
  slug: 'tuya-zapadnaya-smaragd',
  category,
  team: { id: company.id, company_name: 'Питомник «Ёлки»', is_verified: false },
  description: 'Ровная, <b>густая</b>.\nДля изгороди & аллеи.',
  price: 1299.5,
  price_is_from: false,
  sizes: '',
  variants_count: 1,
  is_sold_out: false,
  zone: 4,
  is_active: true,
  ...urls(imageKeys[0]?.mediaKey ?? ''),
  has_photos: true,
  get_absolute_url: '/hvoynye/tuya-zapadnaya-smaragd/',
})

/** The single variant of a product, made from the product fields of the specification. */
const onlyVariant = (more: object) => [
  {
    id: expect.any(Number),
    sku: null,
    form: null,
    height_from: null,
    height_to: null,
    spread_from: null,
    spread_to: null,
    girth_from: null,
    girth_to: null,
    stem_height: null,
    stems: null,
    transplants: null,
    root: null,
    root_size: null,
    price: null,
    price_tiers: [],
    stock: 'in_stock',
    stock_quantity: null,
    available_quantity: null,
    stock_is_minimum: false,
    available_from: null,
    weight: null,
    volume: null,
    weight_is_estimate: false,
    volume_is_estimate: false,
    note: '',
    label: '',
    confirmed_at: expect.stringMatching(/^20..-..-..T/),
    ...more,
  },
]

const bareCard = () => ({
  id: bare.id,
  name: 'Ель колючая',
  latin_name: '',
  slug: 'el-kolyuchaya',
  category,
  team: { id: company.id, company_name: 'Питомник «Ёлки»', is_verified: false },
  description: '',
  price: null,
  price_is_from: false,
  sizes: '',
  variants_count: 1,
  is_sold_out: false,
  zone: null,
  is_active: true,
  ...urls(bare.drawnMediaKey),
  has_photos: false,
  get_absolute_url: '/hvoynye/el-kolyuchaya/',
})

describe('shapes, exactly as in API.md section 2', () => {
  it('Product with all fields filled', async () => {
    const { status, body } = await server.get('/api/products/hvoynye/tuya-zapadnaya-smaragd/')
    expect(status).toBe(200)
    const lookup = (id: number | null, name: string) => ({ id, name })
    expect(body).toStrictEqual({
      ...fullCard(),
      genus: 'Туя',
      species: "западная 'Smaragd'",
      plant: null,
      variants: onlyVariant({
        height_from: 120.5,
        height_to: 140,
        price: 1299.5,
        root: 'container',
        label: 'Выс. 120,5–140 · контейнер',
        weight: expect.any(Number),
        volume: expect.any(Number),
        weight_is_estimate: true,
        volume_is_estimate: true,
      }),
      video_link: 'https://youtu.be/abc',
      images: imageKeys.map(({ id, mediaKey }) => ({ id, ...urls(mediaKey) })),
      assigned_to: { id: employee.id, name: 'Пётр', email: 'petr@dendro.test' },
      winter_hardiness: { id: full.zoneId, name: 'Зона 4', description: expect.stringContaining('°C') },
      growth_pattern: lookup(full.growthPatternId, 'Одноствольное дерево'),
      place_of_cultivation: lookup(full.placeOfCultivationId, 'Открытый грунт'),
      crown_shape: lookup(full.crownShapeId, 'Коническая'),
      // With the Cyrillic letter U+0441, as in the specification.
      '\u0441rown_shape': lookup(full.crownShapeId, 'Коническая'),
      age_group: lookup(full.ageGroupId, 'Саженец (4–7 лет)'),
      rsp: lookup(full.rootPackagingId, 'Контейнер (С)'),
      rsp_metric: 7.5,
      rsp_measure: 'LITR',
      annual_growth: 'до 20 см в год',
      landscape_use: 'живая изгородь',
      light_requirements: 'Солнце, полутень',
      foliage_or_needles_color: 'Зелёная',
      s_height_from: 120.5,
      s_height_to: 140,
      height_measure: 'SM',
      item_country: 'Россия',
      item_city: 'Коломна',
      item_address: 'Поле № 3',
      height_at_maturity: 4.5,
      plant_figure: null,
      review: null,
      can: { edit: false, assign: false },
      created_at: '2025-04-30T09:08:07.654Z',
      updated_at: '2025-05-02T00:00:00.000Z',
    })
    expect(body.assigned_to.id).toMatch(uuid)
  })

  it('Product with no optional fields', async () => {
    const { body } = await server.get('/api/products/hvoynye/el-kolyuchaya/')
    expect(body).toStrictEqual({
      ...bareCard(),
      genus: 'Ель',
      species: 'колючая',
      plant: null,
      variants: onlyVariant({}),
      video_link: '',
      images: [],
      assigned_to: null,
      winter_hardiness: null,
      growth_pattern: null,
      place_of_cultivation: null,
      crown_shape: null,
      '\u0441rown_shape': null,
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
      item_country: '',
      item_city: '',
      item_address: '',
      height_at_maturity: null,
      plant_figure: null,
      review: null,
      can: { edit: false, assign: false },
      created_at: bare.createdAt.toISOString(),
      updated_at: bare.updatedAt.toISOString(),
    })
  })

  it('ProductCard in every list that has cards', async () => {
    const page = await server.get('/api/products/hvoynye/')
    expect(page.body).toStrictEqual({
      category,
      products: [bareCard(), fullCard()],
      count: 2,
      next: null,
      previous: null,
      facets: {
        zones: [{ zone: 4, count: 1 }],
        rsp: [{ id: full.rootPackagingId, name: 'Контейнер (С)', count: 1 }],
        regions: [{ id: company.regionId, name: 'Московская область', count: 2 }],
      },
    })
    const search = await server.get('/api/products/?search=смарагд')
    expect(search.body).toStrictEqual({
      results: [fullCard()],
      count: 1,
      next: null,
      previous: null,
      categories: [{ ...category, products_count: 1 }],
    })
    const ofCompany = await server.get(`/api/products/get_all_products/${company.id}/`)
    expect(ofCompany.body).toContainEqual(fullCard())
    expect(ofCompany.body).toHaveLength(listed.length)
  })

  it('ProductImage in the order of the gallery', async () => {
    const { db } = server.database
    const gallery = imageKeys.map(({ id, mediaKey }) => ({ id, ...urls(mediaKey) }))
    expect((await server.get('/api/products/tuya-zapadnaya-smaragd/images/')).body).toStrictEqual(gallery)
    expect((await server.get('/api/products/el-kolyuchaya/images/')).body).toStrictEqual([])
    // Move the last image to the front: it becomes the cover.
    const last = imageKeys[2]?.id ?? 0
    await db.update(productImages).set({ position: -1 }).where(eq(productImages.id, last))
    expect(
      (await server.get('/api/products/tuya-zapadnaya-smaragd/images/')).body.map((image: { id: number }) => image.id),
    ).toEqual([last, imageKeys[0]?.id, imageKeys[1]?.id])
    expect((await server.get('/api/products/hvoynye/tuya-zapadnaya-smaragd/')).body).toMatchObject(
      urls(imageKeys[2]?.mediaKey ?? ''),
    )
    await db.update(productImages).set({ position: 2 }).where(eq(productImages.id, last))
  })

  it('kopecks and heights are numbers without rounding errors', async () => {
    const { db } = server.database
    const cases = [
      { priceKopecks: 1, heightFromMm: 1, heightToMm: 1999, heightMeasure: 'SM', expected: [0.01, 0.1, 199.9] },
      { priceKopecks: 110, heightFromMm: 1500, heightToMm: 3250, heightMeasure: 'M', expected: [1.1, 1.5, 3.25] },
      {
        priceKopecks: 2_147_483_647,
        heightFromMm: 333,
        heightToMm: null,
        heightMeasure: 'M',
        expected: [21_474_836.47, 0.333, null],
      },
      { priceKopecks: 0, heightFromMm: null, heightToMm: 20_000, heightMeasure: 'M', expected: [0, null, 20] },
      { priceKopecks: 1999, heightFromMm: 290, heightToMm: 570, heightMeasure: 'SM', expected: [19.99, 29, 57] },
    ] as const
    for (const { expected, ...row } of cases) {
      const { slug } = await makeProduct(db, {
        ...row,
        companyId: company.id,
        category: 'liany',
        publishedAt: new Date('2024-01-01'),
      })
      const { body, text } = await server.get(`/api/products/liany/${slug}/`)
      expect([body.price, body.s_height_from, body.s_height_to]).toEqual(expected)
      expect(body.height_measure).toBe(row.heightMeasure)
      // Cubic metres of a small plant have six decimals.
      expect(text).not.toMatch(/\d\.\d{7,}/)
    }
    await db.delete(products).where(eq(products.categoryId, await categoryId(db, 'liany')))
  })
})

describe('latest', () => {
  it('is the 24 newest published products, newest first; of two with the same time the larger id is first', async () => {
    const { status, body } = await server.get('/api/products/latest/')
    expect(status).toBe(200)
    const newest = listed
      .slice(2)
      .toReversed()
      .map(row => row.id)
      .slice(0, 24)
    expect(body.map((card: { id: number }) => card.id)).toEqual(newest)
  })
})

describe('categories', () => {
  it('short_list_categories is [Category] in the fixed order of categories', async () => {
    const { body } = await server.get('/api/products/short_list_categories/')
    expect(body).toHaveLength(11)
    expect(body[1]).toStrictEqual(category)
    expect(body.map((one: { slug: string }) => one.slug)).toEqual([
      'listvennye-derevya',
      'hvoynye',
      'listvennye-kustarniki',
      'vechnozelenye-i-vereskovye',
      'plodovye-i-yagodnye',
      'liany',
      'rozy',
      'mnogoletniki',
      'zlaki',
      'lukovichnye',
      'zhivye-izgorodi',
    ])
  })

  it('categories adds products_count, counting only published products, including zero', async () => {
    const { body } = await server.get('/api/products/categories/')
    const short = await server.get('/api/products/short_list_categories/')
    const counts: Record<string, number> = { hvoynye: 2, rozy: 26 }
    expect(body).toStrictEqual(
      short.body.map((one: { slug: string }) => ({ ...one, products_count: counts[one.slug] ?? 0 })),
    )
  })
})

describe('paging of a category and of the search', () => {
  const roses = () =>
    listed
      .slice(2)
      .toReversed()
      .map(row => row.id)

  it.each([
    ['/api/products/rozy/', 'products'],
    ['/api/products/', 'results'],
  ])('%s: absolute next and previous, 20 per page by default', async (path, rows) => {
    const count = rows === 'products' ? 26 : 28
    const all = rows === 'products' ? roses() : [...roses(), bare.id, full.id]
    const first = await server.get(`${path}?ordering=-created_at`)
    // Links leave out the default ordering.
    expect(first.body).toMatchObject({ count, previous: null, next: `${publicUrl}${path}?page=2` })
    expect(first.body[rows].map((card: { id: number }) => card.id)).toEqual(all.slice(0, 20))
    const second = await server.get(`${path}?ordering=-created_at&page=2`)
    expect(second.body).toMatchObject({
      count,
      next: null,
      previous: `${publicUrl}${path}?page=1`,
    })
    expect(second.body[rows].map((card: { id: number }) => card.id)).toEqual(all.slice(20))
    const sized = await server.get(`${path}?page_size=5&page=3`)
    expect(sized.body).toMatchObject({
      next: `${publicUrl}${path}?page_size=5&page=4`,
      previous: `${publicUrl}${path}?page_size=5&page=2`,
    })
    expect(sized.body[rows].map((card: { id: number }) => card.id)).toEqual(all.slice(10, 15))
  })

  it('keeps Cyrillic filters in the links, and the links work', async () => {
    const { body } = await server.get('/api/products/rozy/?search=роза&page_size=10')
    expect(decodeURIComponent(body.next)).toBe(`${publicUrl}/api/products/rozy/?search=роза&page_size=10&page=2`)
    const next = await server.app.inject({ url: body.next.slice(publicUrl.length) })
    expect(next.json().products).toHaveLength(10)
  })

  it('limits the page size to 100', async () => {
    const { db } = server.database
    const added = await db
      .insert(products)
      .values(
        Array.from({ length: 101 }, (_, n) => ({
          name: `Лиана ${n}`,
          slug: `liana-${n}`,
          genus: 'Лиана',
          species: String(n),
          isApproved: true,
          publishedAt: new Date('2024-01-01'),
          companyId: company.id,
          categoryId: full.categoryId,
          drawnMediaKey: full.drawnMediaKey,
        })),
      )
      .returning({ id: products.id })
    expect(added).toHaveLength(101)
    for (const size of ['100', '101', '1000', '99999999999', '9'.repeat(400)]) {
      const { status, body } = await server.get(`/api/products/hvoynye/?page_size=${size}`)
      expect({ size, status, count: body?.products?.length }).toEqual({ size, status: 200, count: 100 })
      expect(body.next).not.toBeNull()
    }
    await db.delete(products).where(eq(products.genus, 'Лиана'))
  })

  it('returns 404 past the end, but an empty first page', async () => {
    for (const page of ['3', '1000', '99999999999', '9'.repeat(400)]) {
      const { status, body } = await server.get(`/api/products/rozy/?page=${page}`)
      expect({ page, status, code: body.code }).toEqual({ page, status: 404, code: 'NOT_FOUND' })
      expect((await server.get(`/api/products/?page=${page}`)).status).toBe(404)
    }
    expect((await server.get('/api/products/zlaki/?page=1')).body).toMatchObject({
      products: [],
      count: 0,
      next: null,
      previous: null,
    })
    expect((await server.get('/api/products/zlaki/?page=2')).status).toBe(404)
  })
})

describe('addresses of a product', () => {
  it('old slugs work in every call, and only the current one is returned', async () => {
    const { db } = server.database
    await db.insert(productSlugs).values({ slug: 'tuya-smaragd-staraya', productId: full.id })
    const now = await server.get('/api/products/hvoynye/tuya-zapadnaya-smaragd/')
    expect((await server.get('/api/products/hvoynye/tuya-smaragd-staraya/')).body).toStrictEqual(now.body)
    expect((await server.get('/api/products/tuya-smaragd-staraya/images/')).body).toStrictEqual(now.body.images)
    expect((await server.get('/api/products/hvoynye/tuya-smaragd-staraya/related/')).status).toBe(200)
    for (const slug of ['tuya-smaragd-staraya', 'tuya-zapadnaya-smaragd']) {
      expect((await server.get(`/api/products/address/${slug}/`)).body).toStrictEqual({
        get_absolute_url: '/hvoynye/tuya-zapadnaya-smaragd/',
      })
    }
  })

  it('the slug of a deleted product is 404', async () => {
    const { db } = server.database
    const gone = await makeProduct(db, { companyId: company.id, publishedAt: new Date('2024-01-01') })
    expect((await server.get(`/api/products/hvoynye/${gone.slug}/`)).status).toBe(200)
    await db.delete(products).where(eq(products.id, gone.id))
    expect(await db.select().from(productSlugs).where(eq(productSlugs.slug, gone.slug))).toEqual([
      { slug: gone.slug, productId: null },
    ])
    for (const path of [
      `hvoynye/${gone.slug}`,
      `hvoynye/${gone.slug}/related`,
      `${gone.slug}/images`,
      `address/${gone.slug}`,
    ]) {
      expect((await server.get(`/api/products/${path}/`)).status).toBe(404)
    }
  })

  it('is 404 under another category and under an unknown one', async () => {
    for (const category of ['rozy', 'nope', 'Hvoynye', 'latest']) {
      expect((await server.get(`/api/products/${category}/tuya-zapadnaya-smaragd/`)).status).toBe(404)
      expect((await server.get(`/api/products/${category}/tuya-zapadnaya-smaragd/related/`)).status).toBe(404)
    }
  })

  it.each([
    'nope',
    'hvoynye/nope',
    'hvoynye/nope/related',
    'nope/images',
    'address/nope',
    'Хвойные растения',
    'туя/images',
    'hvoynye/туя западная',
    'hvoynye/%D1%82%D1%83%D1%8F',
    'hvoynye/tuya%2Fzapadnaya',
    "hvoynye/' or 1=1 --",
    'hvoynye/%00',
    '%00',
    '%07',
    'address/a%00b',
    'a%00b/images',
    'hvoynye/%F0%9F%8C%B2',
    `hvoynye/${'a'.repeat(301)}`,
    `hvoynye/${'%D1%82'.repeat(900)}`,
    'get_all_products/0',
    'get_all_products/-1',
    'get_all_products/1.5',
    'get_all_products/01',
    'get_all_products/1e1',
    'get_all_products/x',
    'get_all_products/ёлка',
    'get_all_products/%00',
    'get_all_products/2147483647',
    'get_all_products/2147483648',
    'get_all_products/99999999999999999999',
    'get_all_products',
  ])('products/%s is 404, a problem document', async path => {
    for (const end of ['', '/']) {
      const { status, body, headers } = await server.get(`/api/products/${path}${end}`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    }
  })
})

describe('related', () => {
  it('is at most eight other published products each of the same genus and of the same company, newest first', async () => {
    const { db } = server.database
    const other = await makeCompany(db)
    const birches: (typeof full)[] = []
    for (let n = 0; n < 10; n++) {
      birches.push(
        await makeProduct(db, {
          category: 'listvennye-derevya',
          genus: 'Берёза',
          companyId: n % 2 ? other.id : company.id,
          publishedAt: new Date(Date.UTC(2024, 0, 1 + n)),
        }),
      )
    }
    const hidden = await makeProduct(db, {
      category: 'listvennye-derevya',
      genus: 'Берёза',
      companyId: other.id,
      isApproved: false,
    })
    const { status, body } = await server.get(`/api/products/listvennye-derevya/${birches[3]?.slug}/related/`)
    expect(status).toBe(200)
    const ids = (cards: { id: number }[]) => cards.map(card => card.id)
    const newest = birches.toReversed().filter(row => row !== birches[3])
    expect(ids(body.same_genus)).toEqual(ids(newest).slice(0, 8))
    expect(ids(body.same_team)).toEqual(ids(newest.filter(row => row.companyId === other.id)))
    expect(body.same_team).toHaveLength(4)
    expect([...ids(body.same_genus), ...ids(body.same_team)]).not.toContain(hidden.id)
    expect(body.same_genus[0]).toHaveProperty('get_absolute_url', `/listvennye-derevya/${birches[9]?.slug}/`)
    for (const row of [...birches, hidden]) await db.delete(products).where(eq(products.id, row.id))
  })
})

describe('lookups', () => {
  it.each([
    ['growth_pattern', 11, 'Одноствольное дерево'],
    ['place_of_cultivation', 5, 'Открытый грунт'],
    ['crown_shape', 12, 'Округлая'],
    ['\u0441rown_shape', 12, 'Округлая'],
    ['age_group', 6, 'Сеянец или укоренённый черенок (1–2 года)'],
    ['rsp', 6, 'Открытая корневая система (ОКС)'],
  ])('%s is [Lookup] in the order of the data files', async (list, count, first) => {
    const { status, body } = await server.get(`/api/products/${list}/`)
    expect(status).toBe(200)
    expect(body).toHaveLength(count)
    expect(body[0]).toStrictEqual({ id: expect.any(Number), name: first })
  })

  it('the crown shapes are the same under both spellings, with the percent encoding in upper or lower case', async () => {
    const { body } = await server.get('/api/products/crown_shape/')
    for (const spelling of ['\u0441rown_shape', '%D1%81rown_shape', '%d1%81rown_shape']) {
      expect((await server.get(`/api/products/${spelling}`)).body).toStrictEqual(body)
    }
  })

  it('winter_hardiness adds the temperatures', async () => {
    const { body } = await server.get('/api/products/winter_hardiness/')
    expect(body).toHaveLength(9)
    expect(body[3]).toStrictEqual({
      id: full.zoneId,
      name: 'Зона 4',
      description: 'Средний минимум года от −34,4 до −28,9 °C (4a: до −31,7 °C, 4b: до −28,9 °C)',
    })
  })

  it('genus: all, those of a category, and none for an unknown category', async () => {
    const names = (rows: { name: string }[]) => rows.map(row => row.name)
    const all = await server.get('/api/products/genus/')
    expect(all.body.length).toBeGreaterThanOrEqual(180)
    expect(all.body[0]).toStrictEqual({ id: expect.any(Number), name: expect.any(String) })
    expect(new Set(names(all.body)).size).toBe(all.body.length)
    expect((await server.get('/api/products/genus/?category__name=')).body).toEqual(all.body)
    const conifers = await server.get('/api/products/genus/?category__name=Хвойные растения')
    expect(names(conifers.body)).toEqual(expect.arrayContaining(['Ель', 'Сосна', 'Туя']))
    expect(names(conifers.body)).not.toContain('Роза')
    expect(conifers.body.length).toBeLessThan(all.body.length)
    for (const unknown of ['Хвойные', 'hvoynye', "'", '%25', '100%25', '\\', 'х'.repeat(255)]) {
      expect(await server.get(`/api/products/genus/?category__name=${unknown}`)).toMatchObject({
        status: 200,
        body: [],
      })
    }
  })

  it('varieties: all, those of a genus, and none for an unknown genus', async () => {
    const all = await server.get('/api/products/varieties/')
    expect(all.body.length).toBeGreaterThanOrEqual(1200)
    const thujas = await server.get('/api/products/varieties/?genus__name=Туя')
    expect(thujas.body).toContainEqual({ id: expect.any(Number), name: "западная 'Smaragd'" })
    expect(thujas.body.length).toBeLessThan(all.body.length)
    expect(all.body).toEqual(expect.arrayContaining(thujas.body))
    expect((await server.get('/api/products/varieties/?genus__name=')).body).toEqual(all.body)
    for (const unknown of ['туя', 'Нет такого', 'Thuja', '%25']) {
      expect(await server.get(`/api/products/varieties/?genus__name=${unknown}`)).toMatchObject({
        status: 200,
        body: [],
      })
    }
  })

  it.each(['genus/?category__name', 'varieties/?genus__name'])(
    '%s answers NUL characters, too long text and a repeated parameter with 400',
    async start => {
      for (const value of ['%00', 'a%1Fb', 'х'.repeat(256)]) {
        const { status, body } = await server.get(`/api/products/${start}=${value}`)
        expect(status).toBe(400)
        expect(Object.keys(body.fields)).toEqual([start.split('?')[1]])
      }
      const name = start.split('?')[1]
      expect((await server.get(`/api/products/${start}=a&${name}=b`)).status).toBe(400)
    },
  )
})
