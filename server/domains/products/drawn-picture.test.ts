import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { unknownFacts } from '#server/drawings/plant-facts.ts'
import { fileOf } from '#server/platform/media/media.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { encodeDrawing, storeDrawing } from './drawn-picture.ts'

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

it('a drawing that was only encoded is drawn again: nothing of it is stored', async () => {
  const illustration = spec('Tilia cordata')
  const first = await encodeDrawing(server.media, illustration, 'whole')
  const second = await encodeDrawing(server.media, illustration, 'whole')
  expect(second.key).toBe(first.key)
  expect(second.files.every(({ content }) => content)).toBe(true)
})
