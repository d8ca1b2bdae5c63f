import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { productImages, products } from '#server/domains/products/products.tables.ts'
import { forgetExpiredUploads } from '#server/domains/uploads/uploads.service.ts'
import { uploads } from '#server/domains/uploads/uploads.tables.ts'
import { closeAfterTest, type TestServer, testServer } from '#server/test/app.ts'
import { makePerson, makeProduct } from '#server/test/factories.ts'
import { mediaFiles, pictureBytes } from '#server/test/pictures.ts'
import { eachStore, type TestStore } from '#server/test/stores.ts'
import { uuidv7 } from '../database/ids.ts'
import { cleanMedia } from './media-cleanup.ts'
import { putMedia } from './media.queries.ts'
import { media } from './media.tables.ts'
import { drawnPrefix } from './media.ts'

const hour = 60 * 60 * 1000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour)

describe.each(eachStore)('in %s', (_, open) => {
  let server: TestServer
  let store: TestStore

  beforeAll(async () => {
    store = await open()
    server = await testServer({ files: store.files })
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })

  beforeEach(async () => {
    await cleanMedia(server.database.db, server.media, true)
  })

  const put = async () => server.media.putPicture(sharp(await pictureBytes()))

  /** A stored picture whose files and row are of this age; without a row when `row` is false. */
  async function stored(hours: number, { row = true } = {}): Promise<string> {
    const key = await put()
    for (const name of filesOf(key)) {
      store.age(name, hoursAgo(hours))
    }
    if (row) await server.database.db.insert(media).values({ key, createdAt: hoursAgo(hours) })
    return key
  }

  const filesOf = (key: string) => store.names().filter(name => name.startsWith(key))
  const hasRow = async (key: string) =>
    (await server.database.db.select().from(media).where(eq(media.key, key))).length === 1
  const clean = (alone: boolean) => cleanMedia(server.database.db, server.media, alone)

  describe.each([true, false])('a clean-up, alone in the folder: %s', alone => {
    it('keeps whatever is referenced, however old', async () => {
      const { db } = server.database
      const keys = await Promise.all([stored(99), stored(99), stored(99), stored(99)])
      const [drawn, photo, avatar, waiting] = keys
      const product = await makeProduct(db, { drawnMediaKey: drawn })
      await db.insert(productImages).values({ productId: product.id, mediaKey: photo, position: 0 })
      const person = await makePerson(db, { avatarKey: avatar })
      await db.insert(uploads).values({ id: uuidv7(), ownerId: person.id, mediaKey: waiting })
      await clean(alone)
      for (const key of keys) expect([filesOf(key).length, await hasRow(key)]).toEqual([3, true])
      // And removes it once nothing refers to it any more.
      await db.delete(products).where(eq(products.id, product.id))
      await db.update(users).set({ avatarKey: null }).where(eq(users.id, person.id))
      await db.delete(uploads).where(eq(uploads.ownerId, person.id))
      await clean(alone)
      for (const key of keys) expect([filesOf(key).length, await hasRow(key)]).toEqual([0, false])
    })

    it('removes unreferenced rows after a day', async () => {
      const [young, old] = await Promise.all([stored(23), stored(25)])
      await clean(alone)
      expect([filesOf(young).length, await hasRow(young)]).toEqual([3, true])
      expect([filesOf(old).length, await hasRow(old)]).toEqual([0, false])
    })

    it('removes files without a row: those older than a day, or all if no other process can be writing', async () => {
      const [young, old] = await Promise.all([stored(1, { row: false }), stored(25, { row: false })])
      const [draft, oldDraft] = ['ab/draft-640.webp.0190.tmp', 'ab/old-640.webp.0190.tmp']
      for (const name of [draft, oldDraft]) await store.files.write(name, Buffer.from('half'))
      store.age(oldDraft, hoursAgo(25))
      await clean(alone)
      expect(filesOf(old)).toEqual([])
      expect(store.names()).not.toContain(oldDraft)
      expect(filesOf(young)).toHaveLength(alone ? 0 : 3)
      expect(store.names().includes(draft)).toBe(!alone)
    })
  })

  it('an AVIF goes with its picture, even if it was made just now', async () => {
    const key = await stored(25)
    await store.files.write(`${key}-320.avif`, Buffer.from('x'))
    await clean(false)
    expect(filesOf(key)).toEqual([])
  })

  it.each([true, false])('an AVIF of a drawing stays for a month, alone in the folder: %s', async alone => {
    const [young, old] = [`${drawnPrefix}${'a'.repeat(32)}-320.avif`, `${drawnPrefix}${'b'.repeat(32)}-320.avif`]
    for (const name of [young, old]) await store.files.write(name, Buffer.from('x'))
    store.age(young, hoursAgo(29 * 24))
    store.age(old, hoursAgo(31 * 24))
    await clean(alone)
    expect(store.names().filter(name => name.startsWith(drawnPrefix))).toEqual([young])
  })

  it('a picture stored again counts as new, its files and its row', async () => {
    const bytes = await pictureBytes()
    const again = () => server.media.putPicture(sharp(bytes))
    const key = await again()
    for (const name of filesOf(key)) store.age(name, hoursAgo(99))
    await server.database.db.insert(media).values({ key, createdAt: hoursAgo(99) })
    // Before a save of the same picture has written its row, and after.
    await again()
    await server.database.db.delete(media).where(eq(media.key, key))
    await clean(false)
    expect(filesOf(key)).toHaveLength(3)
    await server.database.db.insert(media).values({ key, createdAt: hoursAgo(99) })
    await server.database.db.transaction(tx => putMedia(tx, [key, key]))
    await clean(true)
    expect([filesOf(key).length, await hasRow(key)]).toEqual([3, true])
  })

  it('uploads that no form uses are deleted after a day, with their pictures', async () => {
    const { db } = server.database
    const person = await makePerson(db)
    const [young, old] = await Promise.all([stored(30), stored(30)])
    const upload = (mediaKey: string, hours: number) => ({
      id: uuidv7(),
      ownerId: person.id,
      mediaKey,
      createdAt: hoursAgo(hours),
    })
    await db.insert(uploads).values([upload(young, 23), upload(old, 25)])
    await forgetExpiredUploads(db)
    await clean(true)
    expect((await db.select().from(uploads)).map(row => row.mediaKey)).toEqual([young])
    expect([filesOf(young).length, filesOf(old).length]).toEqual([3, 0])
  })

  it('finds files to remove beyond the first page of the list', { timeout: 120_000 }, async () => {
    const keys = Array.from({ length: 1010 }, (_unused, n) => `zz/${String(n).padStart(32, '0')}`)
    for (const key of keys) await store.files.write(`${key}-640.webp`, Buffer.from('x'))
    const last = await stored(25, { row: false })
    await clean(false)
    expect(filesOf(last)).toEqual([])
    const left = () => store.names().filter(name => name.startsWith('zz/'))
    expect(left()).toHaveLength(keys.length)
    await clean(true)
    expect(left()).toEqual([])
  })
})

it('tens of thousands of files are checked quickly', { timeout: 60_000 }, async () => {
  const server = await testServer()
  closeAfterTest(server)
  const { db } = server.database
  const clean = () => cleanMedia(db, server.media, true)
  const keys = Array.from({ length: 4000 }, (_, n) => {
    const folder = (n % 256).toString(16).padStart(2, '0')
    return `${folder}/${folder}${String(n).padStart(30, '0')}`
  })
  for (const folder of new Set(keys.map(key => key.slice(0, 2)))) mkdirSync(join(server.dataDir, 'media', folder))
  for (const key of keys) {
    for (const width of [320, 640, 1280]) writeFileSync(join(server.dataDir, 'media', `${key}-${width}.webp`), '')
  }
  await db.insert(media).values(keys.map(key => ({ key })))
  const began = performance.now()
  await clean()
  expect(performance.now() - began).toBeLessThan(3000)
  expect(mediaFiles(server.dataDir).length).toBeGreaterThanOrEqual(12_000)
  await db.update(media).set({ createdAt: hoursAgo(99) })
  await clean()
  expect(mediaFiles(server.dataDir).length).toBeLessThan(10)
})
