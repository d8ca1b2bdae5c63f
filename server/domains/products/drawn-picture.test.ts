import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isDrawing } from '#contract/media.ts'
import { unknownFacts } from '#server/drawings/plant-facts.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import { fileOf, isStoredFile } from '#server/platform/media/media.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'
import { encodeDrawing, storeDrawing } from './drawn-picture.ts'
import { productImages } from './products.tables.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const spec = (name: string) => ({ facts: unknownFacts, latinName: name, seed: name })

it('a drawing that is stored is not drawn again, unless one of its files is gone', async () => {
  const { media, dataDir } = server
  const encode = vi.spyOn(media, 'encodePicture')
  const illustration = spec('Quercus robur')

  const key = await storeDrawing(media, illustration, 'whole')
  expect(encode).toHaveBeenCalledTimes(1)
  const again = await encodeDrawing(media, illustration, 'whole')
  expect([again.key, again.files.map(({ content }) => content)]).toEqual([key, [null, null, null]])
  expect(await storeDrawing(media, illustration, 'whole')).toBe(key)
  expect(encode).toHaveBeenCalledTimes(1)

  expect(await storeDrawing(media, illustration, 'detail')).not.toBe(key)
  expect(await storeDrawing(media, spec('Acer negundo'), 'whole')).not.toBe(key)
  expect(encode).toHaveBeenCalledTimes(3)

  rmSync(join(dataDir, 'media', fileOf(key, 640)))
  const restored = await encodeDrawing(media, illustration, 'whole')
  expect([restored.key, restored.files.map(({ content }) => content !== null)]).toEqual([key, [false, true, false]])
  expect(encode).toHaveBeenCalledTimes(4)
})

it('a drawing among the pictures of a product is no photo, and its address says so', async () => {
  const { db } = server.database
  const product = await makeProduct(db, { companyId: (await makeCompany(db)).id })
  const key = await storeDrawing(server.media, spec('Betula pendula'), 'detail')
  await db.transaction(tx => putMedia(tx, [key]))
  await db.insert(productImages).values({ productId: product.id, mediaKey: key, position: 0 })
  const shown = async () => (await server.get(`/api/products/hvoynye/${product.slug}/`)).body
  const { has_photos, get_image, images } = await shown()
  expect([has_photos, isDrawing(get_image), isDrawing(images[0].get_image)]).toEqual([false, true, true])
  expect((await server.get(new URL(get_image).pathname)).status).toBe(200)
  expect(isStoredFile(fileOf(key, 640))).toBe(true)

  const photo = await server.media.putPicture(
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#385' } }),
  )
  await db.transaction(tx => putMedia(tx, [photo]))
  await db.insert(productImages).values({ productId: product.id, mediaKey: photo, position: 1 })
  const now = await shown()
  expect([now.has_photos, isDrawing(now.images[1].get_image)]).toEqual([true, false])
})

it('a drawing that was only encoded is drawn again: nothing of it is stored', async () => {
  const illustration = spec('Tilia cordata')
  const first = await encodeDrawing(server.media, illustration, 'whole')
  const second = await encodeDrawing(server.media, illustration, 'whole')
  expect(second.key).toBe(first.key)
  expect(second.files.every(({ content }) => content)).toBe(true)
})
