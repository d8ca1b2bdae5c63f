import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mostSaved } from '#contract/saved-searches.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { summaryOf } from './search-summary.ts'

let server: TestServer
let anna: string
let boris: string
beforeAll(async () => {
  server = await testServer()
  await readyToSearch(server)
})
beforeEach(async () => {
  anna = (await makePerson(server.database.db)).id
  boris = (await makePerson(server.database.db)).id
})
afterAll(() => server.close())

const url = '/api/saved-searches/'
const form = { name: 'Туи для изгороди', query: 'search=туя&price_to=3000', every: 'daily' }
const save = (more: object = {}, who = anna) => server.send('POST', url, { ...form, ...more }, who)
const list = async (who = anna) => (await server.get(url, who)).body

describe('saved searches', () => {
  it('are saved, listed newest first, changed and deleted', async () => {
    const { status, body: first } = await save()
    expect([status, first]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Туи для изгороди',
        query: 'search=%D1%82%D1%83%D1%8F&price_to=3000',
        every: 'daily',
        summary: '«туя», цена до 3 000 ₽'.replace('3 000', '3\u00a0000'),
        offers_count: 0,
        created_at: expect.stringMatching(/Z$/),
      },
    ])
    const { body: second } = await save({ name: 'Всё', query: '', every: 'instant' })
    expect(second.summary).toBe('Все предложения')
    expect(await list()).toEqual([second, first])
    const changed = await server.send('PATCH', `${url}${first.id}/`, { name: ' Живая изгородь ', every: 'never' }, anna)
    expect([changed.status, changed.body]).toEqual([200, { ...first, name: 'Живая изгородь', every: 'never' }])
    const requeried = await server.send('PATCH', `${url}${first.id}/`, { query: '?zone=4&page=3' }, anna)
    expect(requeried.body).toMatchObject({ query: 'zone=4', summary: 'зимует в зоне 4' })
    expect((await server.send('DELETE', `${url}${first.id}/`, undefined, anna)).body).toEqual({ message: 'deleted' })
    expect(await list()).toEqual([second])
  })

  it('count the current offers', async () => {
    const { db } = server.database
    const company = await makeCompany(db)
    await makeProduct(db, { companyId: company.id, priceKopecks: 100_00 })
    await makeProduct(db, { companyId: company.id, priceKopecks: 200_00 })
    await save({ query: `company=${company.id}` })
    await save({ query: `company=${company.id}&price_to=150` })
    expect((await list()).map(({ offers_count }: { offers_count: number }) => offers_count)).toEqual([1, 2])
  })

  it.each([
    ['?search=туя&page=2&page_size=100', 'search=%D1%82%D1%83%D1%8F'],
    ['stock=on_order&stock=in_stock&stock=in_stock', 'stock=in_stock&stock=on_order'],
    ['price_from=&zone=04'.replace('04', '4'), 'zone=4'],
    ['has_photos=1&evergreen=0', 'evergreen=0&has_photos=1'],
    ['height_from=1,5', 'height_from=1.5'],
    ['ordering=-price&category=rozy', 'category=rozy&ordering=-price'],
  ])('write the query %s as %s', async (query, expected) => {
    expect((await save({ query })).body.query).toBe(expected)
  })

  it.each<[string, object, string]>([
    ['an unknown filter', { query: 'colour=red' }, 'query'],
    ['a value that does not exist', { query: 'zone=77' }, 'query'],
    ['two searches', { query: 'search=a&search=b' }, 'query'],
    ['words for a price', { query: 'price_to=много' }, 'query'],
    ['a prototype', { query: '__proto__=1' }, 'query'],
    ['a long query', { query: `search=${'я'.repeat(4000)}` }, 'query'],
    ['a number', { query: 5 }, 'query'],
    ['no query', { query: undefined }, 'query'],
    ['an unknown frequency', { every: 'hourly' }, 'every'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a long name', { name: 'я'.repeat(256) }, 'name'],
  ])('refuse %s', async (_, more, field) => {
    const { status, body } = await save(more)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect(await list()).toEqual([])
  })

  it('are not accessible to other people', async () => {
    const { body } = await save()
    expect(await list(boris)).toEqual([])
    for (const [method, sent] of [
      ['PATCH', { name: 'Моё' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await server.send(method, `${url}${body.id}/`, sent, boris)).status).toBe(404)
      expect((await server.send(method, `${url}0190a5c0-0000-7000-8000-000000000000/`, sent, anna)).status).toBe(404)
    }
    expect(await list()).toEqual([body])
  })

  it('are limited to fifty, also when two are saved at once', async () => {
    for (let n = 0; n < mostSaved.searches - 1; n++) await save({ query: '' })
    const statuses = (await Promise.all([save(), save()])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
    expect(await list()).toHaveLength(mostSaved.searches)
    expect((await save({}, boris)).status).toBe(201)
  })

  it('are described in words', () => {
    const none = {
      category: [],
      plant: [],
      company: [],
      region: [],
      form: [],
      root: [],
      stock: [],
      flowering_month: [],
      ignore: [],
    }
    const names = {
      plants: new Map([['tilia-cordata', 'Липа мелколистная']]),
      companies: new Map([[7, 'Верейский косогор']]),
      categories: new Map([['rozy', 'Розы']]),
      regions: new Map([[3, 'Тверская область']]),
      places: new Map([[9, 'Якутск']]),
    }
    expect(
      summaryOf(
        {
          ...{
            ...none,
            search: 'липа',
            plant: ['tilia-cordata', 'gone'],
            category: ['rozy'],
            region: [3],
            company: [7],
          },
          ...{ girth_from: 18, girth_to: 20, height_from: 300, stem_height_to: 220, quantity: 40, stock: ['in_stock'] },
          ...{ form: ['standard'], root: ['ball'], flowering_month: [7], evergreen: false, verified: true, zone: 4 },
          ...{ place: 9, hardy: true as const },
        },
        names,
      ),
    ).toBe(
      '«липа», Липа мелколистная или неизвестно, Розы, Штамб, высота от 300 см, обхват от 18 до 20 см, штамб до 220 см, Ком в мешковине (RB), количество 40 шт., В наличии, зимует в зоне 4, зимует здесь: Якутск, регион: Тверская область, компания: Верейский косогор, листопадные, цветёт в июле, проверенные компании',
    )
  })
})

describe('saved plants', () => {
  it('are saved once, listed with their offers and deleted', async () => {
    const { db } = server.database
    const { body: page } = await server.get('/api/plants/?page_size=2')
    const [one, other] = page.results as { id: number; slug: string }[]
    await makeProduct(db, { plantId: one?.id ?? 0 })
    const plants = '/api/saved-plants/'
    const first = await server.send('POST', plants, { plant: one?.id }, anna)
    expect([first.status, first.body.plant.slug, first.body.offers_count]).toEqual([201, one?.slug, 1])
    await server.send('POST', plants, { plant: other?.id }, anna)
    expect((await server.send('POST', plants, { plant: one?.id }, anna)).body).toEqual(first.body)
    const slugs = async (who: string) =>
      (await server.get(plants, who)).body.map(({ plant }: { plant: { slug: string } }) => plant.slug)
    expect(await slugs(anna)).toEqual([other?.slug, one?.slug])
    expect(await slugs(boris)).toEqual([])
    expect((await server.send('DELETE', `${plants}${one?.id}/`, undefined, boris)).status).toBe(404)
    expect((await server.send('DELETE', `${plants}${one?.id}/`, undefined, anna)).status).toBe(200)
    expect(await slugs(anna)).toEqual([other?.slug])
    expect((await server.send('POST', plants, { plant: 2_000_000_000 }, anna)).status).toBe(404)
    expect((await server.send('POST', plants, { plant: 'туя' }, anna)).status).toBe(400)
  })
})
