import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeProduct } from '#server/test/factories.ts'
import { companies } from '../companies/companies.tables.ts'
import { products } from '../products/products.tables.ts'
import { variants } from '../products/variants/variants.tables.ts'

let server: TestServer

/** The test products, by short names used in the tests. */
const plants = {
  thuja: {
    genus: 'Туя',
    species: "западная 'Smaragd'",
    latinName: "Thuja occidentalis 'Smaragd'",
    synonyms: 'Смарагд; Emerald; жизненное дерево',
  },
  maple: { genus: 'Клён', species: 'остролистный', latinName: 'Acer platanoides', synonyms: 'Клён платановидный' },
  spruce: {
    genus: 'Ель',
    species: 'колючая',
    latinName: 'Picea pungens',
    description: 'Голубая ёлка для больших садов, без колючек',
  },
  juniper: { genus: 'Можжевельник', species: 'казацкий', latinName: 'Juniperus sabina' },
  rose: {
    genus: 'Роза',
    species: 'морщинистая',
    latinName: 'Rosa rugosa',
    synonyms: 'шиповник морщинистый',
    description: 'Скидка 100%, размер_A; «сладкий» аромат',
  },
  lime: {
    genus: 'Липа',
    species: "мелколистная 'Green_Spire'",
    latinName: 'Tilia cordata',
    description: 'Садовая классика',
  },
  hidden: { genus: 'Туя', species: "западная 'Brabant'", latinName: "Thuja occidentalis 'Brabant'", isApproved: false },
}
type Name = keyof typeof plants
const nameOf = new Map<number, Name>()

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const company = await makeCompany(db, { name: 'Питомник Сосновый бор' })
  for (const [name, plant] of Object.entries(plants)) {
    const row = await makeProduct(db, { companyId: company.id, category: 'rozy', ...plant })
    nameOf.set(row.id, name as Name)
  }
})
afterAll(() => server.close())

async function found(text: string): Promise<(Name | undefined)[]> {
  const query = new URLSearchParams([
    ['search', text],
    ['page_size', '100'],
  ])
  const all = await server.get(`/api/products/?${query}`)
  const inCategory = await server.get(`/api/products/rozy/?${query}`)
  expect([all.status, inCategory.status]).toEqual([200, 200])
  expect(inCategory.body.products).toEqual(all.body.results)
  expect([all.body.count, inCategory.body.count]).toEqual([all.body.results.length, all.body.results.length])
  return all.body.results.map((card: { id: number }) => nameOf.get(card.id)).toSorted()
}

describe('search', () => {
  it.each<[string, string, Name[]]>([
    ['the genus', 'туя', ['thuja']],
    ['another case of the word', 'туи', ['thuja']],
    ['another case of the adjective', 'западную тую', ['thuja']],
    ['letter case', 'ТУЯ ЗАПАДНАЯ', ['thuja']],
    ['words in any order', 'колючая ель', ['spruce']],
    ['a plural', 'ели колючие', ['spruce']],
    ['е for ё', 'клен', ['maple']],
    ['ё as written', 'клён', ['maple']],
    ['ё in another case', 'клёны', ['maple']],
    ['е for ё in another case', 'клены остролистные', ['maple']],
    ['ё where the name has е', 'ёль', ['spruce']],
    ['a word of the description', 'голубые', ['spruce']],
    ['е for ё in the description', 'елка', ['spruce']],
    ['ё in the description', 'ёлка', ['spruce']],
    ['the Latin genus', 'picea', ['spruce']],
    ['the whole Latin name', 'Acer platanoides', ['maple']],
    ['Latin in capitals', 'ACER', ['maple']],
    ['the cultivar', 'Smaragd', ['thuja']],
    ['the cultivar in quotes', "'smaragd'", ['thuja']],
    ['a Russian synonym', 'смарагд', ['thuja']],
    ['a synonym of two words', 'жизненное дерево', ['thuja']],
    ['a Latin synonym', 'emerald', ['thuja']],
    ['a synonym with ё', 'Клён платановидный', ['maple']],
    ['a synonym that the name has not', 'шиповник', ['rose']],
    ['the beginning of a word', 'можж', ['juniper']],
    ['the middle of a word', 'жевельн', ['juniper']],
    ['a part of a Latin word', 'smar', ['thuja']],
    ['a part across two words', 'жевельник каз', ['juniper']],
    ['two letters', 'жж', ['juniper']],
    ['words of different products', 'туя клён', []],
    ['a word that nobody has', 'баобаб', []],
    ['the name of a company', 'бор', ['juniper', 'lime', 'maple', 'rose', 'spruce', 'thuja']],
    ['an unpublished product', 'Brabant', []],
  ])('%s', async (_, text, names) => {
    expect(await found(text)).toEqual(names.toSorted())
  })

  it('treats wildcards as literal characters', async () => {
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual(['lime'])
    expect(await found('т_я')).toEqual([])
    expect(await found('green_sp')).toEqual(['lime'])
    expect(await found('greenxsp')).toEqual([])
    expect(await found('Т%я')).toEqual([])
    expect(await found('\\')).toEqual([])
    expect(await found('туя\\')).not.toContain('maple')
  })

  it.each([
    "'",
    '"',
    '"туя',
    "т'уя",
    '\\',
    '%',
    '%%%',
    '_',
    '&',
    '|',
    '!',
    '! & | ( ) : * <-> <2>',
    'туя:*',
    'туя & | клён',
    '!туя',
    '(((',
    ')',
    '<->',
    'туя <-> западная',
    ':A',
    '*',
    '-',
    '--',
    '-- drop table products',
    "'; delete from products; --",
    '$1',
    '$$',
    '{}',
    '${1+1}',
    '🌲',
    '\u202Eяут',
    'и',
    'и в на',
    '\t\n',
    'or',
    'туя or клён',
    '"западная туя"',
    'а'.repeat(255),
    `${'а '.repeat(120)}`,
    '" "'.repeat(60),
  ])('accepts %j without an error', async text => {
    const { status, body } = await server.get(`/api/products/?${new URLSearchParams([['search', text]])}`)
    expect(status).toBe(200)
    expect(body.count).toBe(body.results.length)
    // No search text finds unpublished products.
    expect(body.results.every((card: { is_active: boolean }) => card.is_active)).toBe(true)
  })

  it('ignores an empty search and one of only spaces', async () => {
    for (const text of ['', '   ', '\t']) expect(await found(text)).toHaveLength(6)
  })

  it('accepts a query that is not UTF-8', async () => {
    for (const bytes of ['%FF', '%ED%A0%80', '%C3', '%', '%zz']) {
      expect((await server.app.inject({ url: `/api/products/?search=${bytes}` })).statusCode).toBeLessThan(500)
    }
  })
})

describe('what was counted for words', () => {
  const search = async (query: object) => {
    const address = `/api/products/rozy/?${new URLSearchParams({ search: 'айва', page_size: '1', ...query })}`
    return (await server.get(address)).body.count as number
  }

  it('follows every change of what is offered', async () => {
    const { db } = server.database
    const company = await makeCompany(db)
    const quince = { companyId: company.id, category: 'rozy', genus: 'Айва', species: 'низкая', zone: 5 }
    expect(await search({})).toBe(0)
    const one = await makeProduct(db, quince)
    expect(await search({})).toBe(1)
    const other = await makeProduct(db, { ...quince, zone: 4, slug: 'ayva-drugaya' })
    expect(await search({})).toBe(2)
    const ofProduct = eq(products.id, other.id)
    await db.update(products).set({ zone: 6 }).where(ofProduct)
    expect(await search({ zone: 5 })).toBe(1)
    await db.update(products).set({ name: 'Груша обыкновенная', synonyms: '' }).where(ofProduct)
    expect(await search({})).toBe(1)
    await db.update(products).set({ synonyms: 'айва дикая' }).where(ofProduct)
    expect(await search({})).toBe(2)
    const ofSizes = eq(variants.productId, other.id)
    await db.update(variants).set({ priceKopecks: 100_00 }).where(ofSizes)
    expect(await search({ price_to: 150 })).toBe(1)
    await db.update(variants).set({ priceKopecks: 200_00 }).where(ofSizes)
    expect(await search({ price_to: 150 })).toBe(0)
    await db.update(companies).set({ name: 'Питомник «Облепиха»' }).where(eq(companies.id, company.id))
    expect(await search({ search: 'облепиха' })).toBe(2)
    await db.update(companies).set({ name: 'Питомник «Ирга»' }).where(eq(companies.id, company.id))
    expect(await search({ search: 'облепиха' })).toBe(0)
    const region = await lookupId(db, 'region', 'MOS')
    expect(await search({ region })).toBe(0)
    await db.update(companies).set({ regionId: region }).where(eq(companies.id, company.id))
    expect(await search({ region })).toBe(2)
    await db.update(products).set({ isApproved: false }).where(eq(products.id, one.id))
    expect(await search({})).toBe(1)
    await db.delete(products).where(ofProduct)
    expect(await search({})).toBe(0)
  })
})
