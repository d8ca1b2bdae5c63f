import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'

/** Operators of PostgreSQL's searches, in chains. */
const operators = ['-', '- ', '-!', '& ', '| ', '<-> ', ':* ', '"', '-"" ', 'or ', '-a '].map(
  part => `${part.repeat(80).slice(0, 250)}туя`,
)

/** Texts made to hurt whoever reads them. */
const texts = [
  ...operators,
  '- '.repeat(128),
  // Words that a search leaves out, and what is no word at all.
  ...['и в на с', 'the of and', '…', '«»', '——', '-', '\u00AD', '\u200B', '\u2028', '\u202E', '\u0301'],
  // Patterns and escapes.
  ...['%', '_', '\\', '%_\\'.repeat(80), "'; drop table users; --", '$1', '\\u0000', '%00'],
  // Control characters: no text of PostgreSQL holds a NUL.
  ...['\u0000', 'а\u0000б', '\u0085'],
  // Halves of pairs, and letters beyond the first plane.
  ...['а\uDF32\uD83C', 'аб\uDF32вг', '🌲'.repeat(120), '𝒯𝓊𝓎𝒶', 'e\u0301'.repeat(120)],
  // Long ones, and numbers that are none.
  ...['я'.repeat(5000), 'a'.repeat(255), 'а '.repeat(127), '1шт '.repeat(60), '1'.repeat(255), '1e999', '٣٤'],
  ...['__proto__', 'constructor'],
]

const takesAnyWord = (shape: z.ZodType) => ['туя', 'x'].every(word => shape.safeParse(word).success)

/** The parameters that accept any word, from the contract, so that none can be forgotten. */
const searched = Object.entries<Call>(calls).flatMap(([name, { query }]) => {
  const [method, path = ''] = name.split(' ')
  if (method !== 'GET' || !(query instanceof z.ZodObject)) return []
  const shapes = Object.entries(query.shape as Record<string, z.ZodType>)
  const required = shapes
    .filter(([, shape]) => !shape.safeParse(undefined).success)
    .map(([parameter, shape]) => [parameter, ['x', '1'].find(text => shape.safeParse(text).success) ?? ''] as const)
  return shapes.filter(([, shape]) => takesAnyWord(shape)).map(([parameter]) => ({ path, parameter, required }))
})

let whole: TestServer
/** The same, where moderators need no second factor. */
let server: TestServer
let moderator: string
let seller: string
/** What stands for the parameters of paths. */
let places: Record<string, string>
beforeAll(async () => {
  whole = await testServer()
  server = await whole.withSettings({ staffSecondFactor: 'optional' })
  const { db } = whole.database
  moderator = (await makePerson(db, { email: staffEmail })).id
  seller = (await makeCompany(db)).creatorId
  const [plant] = await db.select({ slug: plants.slug }).from(plants).limit(1)
  const form = new FormData()
  form.append('file', new File(['Наименование;Цена\nТуя западная;100\n'], 'прайс.csv'))
  const { body } = await server.send('POST', '/api/price-lists/', form, seller)
  places = { category_slug: 'hvoynye', slug: plant?.slug ?? '', id: body.id }
  await readyToSearch(server)
})
afterAll(async () => {
  await server.close()
  await whole.close()
})

describe('a hostile text is found or refused, never a failure', () => {
  it.each(searched)('$path?$parameter=', async ({ path, parameter, required }) => {
    const address = `/api${path.replace(/:(\w+)/g, (_, name: string) => places[name] ?? name)}`
    const others = required.filter(([name]) => name !== parameter).map(([name, value]) => `&${name}=${value}`)
    const person = path.startsWith('/staff/') ? moderator : seller
    const ask = async (text: string) =>
      (await server.get(`${address}?${parameter}=${encodeURIComponent(text)}${others.join('')}`, person)).status
    expect([200, 404]).toContain(await ask('x'))
    const failed: [string, number][] = []
    for (const text of texts) {
      // An address cannot contain halves of pairs, and can be too long.
      const status = await ask(text.toWellFormed())
      if (![200, 400, 404, 431].includes(status)) failed.push([text, status])
    }
    expect(failed).toEqual([])
  })

  it('POST /search/', async () => {
    const failed: [string, number][] = []
    for (const query of texts) {
      const { status } = await server.send('POST', '/api/search/', { query }, seller)
      if (status !== 200 && status !== 400) failed.push([query, status])
    }
    expect(failed).toEqual([])
  })
})

it('a dash between words excludes nothing, one before a word does', async () => {
  await makeProduct(whole.database.db, { genus: 'Проба', species: 'Шаровидная' })
  const count = async (search: string) =>
    (await server.get(`/api/products/?search=${encodeURIComponent(search)}`)).body.count
  expect(await count('проба - шаровидная')).toBe(1)
  expect(await count('проба -- шаровидная')).toBe(1)
  expect(await count('проба -шаровидная')).toBe(0)
})
