import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { lockCompany } from '#server/domains/companies/companies.service.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { lockReference } from '#server/domains/reference/reference.api.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, lookupId, makeCompany, makePerson } from '#server/test/factories.ts'
import { upload } from '#server/test/pictures.ts'
import { type TestStore, testFolder } from '#server/test/stores.ts'
import { productSlugs, products } from './products.tables.ts'

/** Runs once, while the next save stores its pictures: after its form was read, before anything is locked. */
let meanwhile: (() => Promise<unknown>) | null = null

let server: TestServer
let store: TestStore
let company: Awaited<ReturnType<typeof makeCompany>>
let employee: string
let conifers: number
let zone: number

beforeAll(async () => {
  store = await testFolder()
  const files: FileStore = {
    ...store.files,
    async writeAll(written) {
      const happen = meanwhile
      meanwhile = null
      await happen?.()
      await store.files.writeAll(written)
    },
  }
  server = await testServer({ files })
  conifers = await categoryId(server.database.db, 'hvoynye')
  zone = await lookupId(server.database.db, 'winter_hardiness', '3')
})
afterAll(async () => {
  await server.close()
  await store.close()
})
beforeEach(async () => {
  employee = (await makePerson(server.database.db)).id
  company = await makeCompany(server.database.db, { employees: [employee] })
})

const smaragd = { genus: 'Туя', species: "западная 'Smaragd'" }

const create = (fields: Record<string, unknown> = {}) =>
  server.send(
    'POST',
    '/api/products/create/',
    { category: conifers, ...smaragd, winter_hardiness: zone, ...fields },
    employee,
  )
const edit = (body: { get_absolute_url: string }, fields: Record<string, unknown>) =>
  server.send('POST', `/api/products${body.get_absolute_url}edit/`, fields, employee)

/** Concurrent changes that a waiting form must notice, with the expected status and field. */
const changes: Record<string, { happens: (uploadId: string) => Promise<unknown>; status: number; field?: string }> = {
  'the person leaves the company': {
    happens: () => server.database.db.delete(companyMembers).where(eq(companyMembers.userId, employee)),
    status: 403,
  },
  'another form takes the upload': {
    happens: id => server.database.db.delete(uploads).where(eq(uploads.id, id)),
    status: 400,
    field: 'photos',
  },
  'a moderator hides the lookup': {
    happens: () => server.database.db.update(lookups).set({ isHidden: true }).where(eq(lookups.id, zone)),
    status: 400,
    field: 'winter_hardiness',
  },
}

describe.each(Object.entries(changes))('during a save: %s', (_, { happens, status, field }) => {
  it.each(['a new product', 'an edited one'])('%s is refused, and nothing of it is stored', async which => {
    const { db } = server.database
    const id = await upload(server, employee)
    const { body: before } = which === 'an edited one' ? await create({ winter_hardiness: '' }) : { body: null }
    let state = {}
    meanwhile = async () => {
      await happens(id)
      state = await databaseState(db)
    }
    const fields = { winter_hardiness: zone, photos: [id], foliage_or_needles_color: 'Золотистая' }
    const answer = await (before ? edit(before, fields) : create(fields))
    const after = await databaseState(db)
    await db.update(lookups).set({ isHidden: false }).where(eq(lookups.id, zone))
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, field ? [field] : []])
    expect(after).toEqual(state)
  })
})

describe('a change during the creation of a product', () => {
  it('its author moves to another company: it is stored in neither', async () => {
    const { db } = server.database
    const other = await makeCompany(db)
    meanwhile = () => db.update(companyMembers).set({ companyId: other.id }).where(eq(companyMembers.userId, employee))
    expect((await create()).status).toBe(409)
    expect(await db.select().from(products).where(eq(products.createdById, employee))).toEqual([])
  })

  it('its company is suspended: it is suspended too', async () => {
    meanwhile = () =>
      server.database.db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, company.id))
    const { status, body } = await create()
    expect([status, body.is_active]).toEqual([201, false])
  })

  it('its plant leaves the directory: it is not published', async () => {
    const { db } = server.database
    const plant = eq(plants.latinName, "Thuja occidentalis 'Smaragd'")
    meanwhile = () => db.update(plants).set({ isHidden: true }).where(plant)
    const { status, body } = await create()
    await db.update(plants).set({ isHidden: false }).where(plant)
    expect([status, body.is_active, body.latin_name]).toEqual([201, false, ''])
  })

  it('another product takes its slug: it gets the next one', async () => {
    meanwhile = () => server.database.db.insert(productSlugs).values({ slug: 'sosna-pervaya' })
    const { status, body } = await create({ genus: 'Сосна', species: 'первая' })
    expect([status, body.slug]).toEqual([201, 'sosna-pervaya-2'])
  })
})

it('an edited product is drawn in its final state, even with concurrent changes', async () => {
  const { db } = server.database
  const both = { height_at_maturity: 12, foliage_or_needles_color: 'Золотистая' }
  const unknown = { species: 'западная невиданная' }
  const { body: wanted } = await create({ ...unknown, ...both })
  const { body } = await create(unknown)
  meanwhile = () => db.update(products).set({ matureHeightMm: 12_000 }).where(eq(products.id, body.id))
  const { body: edited } = await edit(body, { foliage_or_needles_color: both.foliage_or_needles_color })
  expect([edited.height_at_maturity, edited.get_image]).toEqual([12, wanted.get_image])
})

it('if two forms use one upload at the same time, one gets an error', async () => {
  const id = await upload(server, employee)
  const answers = await Promise.all([create({ photos: [id] }), create({ photos: [id] })])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400])
  expect(answers.find(({ status }) => status === 400)?.body.fields.photos[0].code).toBe('unknown')
})

/** Saves wait while one of these is locked (docs/LOCKS.md). */
const locks: Record<string, (tx: Tx) => Promise<unknown>> = {
  'the reference data': lockReference,
  'the company': tx => lockCompany(tx, company.id),
  'who has listed the product': tx => lockPeople(tx, [employee]),
}

// The embedded database has a single connection, so there is no waiting.
describe.skipIf(!inject('template')).each(Object.entries(locks))('during a lock on %s', (_, lock) => {
  it.each(['a new product', 'an edited one'])('%s waits, and uses the changed state', async which => {
    const { body } = await create()
    const answer = await server.database.db.transaction(async tx => {
      await lock(tx)
      const waiting = which === 'a new product' ? create() : edit(body, { price: 5 })
      expect(await Promise.race([waiting, sleep(700, 'waits')])).toBe('waits')
      await tx.delete(companyMembers).where(eq(companyMembers.userId, employee))
      return { waiting }
    })
    expect((await answer.waiting).status).toBe(403)
  })
})
