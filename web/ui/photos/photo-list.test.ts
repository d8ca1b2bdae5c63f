import { expect, test } from 'vitest'
import { movedTo, type Photo, photoList, spaceLeft, storedIds } from './photo-list.ts'

const added = (...keys: string[]) =>
  photoList([], { type: 'added', photos: keys.map(key => ({ key, name: `${key}.jpg`, preview: `blob:${key}` })) })
const keys = (photos: readonly Photo[]) => photos.map(photo => photo.key).join('')

test('adds new photos at the end, as being sent', () => {
  const photos = photoList(added('a'), { type: 'added', photos: [{ key: 'b', name: 'b.jpg', preview: 'blob:b' }] })
  expect(keys(photos)).toBe('ab')
  expect(photos[1]).toMatchObject({ name: 'b.jpg', id: null, state: 'sending', progress: 0 })
})

test('counts the remaining room', () => {
  expect(spaceLeft(added('a', 'b'), 3)).toBe(1)
  expect(spaceLeft(added('a', 'b'), 2)).toBe(0)
  expect(spaceLeft(added('a', 'b'), 1)).toBe(0)
})

test('goes through progress, failure, retry and success', () => {
  let photos = added('a', 'b')
  photos = photoList(photos, { type: 'progressed', key: 'b', progress: 0.5 })
  expect(photos[1]?.progress).toBe(0.5)
  photos = photoList(photos, { type: 'failed', key: 'b', error: 'Нет связи' })
  expect(photos[1]).toMatchObject({ state: 'failed', error: 'Нет связи' })
  photos = photoList(photos, { type: 'retried', key: 'b' })
  expect(photos[1]).toMatchObject({ state: 'sending', progress: 0, error: '' })
  photos = photoList(photos, { type: 'stored', key: 'b', id: 'uuid', preview: '/b.webp', uploadedAt: 1 })
  expect(photos[1]).toMatchObject({ state: 'stored', id: 'uuid', preview: '/b.webp', progress: 1 })
  expect(photos[0]).toMatchObject({ key: 'a', state: 'sending' })
  expect(storedIds(photos)).toEqual(['uuid'])
})

test('ignores results for a removed photo', () => {
  const photos = photoList(added('a', 'b'), { type: 'removed', key: 'a' })
  expect(photoList(photos, { type: 'stored', key: 'a', id: 'x', preview: '', uploadedAt: 1 })).toEqual(photos)
})

test.each([
  ['c', 0, 'cabd'],
  ['a', 2, 'bcad'],
  ['a', 3, 'bcda'],
  ['b', 1, 'abcd'],
  ['b', -1, 'bacd'],
  ['b', 9, 'acdb'],
  ['unknown', 0, 'abcd'],
])('%s moved to place %i: %s', (key, to, order) => {
  expect(keys(photoList(added('a', 'b', 'c', 'd'), { type: 'moved', key, to }))).toBe(order)
})

test('moving does not change the given list', () => {
  const entries = [1, 2, 3]
  expect(movedTo(entries, 0, 2)).toEqual([2, 3, 1])
  expect(entries).toEqual([1, 2, 3])
})
