import { expect, test } from 'vitest'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { draftName, draftOf, isChanged, restore } from './draft.ts'
import { emptySize } from './sizes/size-values.ts'
import { emptyValues } from './values.ts'

const hour = 60 * 60 * 1000
const photo = (id: number | string | null, changes: Partial<Photo> = {}): Photo => ({
  key: String(id),
  name: '',
  id,
  preview: `/${id}.webp`,
  state: id === null ? 'sending' : 'stored',
  progress: 1,
  error: '',
  uploadedAt: typeof id === 'string' ? 0 : null,
  ...changes,
})
const initial = { values: emptyValues('Россия'), photos: [photo(1), photo(2)] }
const changed = { values: { ...initial.values, genus: 'Туя', price: '1 200' }, photos: initial.photos }

test('an unchanged form has no draft', () => {
  expect(draftOf(initial, { ...initial }, {})).toBeNull()
})

test.each([
  ['a field', changed],
  ['a row of the table', { ...initial, values: { ...initial.values, variants: [emptySize] } }],
  ['the order of the photos', { ...initial, photos: initial.photos.toReversed() }],
  ['a photo on its way', { ...initial, photos: [...initial.photos, photo(null, { key: 'new' })] }],
])('%s is a change', (_, now) => {
  expect(isChanged(initial, now)).toBe(true)
})

test('a draft stores the differences and applies them to the current product', () => {
  const draft = draftOf(initial, changed, { crown_shape: '3' })
  expect(draft).toEqual({ values: { genus: 'Туя', price: '1 200' }, filled: { crown_shape: '3' }, photos: null })
  const later = { values: { ...initial.values, item_city: 'Тверь' }, photos: [photo(5)] }
  const restored = draft && restore(draft, later, 0)
  expect(restored?.values).toMatchObject({ genus: 'Туя', price: '1 200', item_city: 'Тверь' })
  expect(restored?.photos).toEqual(later.photos)
})

test('photos are restored in order, except those that were still uploading, have expired or were removed elsewhere', () => {
  const now = { ...initial, photos: [photo('b'), photo(2), photo(1), photo('a', { uploadedAt: -hour }), photo(null)] }
  const draft = draftOf(initial, now, {})
  const later = { ...initial, photos: [photo(2)] }
  const restored = draft && restore(draft, later, 22.5 * hour)
  expect(restored?.photos.map(({ id, state }) => [id, state])).toEqual([
    ['b', 'stored'],
    [2, 'stored'],
  ])
  expect(restored?.lost).toBe(2)
})

test('each person and form has a separate draft', () => {
  expect(new Set([draftName('anna', 'new'), draftName('petr', 'new'), draftName('anna', 7)]).size).toBe(3)
})
