import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatchedName, PhotoProduct } from '#contract/product-photos.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { isStored, upload } from '#server/test/pictures.ts'
import { products } from '../products.tables.ts'
import { variants } from '../variants/variants.tables.ts'

let server: TestServer
let creator: string
let employee: string
let other: string
let companyId: number
/** Products by their short names. */
const made: Record<string, Awaited<ReturnType<typeof makeProduct>>> = {}
let foreign: Awaited<ReturnType<typeof makeProduct>>

/** A product of a plant of the directory, with an article number. */
async function sell(name: string, slug: string | null, genus: string, species: string, sku: string | null) {
  const { db } = server.database
  const [plant] = slug === null ? [] : await db.select().from(plants).where(eq(plants.slug, slug))
  if (slug !== null && !plant) throw new Error(`no plant ${slug}`)
  const product = await makeProduct(db, { companyId, genus, species, plantId: plant?.id ?? null })
  if (sku !== null) await db.update(variants).set({ sku }).where(eq(variants.productId, product.id))
  made[name] = product
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  employee = (await makePerson(db)).id
  const company = await makeCompany(db, { employees: [employee] })
  creator = company.creatorId
  companyId = company.id
  await sell('smaragd', 'thuja-occidentalis-smaragd', 'Туя', "западная 'Smaragd'", 'TS-100')
  await sell('brabant', 'thuja-occidentalis-brabant', 'Туя', "западная 'Brabant'", 'TS-100-2')
  await sell('limelight', 'hydrangea-paniculata-limelight', 'Гортензия', "метельчатая 'Limelight'", 'ВК 7')
  await sell('lime', 'tilia-cordata', 'Липа', 'мелколистная', null)
  await sell('own', null, 'Ёлка', 'сизобокая', null)
  const theirs = await makeCompany(db)
  other = theirs.creatorId
  foreign = await makeProduct(db, { companyId: theirs.id, genus: 'Секвойя', species: 'вечнозелёная' })
  await db.update(variants).set({ sku: 'SEQ-1' }).where(eq(variants.productId, foreign.id))
})
afterAll(() => server.close())

const match = (names: string[], userId = creator) =>
  server.send('POST', '/api/products/photos/match/', { names }, userId)
const photosPath = ({ slug }: { slug: string }) => `/api/products/hvoynye/${slug}/photos/`
const add = (product: { slug: string }, photos: unknown, userId = creator) =>
  server.send('POST', photosPath(product), { photos }, userId)
const remove = (product: { slug: string }, images: unknown, userId = creator) =>
  server.send('POST', `${photosPath(product)}remove/`, { images }, userId)
const uploadsOf = async (count: number, userId = creator) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await upload(server, userId))
  return ids
}
const imagesOf = async ({ slug }: { slug: string }) =>
  (await server.get(`/api/products/${slug}/images/`, creator)).body as { id: number; get_image: string }[]

/** A product by its short name, candidates with question marks. */
async function read(name: string, userId = creator): Promise<string> {
  const { body } = await match([name], userId)
  const [result] = body.results as MatchedName[]
  const nameOf = (id: number) => Object.keys(made).find(key => made[key]?.id === id) ?? `product ${id}`
  if (result?.product) return nameOf(result.product)
  return result?.candidates.map(id => `${nameOf(id)}?`).join(' ') || 'nothing'
}

describe('names of files', () => {
  it.each([
    ['TS-100.jpg', 'smaragd'],
    ['ts_100 (1).jpg', 'smaragd'],
    ['BK7-3.png', 'limelight'],
    ['Туя западная Смарагд.jpg', 'smaragd'],
    ['tuya-smaragd-01.jpg', 'smaragd'],
    ['Thuja occidentalis Brabant 2.jpeg', 'brabant'],
    ['gortenziya_metelchataya_limelight_3.jpg', 'limelight'],
    ['ЛаймЛайт1.jpg', 'limelight'],
    ['lipa-melkolistnaya.webp', 'lime'],
    ['липа мелколистная c10 2,5м.jpg', 'lime'],
    ['ёлка сизобокая.jpg', 'own'],
    ['elka-sizobokaya-2.jpg', 'own'],
    // The only one that this company sells.
    ['smaragd.jpg', 'smaragd'],
  ])('%s: %s', async (name, expected) => {
    expect(await read(name)).toBe(expected)
  })

  it.each([
    ['TS-100-2.jpg', 'smaragd? brabant?'],
    ['TS-100 брабант.jpg', 'smaragd? brabant?'],
    ['туя западная.jpg', 'smaragd? brabant?'],
    ['tuya_2.jpg', 'smaragd? brabant?'],
    // Known plants that this company does not sell.
    ['туя западная Колумна.jpg', 'smaragd? brabant?'],
    ['гортензия метельчатая Лайм.jpg', 'limelight?'],
  ])('%s is doubtful: %s', async (name, expected) => {
    expect((await read(name)).split(' ').toSorted()).toEqual(expected.split(' ').toSorted())
  })

  it.each([
    'IMG_1234.jpg',
    'DSC01001.jpg',
    'photo_2024-05-12_10-22-33.jpg',
    'роза.jpg',
    'SEQ-1.jpg',
    '0.jpg',
    '🌲.jpg',
  ])('%s says nothing', async name => {
    expect(await read(name)).toBe('nothing')
  })

  it('are answered in their order, with their numbers and the products that are mentioned', async () => {
    const { status, body } = await match(['tuya-smaragd-02.jpg', 'IMG_7.jpg', 'tuya-smaragd-01.jpg'])
    expect(status).toBe(200)
    expect(body.results.map(({ name, number }: MatchedName) => [name, number])).toEqual([
      ['tuya-smaragd-02.jpg', 2],
      ['IMG_7.jpg', 7],
      ['tuya-smaragd-01.jpg', 1],
    ])
    expect(body.products.map(({ id, photos_count }: PhotoProduct) => [id, photos_count])).toEqual([
      [made.smaragd?.id, 0],
    ])
  })

  it('are two products of the same plant only for a person to decide', async () => {
    await sell('second', 'tilia-cordata', 'Липа', 'мелколистная крупномер', null)
    expect(await read('липа мелколистная.jpg')).toMatch(/^(lime\? second\?|second\? lime\?)$/)
    await server.database.db.delete(products).where(eq(products.id, made.second?.id ?? 0))
  })

  it('mean nothing to strangers, visitors and employees who may not change the products', async () => {
    expect(await read('TS-100.jpg', other)).toBe('nothing')
    expect(await read('TS-100.jpg', employee)).toBe('nothing')
    const { db } = server.database
    await db
      .update(products)
      .set({ assignedToId: employee })
      .where(eq(products.id, made.lime?.id ?? 0))
    expect(await read('lipa-melkolistnaya.jpg', employee)).toBe('lime')
    await db
      .update(products)
      .set({ assignedToId: null })
      .where(eq(products.id, made.lime?.id ?? 0))
    expect((await match(['TS-100.jpg'], (await makePerson(db)).id)).status).toBe(403)
    expect((await server.send('POST', '/api/products/photos/match/', { names: ['a.jpg'] })).status).toBe(401)
  })

  it.each([
    [[]],
    [['']],
    [Array.from({ length: 201 }, (_, n) => `${n}.jpg`)],
    [['a'.repeat(256)]],
    [['a\u0000.jpg']],
    ['a.jpg'],
    [[1]],
  ])('%j are refused', async names => {
    const { status, body } = await match(names as string[])
    expect([status, Object.keys(body.fields)[0]?.split('.')[0]]).toEqual([400, 'names'])
  })

  it('are matched by the hundred without delay', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `${'гортензия метельчатая лаймлайт '.repeat(7)}${n}.jpg`)
    const begun = performance.now()
    expect((await match(names)).body.results).toHaveLength(200)
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})

describe('photos added in bulk', () => {
  it('are published in the order sent, after those that are there; the first becomes the cover', async () => {
    const product = await makeProduct(server.database.db, { companyId })
    const [first = '', second = '', third = ''] = await uploadsOf(3)
    const { status, body } = await add(product, [second.toUpperCase(), first])
    expect([status, body.images.length, body.surplus]).toEqual([200, 2, []])
    const images = await imagesOf(product)
    expect(images).toEqual(body.images)
    expect(images.every(({ get_image }) => isStored(server.dataDir, get_image))).toBe(true)
    const { body: more } = await add(product, [third])
    expect(await imagesOf(product)).toEqual([...body.images, ...more.images])
    const card = (await server.get(`/api/products/hvoynye/${product.slug}/`)).body
    expect(card.get_image).toBe(images[0]?.get_image)
  })

  it('are at most twelve a product; the others are told and stay uploads', async () => {
    const product = await makeProduct(server.database.db, { companyId, images: 10 })
    const ids = await uploadsOf(4)
    const { status, body } = await add(product, ids)
    expect([status, body.images.length, body.surplus]).toEqual([200, 2, ids.slice(2)])
    const { body: full } = await add(product, ids.slice(2))
    expect(full).toEqual({ images: [], surplus: ids.slice(2) })
    expect(await imagesOf(product)).toHaveLength(12)
    const left = await server.database.db.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, creator))
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(2)))
  })

  it('are never another person’s uploads, used ones, or none; nothing is written then', async () => {
    const product = await makeProduct(server.database.db, { companyId })
    const [own = ''] = await uploadsOf(1)
    const [theirs = ''] = await uploadsOf(1, other)
    const [used = ''] = await uploadsOf(1)
    expect((await add(product, [used])).status).toBe(200)
    const before = await databaseState(server.database.db)
    for (const photos of [[own, theirs], [used], [own, '01890000-0000-7000-8000-000000000000'], [], ['1'], 'x', [1]]) {
      const { status, body } = await add(product, photos)
      expect([status, Object.keys(body.fields)[0]?.split('.')[0]]).toEqual([400, 'photos'])
    }
    expect(await databaseState(server.database.db)).toEqual(before)
  })

  it('are added by whoever may change the product, at its address', async () => {
    const { db } = server.database
    const product = await makeProduct(db, { companyId, assignedToId: employee })
    const waiting = await makeProduct(db, { companyId, isApproved: false, publishedAt: null })
    const [mine = ''] = await uploadsOf(1, employee)
    const [theirs = ''] = await uploadsOf(1, other)
    const before = await databaseState(db)
    expect((await add(waiting, [mine], employee)).status).toBe(403)
    expect((await add(product, [theirs], other)).status).toBe(403)
    expect((await add(waiting, [theirs], other)).status).toBe(404)
    expect((await add(foreign, [mine], employee)).status).toBe(403)
    expect((await add({ slug: 'net-takogo' }, [mine], employee)).status).toBe(404)
    const elsewhere = `/api/products/rozy/${product.slug}/photos/`
    expect((await server.send('POST', elsewhere, { photos: [mine] }, employee)).status).toBe(404)
    expect((await server.send('POST', photosPath(product), { photos: [mine] })).status).toBe(401)
    expect((await remove(product, [1], other)).status).toBe(403)
    expect(await databaseState(db)).toEqual(before)
    expect((await add(product, [mine], employee)).status).toBe(200)
  })

  it('are removed again by id, and only from this product', async () => {
    const product = await makeProduct(server.database.db, { companyId, images: 1 })
    const neighbour = await makeProduct(server.database.db, { companyId, images: 1 })
    const [kept] = await imagesOf(product)
    const [theirs] = await imagesOf(neighbour)
    const { body } = await add(product, await uploadsOf(2))
    const ids = body.images.map(({ id }: { id: number }) => id)
    expect((await remove(product, [...ids, theirs?.id])).body).toEqual({ removed: 2 })
    expect((await remove(product, ids)).body).toEqual({ removed: 0 })
    expect((await imagesOf(product)).map(({ id }) => id)).toEqual([kept?.id])
    expect(await imagesOf(neighbour)).toHaveLength(1)
  })

  it('do not publish a product that its company or a moderator has taken down', async () => {
    for (const review of ['withdrawn', 'hidden', 'returned'] as const) {
      const product = await makeProduct(server.database.db, { companyId, isApproved: false, review })
      const { body } = await add(product, await uploadsOf(1))
      await remove(
        product,
        body.images.map(({ id }: { id: number }) => id),
      )
      const [row] = await server.database.db.select().from(products).where(eq(products.id, product.id))
      expect([row?.isApproved, row?.review]).toEqual([false, review])
    }
  })

  it('are all there after several calls at once', async () => {
    const product = await makeProduct(server.database.db, { companyId, images: 8 })
    const ids = await uploadsOf(6)
    const answers = await Promise.all(ids.map(id => add(product, [id])))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect(await imagesOf(product)).toHaveLength(12)
    expect(answers.flatMap(({ body }) => body.surplus)).toHaveLength(2)
  })
})

it('200 uploads of one person are kept for one bulk', async () => {
  const person = (await makePerson(server.database.db)).id
  const [first = ''] = await uploadsOf(61, person)
  const waiting = await server.database.db.select().from(uploads).where(eq(uploads.ownerId, person))
  expect(waiting.map(({ id }) => id)).toContain(first)
})
