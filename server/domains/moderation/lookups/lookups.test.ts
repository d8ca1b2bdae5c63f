import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, lookupId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'

let server: TestServer
let staff: string
let other: string

beforeAll(async () => {
  server = await testServer()
  staff = (await makePerson(server.database.db, { email: staffEmail })).id
  other = (await makePerson(server.database.db, { email: otherStaffEmail })).id
})
afterAll(() => server.close())

const reason = 'Так понятнее'
const all = async (kind: string) => (await server.get(`/api/staff/lookups/${kind}/`, staff)).body
const entry = async (kind: string, id: number) => (await all(kind)).find((row: any) => row.id === id)
const send = (path: string, body?: unknown, userId = staff) =>
  server.send('POST', `/api/staff/lookups/${path}`, body, userId)
const offered = async (path: string) => (await server.get(`/api/${path}`)).body.map(({ name }: any) => name)

it('every list is shown with its uses, and is added to and renamed in every process at once', async () => {
  const { db } = server.database
  const container = await lookupId(db, 'root_packaging', 'container')
  const product = await makeProduct(db, { rootPackagingId: container })
  const other = await server.another()
  const page = async () => (await other.inject({ url: '/api/products/hvoynye/' })).json()
  const namesOf = async () => (await page()).facets.rsp.map(({ name }: any) => name)
  const before = await entry('root_packaging', container)
  expect(await namesOf()).toEqual([before.name])
  expect(before).toMatchObject({ uses_count: 1, is_hidden: false, merged_into: null })

  const { status, body } = await send('', { kind: 'root_packaging', name: 'Мешок', description: '' })
  expect([status, body]).toEqual([201, expect.objectContaining({ name: 'Мешок', uses_count: 0 })])
  expect((await offered('products/rsp/')).at(-1)).toBe('Мешок')
  expect((await send('', { kind: 'root_packaging', name: 'МЕШОК', description: '' })).body.fields).toMatchObject({
    name: [{ message: 'Такая запись уже есть', code: 'unique' }],
  })
  expect((await send('', { kind: 'nonsense', name: 'x', description: '' })).status).toBe(400)
  expect((await send('', { kind: 'winter_hardiness', name: 'Зона 10', description: '' })).status).toBe(409)

  const edit = { was: before.name, name: 'Горшок', description: 'С землёй' }
  expect((await send(`${container}/edit/`, edit)).body).toMatchObject({ name: 'Горшок', description: 'С землёй' })
  expect(await namesOf()).toEqual(['Горшок'])
  const seen = await other.inject({ url: `/api/products/hvoynye/${product.slug}/` })
  expect(seen.json().rsp.name).toBe('Горшок')
  await other.close()
  expect((await send(`${container}/edit/`, edit)).body.detail).toContain('«Горшок»')
  expect((await send(`${container}/edit/`, { ...edit, was: 'Горшок', name: 'мешок' })).body.fields).toHaveProperty(
    'name',
  )
  expect((await send('999999/edit/', edit)).status).toBe(404)
  const [last] = (await server.get('/api/staff/journal/?subject=lookup', staff)).body.results
  expect(last).toMatchObject({ action: 'rename', subject_name: `${before.name} → Горшок` })
})

it('a merged entry is replaced everywhere, in products, companies and posts', async () => {
  const { db } = server.database
  const ball = await lookupId(db, 'root_packaging', 'root-ball')
  const bare = await lookupId(db, 'root_packaging', 'bare')
  const product = await makeProduct(db, { rootPackagingId: ball })
  const moscow = await lookupId(db, 'region', 'MOW')
  const region = await lookupId(db, 'region', 'MOS')
  const company = await makeCompany(db, { regionId: moscow })
  const { body: announced } = await server.send(
    'POST',
    '/api/products/create/',
    { category: await categoryId(db, 'hvoynye'), genus: 'Туя', species: "западная 'Smaragd'" },
    company.creatorId,
  )
  expect((await entry('region', moscow)).uses_count).toBe(1)
  const merge = (id: number, into: number, userId = staff) => send(`${id}/merge/`, { into, reason }, userId)
  const before = await databaseState(db)
  for (const into of [ball, moscow, 999_999]) expect((await merge(ball, into)).body.fields).toHaveProperty('into')
  expect((await send(`${ball}/merge/`, { into: bare })).body.fields).toHaveProperty('reason')
  const zone = await lookupId(db, 'winter_hardiness', '4')
  expect((await merge(zone, await lookupId(db, 'winter_hardiness', '5'))).status).toBe(409)
  expect(await databaseState(db)).toEqual(before)

  const answers = await Promise.all([merge(ball, bare), merge(ball, bare, other)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await entry('root_packaging', ball)).toMatchObject({ merged_into: { id: bare }, uses_count: 0 })
  const [row] = await db.select().from(products).where(eq(products.id, product.id))
  expect(row?.rootPackagingId).toBe(bare)

  const { name } = await entry('region', region)
  expect((await merge(moscow, region)).status).toBe(200)
  const [moved] = await db.select().from(companies).where(eq(companies.id, company.id))
  expect(moved?.regionId).toBe(region)
  const inRegion = new URLSearchParams({ product__team__team_city_id__name: name })
  const found = (await server.get(`/api/posts/?${inRegion}`, company.creatorId)).body.results
  expect(found.map((post: any) => post.product.id)).toContain(announced.id)
  expect(await offered('teams/cities/')).not.toContain('Москва')
  // Forms opened earlier still send the old entry.
  const { body: saved } = await server.send(
    'POST',
    `/api/products${announced.get_absolute_url}edit/`,
    { rsp: ball },
    company.creatorId,
  )
  expect(saved.rsp.id).toBe(bare)
  const team = await server.send('PATCH', `/api/teams/${company.id}/`, { team_city: 'Москва' }, company.creatorId)
  expect(team.body.team_city.id).toBe(region)
  // The merged entry's name can be taken if it is the better one.
  expect((await send(`${region}/edit/`, { was: name, name: 'Москва', description: '' })).body.name).toBe('Москва')
  expect((await entry('region', moscow)).name).toBe(name)
  expect((await send(`${moscow}/restore/`)).status).toBe(409)
})

it.each([
  ['growth_pattern', 'growthPatternId'],
  ['place_of_cultivation', 'placeOfCultivationId'],
  ['crown_shape', 'crownShapeId'],
  ['age_group', 'ageGroupId'],
  ['root_packaging', 'rootPackagingId'],
  ['region', 'regionId'],
  ['specific', 'specificId'],
  ['delivery', 'deliveryId'],
] as const)(
  'all uses of an entry of %s are counted, and have the remaining entry after a merge',
  async (kind, column) => {
    const { db } = server.database
    const add = async (name: string) => (await send('', { kind, name, description: '' })).body.id
    const [old, next] = [await add('Прежнее'), await add('Нынешнее')]
    const isOfCompanies = column === 'regionId' || column === 'specificId' || column === 'deliveryId'
    await (isOfCompanies ? makeCompany(db, { [column]: old }) : makeProduct(db, { [column]: old }))
    expect(await entry(kind, old)).toMatchObject({ uses_count: 1 })
    expect((await send(`${old}/merge/`, { into: next, reason })).status).toBe(200)
    expect(await entry(kind, old)).toMatchObject({ uses_count: 0, is_hidden: true, merged_into: { id: next } })
    expect(await entry(kind, next)).toMatchObject({ uses_count: 1 })
  },
)

it('a hidden entry is not offered; its uses keep it and are found by it', async () => {
  const { db } = server.database
  const old = await lookupId(db, 'age_group', 'sapling')
  const { creatorId, id: companyId } = await makeCompany(db)
  const product = await makeProduct(db, { companyId, ageGroupId: old })
  const { name } = await entry('age_group', old)
  expect((await send(`${old}/hide/`, {})).body.fields).toHaveProperty('reason')
  const answers = await Promise.all([send(`${old}/hide/`, { reason }), send(`${old}/hide/`, { reason }, other)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await offered('products/age_group/')).not.toContain(name)
  expect((await server.get(`/api/products/hvoynye/${product.slug}/`)).body.age_group.name).toBe(name)
  const edit = (slug: string, fields: object) =>
    server.send('POST', `/api/products/hvoynye/${slug}/edit/`, fields, creatorId)
  expect((await edit(product.slug, { age_group: old, price: 5 })).body.age_group.name).toBe(name)
  const without = await makeProduct(db, { companyId })
  expect((await edit(without.slug, { age_group: old })).body.fields).toHaveProperty('age_group')

  const bag = await lookupId(db, 'root_packaging', 'container')
  await makeProduct(db, { rootPackagingId: bag })
  await send(`${bag}/hide/`, { reason })
  const page = (await server.get('/api/products/hvoynye/')).body
  expect(page.facets.rsp.map(({ id }: any) => id)).toContain(bag)
  expect((await send(`${bag}/restore/`)).body.is_hidden).toBe(false)
  expect((await send(`${bag}/restore/`)).status).toBe(409)

  // The directory's facts about a plant do not offer it either.
  const conical = await lookupId(db, 'crown_shape', 'conical')
  const ask = async () =>
    (
      await server.get(
        `/api/products/plant/?${new URLSearchParams({
          category: String(await categoryId(db, 'hvoynye')),
          genus: 'Туя',
          species: "западная 'Smaragd'",
        })}`,
      )
    ).body.crown_shape
  expect((await ask()).id).toBe(conical)
  await send(`${conical}/hide/`, { reason })
  expect(await ask()).toBeNull()
})
