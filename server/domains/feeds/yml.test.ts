import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'

let server: TestServer
let companyId: number
/** Variants that must be in the feed, by id. */
const priced = new Map<number, { productId: number }>()

/** Texts that break feeds: markup, quotes, characters that XML does not have, half a letter, an end of CDATA. */
const hostile = `<b>«Туя» & "ель"</b> 'да' ]]> <!-- --> <?xml?> &amp; &#0; \u0001\u0008\u000b\u001f\ufffe\uffff \ud83c 🌲\ttab\r\nстрока`

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  companyId = (await makeCompany(db, { name: `Питомник «Очень & <длинное>» название ${'а'.repeat(100)}` })).id
  const names = ['Туя западная', hostile.replaceAll(/[\r\n\t]/g, ' ').slice(0, 255), 'Ю'.repeat(255), '=1+1']
  for (const [at, name] of names.entries()) {
    const { id: productId } = await makeProduct(db, {
      companyId,
      name: name.toWellFormed(),
      latinName: at === 0 ? '' : 'Thuja "occidentalis" <Smaragd> & Co',
      description: (at === 2 ? `${'<'.repeat(2999)}🌲${'я'.repeat(5000)}` : at === 0 ? '' : hostile).toWellFormed(),
      priceKopecks: 100_050,
    })
    await db.delete(variants).where(eq(variants.productId, productId))
    const sizes: Partial<typeof variants.$inferInsert>[] = [
      {
        priceKopecks: 100_050,
        root: 'container',
        rootSize: 7.5,
        heightFromMm: 600,
        heightToMm: 800,
        sku: `"<К-${at}>&`,
      },
      {
        priceKopecks: 1,
        root: 'wire_ball',
        rootSize: 80,
        girthFromMm: 180,
        girthToMm: 200,
        form: 'multistem',
        stems: 3,
      },
      {
        priceKopecks: 2_147_483_647,
        root: 'bare_root',
        transplants: 4,
        stemHeightMm: 2200,
        form: 'young',
        stock: 'on_order',
      },
      { priceKopecks: 500, note: hostile.toWellFormed().replaceAll('\u0000', '') },
      { priceKopecks: null },
      { priceKopecks: 0 },
    ]
    const rows = await db
      .insert(variants)
      .values(sizes.map((size, position) => ({ productId, companyId, position, ...size })))
      .returning()
    for (const { id, priceKopecks } of rows) if (priceKopecks) priced.set(id, { productId })
  }
})
afterAll(() => server.close())

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string) => {
  // Nothing else may follow an ampersand, and a `<` begins an element.
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)|[<>]/)
  return text.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
}

/** Reads a document strictly: what is not well formed fails. */
function parse(document: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const header = '<?xml version="1.0" encoding="UTF-8"?>\n'
  expect(document.startsWith(header)).toBe(true)
  const rest = document.slice(header.length)
  let end = 0
  for (const match of rest.matchAll(/([^<]*)<(\/?)([A-Za-z_]\w*)((?: \w+="[^"<]*")*)(\/?)>/g)) {
    const [whole, text = '', closes, name = '', attributes = '', isEmpty] = match
    expect(match.index).toBe(end)
    end += whole.length
    const parent = open.at(-1)
    if (!parent) throw new Error(`${name} after the end`)
    parent.text += unescape(text)
    if (closes) {
      expect(parent.name).toBe(name)
      open.pop()
      continue
    }
    const element: Element = { name, attributes: {}, children: [], text: '' }
    for (const [, key = '', value = ''] of attributes.matchAll(/ (\w+)="([^"]*)"/g)) {
      expect(element.attributes).not.toHaveProperty(key)
      element.attributes[key] = unescape(value)
    }
    parent.children.push(element)
    if (!isEmpty) open.push(element)
  }
  expect([rest.slice(end).trim(), open.length]).toEqual(['', 1])
  const [only, ...others] = root.children
  expect(others).toEqual([])
  if (!only) throw new Error('no element')
  return only
}

const child = (element: Element, name: string): Element => {
  const found = element.children.filter(one => one.name === name)
  expect([element.name, name, found.length]).toEqual([element.name, name, 1])
  return found[0] as Element
}
const maybe = (element: Element, name: string) => element.children.find(one => one.name === name)?.text

/** The rules of https://yandex.ru/support/marketplace/ru/assortment/auto/yml and …/direct/feeds/requirements-yml. */
function check(document: string, shopName: string): Element[] {
  // No control characters but tab and line breaks, nor what is no character of XML.
  // oxlint-disable-next-line no-control-regex -- that is the rule
  expect(document).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  expect(document.isWellFormed()).toBe(true)
  expect(document).not.toContain('<!')
  const catalogue = parse(document)
  expect(catalogue.name).toBe('yml_catalog')
  expect(catalogue.attributes.date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const shop = child(catalogue, 'shop')
  expect(shop.children.map(({ name }) => name)).toEqual([
    ...['name', 'company', 'url', 'currencies', 'categories', 'offers'],
  ])
  expect(child(shop, 'name').text.length).toBeLessThanOrEqual(20)
  expect(shopName.startsWith(child(shop, 'name').text)).toBe(true)
  expect([child(shop, 'company').text, child(shop, 'url').text]).toEqual([shopName, publicUrl])
  expect(child(shop, 'currencies').children.map(({ attributes }) => attributes)).toEqual([{ id: 'RUB', rate: '1' }])
  const categories = child(shop, 'categories').children
  const categoryIds = new Set(categories.map(({ attributes }) => attributes.id))
  expect(categoryIds.size).toBe(categories.length)
  for (const { attributes, text } of categories) {
    expect(attributes.id).toMatch(/^[1-9]\d{0,17}$/)
    expect(text).not.toBe('')
  }
  const offers = child(shop, 'offers').children
  expect(new Set(offers.map(({ attributes }) => attributes.id)).size).toBe(offers.length)
  expect(new Set(offers.map(offer => child(offer, 'url').text)).size).toBe(offers.length)
  for (const offer of offers) {
    const { id, group_id: group, available, ...others } = offer.attributes
    expect([offer.name, others]).toEqual(['offer', {}])
    expect(id).toMatch(/^[A-Za-z0-9]{1,20}$/)
    expect(group).toMatch(/^[1-9]\d{0,8}$/)
    expect(['true', 'false']).toContain(available)
    expect(child(offer, 'name').text.length).toBeLessThanOrEqual(256)
    expect(child(offer, 'name').text.trim()).not.toBe('')
    for (const [name, most] of [
      ['url', 2048],
      ['picture', 512],
    ] as const) {
      const { text } = child(offer, name)
      expect(text.length).toBeLessThanOrEqual(most)
      // Absolute, and written as an address: only characters that one may have.
      expect(text).toMatch(/^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/)
    }
    expect(child(offer, 'price').text).toMatch(/^\d+(?:\.\d{1,2})?$/)
    expect(Number(child(offer, 'price').text)).toBeGreaterThan(0)
    expect(child(offer, 'currencyId').text).toBe('RUB')
    expect(categoryIds.has(child(offer, 'categoryId').text)).toBe(true)
    expect((maybe(offer, 'description') ?? '').length).toBeLessThanOrEqual(3000)
    const params = offer.children.filter(({ name }) => name === 'param')
    expect(new Set(params.map(({ attributes }) => attributes.name)).size).toBe(params.length)
    for (const { attributes, text } of params) {
      expect(attributes.name).toBeTruthy()
      expect(text.trim()).not.toBe('')
    }
    const known = ['name', 'url', 'price', 'currencyId', 'categoryId', 'picture', 'vendor', 'vendorCode']
    expect(
      offer.children.map(({ name }) => name).filter(name => ![...known, 'description', 'param'].includes(name)),
    ).toEqual([])
  }
  return offers
}

it('keeps the rules of Yandex, whatever texts the catalogue has', async () => {
  const { text: all, headers } = await server.get('/feeds/yml.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  check(all, 'Дендро')
  const name = (await server.get(`/api/teams/get_current_team/${companyId}/`)).body.company_name
  const offers = check((await server.get(`/feeds/yml/${companyId}.xml`)).text, name)
  expect(offers.map(({ attributes }) => [Number(attributes.id), { productId: Number(attributes.group_id) }])).toEqual([
    ...priced,
  ])
})

it('says the packing and the sizes as parameters, and links to the very size', async () => {
  const offers = check((await server.get('/feeds/yml.xml')).text, 'Дендро').filter(({ attributes }) =>
    priced.has(Number(attributes.id)),
  )
  const paramsOf = (offer: Element | undefined) =>
    offer?.children
      .filter(({ name }) => name === 'param')
      .map(({ attributes, text }) => [attributes.name, text, ...(attributes.unit ? [attributes.unit] : [])])
  expect(offers.slice(0, 4).map(paramsOf)).toEqual([
    [
      ['Размер', 'Выс. 60–80 · C 7,5'],
      ['Высота', '60–80', 'см'],
      ['Упаковка', 'Контейнер'],
      ['Объём контейнера', '7.5', 'л'],
    ],
    [
      ['Размер', 'Многоствольное · обхват 18–20 · 3 ствола · WRB 80'],
      ['Обхват ствола', '18–20', 'см'],
      ['Стволов', '3', 'шт'],
      ['Форма', 'Многоствольное'],
      ['Упаковка', 'Ком в мешковине и сетке'],
      ['Диаметр кома', '80', 'см'],
    ],
    [
      ['Размер', 'Сеянец · выс. штамба 220 · 4xv · ОКС'],
      ['Высота штамба', '220', 'см'],
      ['Пересадок', '4'],
      ['Форма', 'Сеянец, подвой'],
      ['Упаковка', 'Открытая корневая система'],
    ],
    [],
  ])
  // As the filters of the catalogue name them.
  const { form } = (await server.get('/api/offers/')).body.facets
  expect(form.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Многоствольное', 'Сеянец, подвой'])
  for (const offer of offers) {
    expect(child(offer, 'url').text.endsWith(`#v${offer.attributes.id}`)).toBe(true)
  }
})
