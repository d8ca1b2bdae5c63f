import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, makeCompany, makeMedia } from '#server/test/factories.ts'
import { formOf, isStored, mediaFiles, pictureBytes, pictureFile, upload } from '#server/test/pictures.ts'
import { waitingMax } from '../uploads/uploads.service.ts'
import { uploads } from '../uploads/uploads.tables.ts'

let server: TestServer
let creator: string
let other: string
let conifers: number

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  creator = (await makeCompany(db)).creatorId
  other = (await makeCompany(db)).creatorId
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

let number = 0
const create = (fields: Record<string, unknown>, userId = creator) =>
  server.send(
    'POST',
    '/api/products/create/',
    formOf({ category: conifers, genus: 'Ёлка', species: `снятая ${++number}`, ...fields }),
    userId,
  )
const edit = (body: { get_absolute_url: string }, fields: Record<string, unknown>, userId = creator) =>
  server.send('POST', `/api/products${body.get_absolute_url}edit/`, formOf(fields), userId)
const files = (count: number) => Promise.all(Array.from({ length: count }, () => pictureFile()))
const uploadsOf = (count: number, userId = creator) =>
  Promise.all(Array.from({ length: count }, () => upload(server, userId)))
const imageIds = (body: any): number[] => body.images.map((image: { id: number }) => image.id)
const addresses = (body: any): string[] => body.images.map((image: { get_image: string }) => image.get_image)

describe('photos of a product', () => {
  it('are the files sent with it, in order; the first is the cover', async () => {
    const { status, body } = await create({ images: await files(3) })
    expect(status).toBe(201)
    expect(new Set(addresses(body)).size).toBe(3)
    expect(body.get_image).toBe(addresses(body)[0])
    for (const image of body.images) {
      expect([isStored(server.dataDir, image.get_image), isStored(server.dataDir, image.get_thumbnail)]).toEqual([
        true,
        true,
      ])
    }
    expect((await server.get(`/api/products/${body.slug}/images/`, creator)).body).toEqual(body.images)
  })

  it('are uploads and files together, uploads first; the uploads are consumed', async () => {
    const ids = await uploadsOf(2)
    const [first, second] = ids
    const { body } = await create({ photos: [second?.toUpperCase(), first], images: await files(1) })
    expect(body.images).toHaveLength(3)
    const again = await create({ photos: [first] })
    expect([again.status, again.body.fields.photos[0].code]).toEqual([400, 'unknown'])
    expect(await server.database.db.select().from(uploads).where(eq(uploads.ownerId, creator))).toEqual([])
  })

  it('are added after existing ones, and removed by id', async () => {
    const { body } = await create({ images: await files(2) })
    const { body: more } = await edit(body, { images: await files(1) })
    expect(imageIds(more).slice(0, 2)).toEqual(imageIds(body))
    const [first = 0, second = 0, third = 0] = imageIds(more)
    const { body: fewer } = await edit(body, { delete_images: [first, third], images: await files(1) })
    expect(imageIds(fewer)[0]).toBe(second)
    expect(fewer.images).toHaveLength(2)
    expect(fewer.get_image).toBe(addresses(more)[1])
    // Without photos, the drawn picture is shown.
    const { body: none } = await edit(body, { delete_images: imageIds(fewer) })
    expect(none.images).toEqual([])
    expect(isStored(server.dataDir, none.get_image)).toBe(true)
  })

  it('stay when an edit does not mention them', async () => {
    const { body } = await create({ images: await files(2) })
    expect((await edit(body, { description: 'Иначе' })).body.images).toEqual(body.images)
  })

  it('are ordered, kept, removed and added by one list', async () => {
    const { body } = await create({ images: await files(3) })
    const [first = 0, second = 0, third = 0] = imageIds(body)
    const [id] = await uploadsOf(1)
    const { body: edited } = await edit(body, { photos: [third, id, first] })
    expect(imageIds(edited)).toEqual([third, expect.any(Number), first])
    expect(imageIds(edited)).not.toContain(second)
    expect(edited.get_image).toBe(addresses(body)[2])
    const { body: reversed } = await edit(body, { photos: imageIds(edited).toReversed() })
    expect(imageIds(reversed)).toEqual(imageIds(edited).toReversed())
    expect((await edit(body, { photos: [first, first] })).body.images).toHaveLength(1)
    expect((await edit(body, { photos: '' })).body.images).toEqual([])
  })

  it('are never those of another product or another person’s uploads', async () => {
    const { body } = await create({ images: await files(1) })
    const { body: foreign } = await create({ images: await files(1) }, other)
    const [foreignUpload] = await uploadsOf(1, other)
    const before = await databaseState(server.database.db)
    for (const photos of [[imageIds(foreign)[0]], [foreignUpload], [imageIds(body)[0], 99_999]]) {
      const { status, body: problem } = await edit(body, { photos, description: 'Иначе' })
      expect([status, Object.keys(problem.fields)]).toEqual([400, ['photos']])
    }
    expect((await create({ photos: [foreignUpload] })).body.fields.photos[0].code).toBe('unknown')
    expect(await databaseState(server.database.db)).toEqual(before)
    // Another product's picture cannot be deleted through this product.
    await edit(body, { delete_images: imageIds(foreign) })
    expect((await server.get(`/api/products/${foreign.slug}/images/`, other)).body).toEqual(foreign.images)
  })

  it('are at most twelve, in any combination', async () => {
    const { body } = await create({ images: await files(11) })
    expect(body.images).toHaveLength(11)
    const before = await databaseState(server.database.db)
    const stored = mediaFiles(server.dataDir)
    const tooMany = await edit(body, { images: await files(2) })
    expect([tooMany.status, tooMany.body.fields.images[0].code]).toEqual([400, 'too_many'])
    const thirteen = await create({ images: await files(13) })
    expect([thirteen.status, thirteen.body.fields.images[0].code]).toEqual([400, 'too_many'])
    expect(await databaseState(server.database.db)).toEqual(before)
    expect(mediaFiles(server.dataDir)).toEqual(stored)
    const [id, second] = await uploadsOf(2)
    expect((await edit(body, { photos: [...imageIds(body), id, second] })).body.fields.photos).toHaveLength(1)
    expect((await edit(body, { photos: [...imageIds(body), id] })).body.images).toHaveLength(12)
    expect((await edit(body, { delete_images: imageIds(body).slice(0, 2), images: await files(3) })).status).toBe(400)
    expect((await edit(body, { delete_images: imageIds(body).slice(0, 2), images: await files(1) })).status).toBe(200)
  })

  it('are both stored when two edits are concurrent', async () => {
    const { body } = await create({})
    const answers = await Promise.all([1, 2, 3].map(async () => edit(body, { images: await files(1) })))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect((await server.get(`/api/products/${body.slug}/images/`, creator)).body).toHaveLength(3)
  })
})

/** Flat images compress to almost nothing: 50 megapixels in a few kilobytes. */
const bomb = () =>
  sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

const bad: Record<string, { make: () => Promise<Buffer | string>; name: string; status: number; code: string }> = {
  'a text that calls itself a picture': {
    make: async () => 'это не снимок',
    name: 'a.png',
    status: 400,
    code: 'not_a_picture',
  },
  'an SVG drawing': {
    make: async () => '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    name: 'a.jpg',
    status: 400,
    code: 'not_a_picture',
  },
  'a TIFF': {
    make: async () =>
      sharp(await pictureBytes())
        .tiff()
        .toBuffer(),
    name: 'a.jpg',
    status: 400,
    code: 'not_a_picture',
  },
  'an empty file': { make: async () => '', name: 'a.png', status: 400, code: 'not_a_picture' },
  'a picture that breaks off': {
    make: async () => {
      const whole = await sharp(await pictureBytes(600, 400))
        .jpeg()
        .toBuffer()
      return whole.subarray(0, whole.length / 2)
    },
    name: 'a.jpg',
    status: 400,
    code: 'damaged',
  },
  'a picture of too many pixels': { make: bomb, name: 'a.png', status: 400, code: 'too_many_pixels' },
  'a file over ten megabytes': {
    make: async () => Buffer.concat([await pictureBytes(), Buffer.alloc(10 * 1024 * 1024)]),
    name: 'a.png',
    status: 413,
    code: 'too_large',
  },
}

describe.each(Object.entries(bad))('%s', (_, { make, name, status, code }) => {
  const file = async () => new File([(await make()) as BlobPart], name)

  it('is refused with a product, and nothing of it is stored', async () => {
    const before = await databaseState(server.database.db)
    const stored = mediaFiles(server.dataDir)
    const [good] = await files(1)
    const { status: answered, body } = await create({ images: [good, await file()] })
    expect([answered, body.fields.images[0].code]).toEqual([status, code])
    expect(await databaseState(server.database.db)).toEqual(before)
    expect(mediaFiles(server.dataDir)).toEqual(stored)
  })

  it('is refused as an upload', async () => {
    const before = await databaseState(server.database.db)
    const stored = mediaFiles(server.dataDir)
    const answer = await server.send('POST', '/api/uploads/', formOf({ image: await file() }), creator)
    expect([answer.status, answer.body.fields.image[0].code]).toEqual([status, code])
    expect(await databaseState(server.database.db)).toEqual(before)
    expect(mediaFiles(server.dataDir)).toEqual(stored)
  })
})

describe('an upload', () => {
  it('is accepted by its content, whatever its name', async () => {
    const jpeg = await sharp(await pictureBytes())
      .jpeg()
      .toBuffer()
    const file = new File([new Uint8Array(jpeg)], '../../etc/passwd.exe', { type: 'application/x-msdownload' })
    const { status, body } = await server.send('POST', '/api/uploads/', formOf({ image: file }), creator)
    expect([status, Object.keys(body).toSorted()]).toEqual([201, ['get_image', 'get_thumbnail', 'id']])
    expect([isStored(server.dataDir, body.get_image), isStored(server.dataDir, body.get_thumbnail)]).toEqual([
      true,
      true,
    ])
  })

  it('is one picture per call', async () => {
    const two = await server.send('POST', '/api/uploads/', formOf({ image: await files(2) }), creator)
    expect([two.status, two.body.fields.image[0].code]).toEqual([400, 'too_many'])
    const none = await server.send('POST', '/api/uploads/', formOf({ picture: await files(1) }), creator)
    expect([none.status, none.body.fields.image[0].code]).toEqual([400, 'required'])
  })

  it('waits with a limited number of others of the person: the oldest are removed', async () => {
    const { db } = server.database
    await db.delete(uploads).where(eq(uploads.ownerId, other))
    const oldest = await upload(server, other)
    for (let n = 1; n < waitingMax; n++)
      await db.insert(uploads).values({ id: uuidv7(), ownerId: other, mediaKey: await makeMedia(db) })
    const ids = async () =>
      (await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, other))).map(({ id }) => id)
    expect(await ids()).toHaveLength(waitingMax)
    const newest = await upload(server, other)
    const waiting = await ids()
    expect(waiting).toHaveLength(waitingMax)
    expect([waiting.includes(oldest), waiting.includes(newest)]).toEqual([false, true])
  })
})
