import { beforeEach, expect, test, vi } from 'vitest'
import type { Upload } from '#contract/uploads.ts'
import { createPhotoStore } from './photo-store.ts'
import type { SendPhoto } from './send-photo.ts'

const file = (name: string, type = 'image/jpeg') => new File([name], name, { type })
const upload = (id: string): Upload => ({ id, get_image: `/${id}-1280.webp`, get_thumbnail: `/${id}-640.webp` })

/** A server that accepts uploads, with ids made from their content. */
const takes: SendPhoto = async picture => upload(await picture.text())

const store = (send: SendPhoto, prepare = async (picture: Blob) => picture) =>
  createPhotoStore({ send, prepare, initial: [], max: 12 })

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
})

test('sends each photo at once and ends with an id and an address', async () => {
  const photos = store(takes)
  expect(photos.add([file('a'), file('b')])).toEqual([])
  expect(photos.get().map(({ state, preview }) => [state, preview])).toEqual([
    ['sending', 'blob:preview'],
    ['sending', 'blob:preview'],
  ])
  expect((await photos.settled()).map(({ id, preview }) => [id, preview])).toEqual([
    ['a', '/a-640.webp'],
    ['b', '/b-640.webp'],
  ])
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2)
})

test('can retry a failed photo', async () => {
  let tries = 0
  const photos = store(async picture => {
    if (++tries === 1) throw new Error('Нет связи с сервером')
    return takes(picture, { onProgress: () => {}, signal: new AbortController().signal })
  })
  photos.add([file('a')])
  const [failed] = await photos.settled()
  expect(failed).toMatchObject({ state: 'failed', error: 'Нет связи с сервером', id: null })
  photos.retry(failed?.key ?? '')
  expect(photos.get()[0]?.state).toBe('sending')
  expect((await photos.settled())[0]).toMatchObject({ state: 'stored', id: 'a' })
})

test('stops sending a removed photo and does not bring it back', async () => {
  let signal: AbortSignal | undefined
  const photos = store(
    (_, sending) =>
      new Promise((_, reject) => {
        signal = sending.signal
        sending.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  photos.add([file('a')])
  await vi.waitUntil(() => signal !== undefined)
  photos.remove(photos.get()[0]?.key ?? '')
  expect(signal?.aborted).toBe(true)
  expect(await photos.settled()).toEqual([])
})

test('refuses files that are not photos, and those beyond twelve, with a message', async () => {
  const photos = store(takes)
  const refusals = photos.add([file('a.pdf', 'application/pdf'), ...Array.from({ length: 14 }, (_, n) => file(`${n}`))])
  expect(refusals).toEqual([expect.stringContaining('«a.pdf»'), 'Больше 12 снимков не поместится: не взяли 2'])
  expect(await photos.settled()).toHaveLength(12)
})

test('does not send a photo that is too large even when scaled down', async () => {
  const send = vi.fn(takes)
  const photos = store(send, async () => new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]))
  photos.add([file('a')])
  expect((await photos.settled())[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('10 МБ') })
  expect(send).not.toHaveBeenCalled()
})

test('sends at most two photos at a time', async () => {
  let now = 0
  let most = 0
  const photos = store(async picture => {
    most = Math.max(most, ++now)
    await new Promise(resolve => setTimeout(resolve, 2))
    now--
    return upload(await picture.text())
  })
  photos.add(['a', 'b', 'c', 'd', 'e'].map(name => file(name)))
  expect((await photos.settled()).map(({ id }) => id).join('')).toBe('abcde')
  expect(most).toBe(2)
})
