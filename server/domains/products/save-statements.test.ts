import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#server/test/app.ts'
import { categoryId, lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { upload } from '#server/test/pictures.ts'
import { countStatements } from '#server/test/statement-count.ts'

let server: TestServer
/** The same with rate limits, as in production: they are written to the database once in a number of requests. */
let limited: TestServer
let creator: string
let employee: string
let fields: Record<string, unknown>

beforeAll(async () => {
  server = await testServer()
  limited = await server.withSettings({ rateLimits: true })
  const { db } = server.database
  employee = (await makePerson(db)).id
  creator = (await makeCompany(db, { employees: [employee] })).creatorId
  fields = {
    category: await categoryId(db, 'hvoynye'),
    genus: 'Туя',
    species: "западная 'Smaragd'",
    description: 'Ровные, густые.',
    price: 1500,
    winter_hardiness: await lookupId(db, 'winter_hardiness', '3'),
    growth_pattern: await lookupId(db, 'growth_pattern', 'tree'),
    rsp: await lookupId(db, 'root_packaging', 'container'),
    s_height_from: 100,
    s_height_to: 120,
  }
})
afterAll(async () => {
  await limited.close()
  await server.close()
})

/** The response of one save, and the number of statements since the request arrived. */
async function save(path: string, payload: object, userId: string) {
  const headers = { authorization: await server.bearer(userId) }
  const statements = countStatements()
  const response = await limited.app.inject({
    method: 'POST',
    url: encodeURI(`/api/products${path}`),
    headers,
    payload,
  })
  statements.stop()
  return { status: response.statusCode, body: response.json(), count: statements.sofar() }
}

const create = async (userId: string, more: object = {}) => {
  const photos = [await upload(server, userId), await upload(server, userId)]
  return save('/create/', { ...fields, photos, ...more }, userId)
}

describe('saving a product', () => {
  // The plant is in the directory: the product is published, posted to the feed, and told to whoever has not blocked its author.
  it.each([
    ['its company’s creator', () => create(creator)],
    ['its company’s creator, who names an employee', () => create(creator, { assigned_to: employee })],
    ['an employee', () => create(employee)],
  ])('takes at most 16 statements for a new product with two photos: by %s', async (_, saved) => {
    const { status, body, count } = await saved()
    expect([status, body.is_active, body.images.length]).toEqual([201, true, 2])
    expect(count).toBeLessThanOrEqual(16)
  })

  it('takes at most 8 statements for another price', async () => {
    const { body } = await create(creator)
    const photos = body.images.map(({ id }: { id: number }) => id)
    // As the browser sends it: the changed field, and the photos unchanged.
    for (const sent of [{ price: 1600 }, { price: 1700, photos }]) {
      const { status, body: edited, count } = await save(`${body.get_absolute_url}edit/`, sent, creator)
      expect([status, edited.price, edited.images]).toEqual([200, sent.price, body.images])
      expect(count).toBeLessThanOrEqual(8)
    }
  })
})
