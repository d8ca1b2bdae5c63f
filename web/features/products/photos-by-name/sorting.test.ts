import { expect, test } from 'vitest'
import type { MatchedName, PhotoProduct } from '#contract/product-photos.ts'
import { type Photo, photoList } from '#web/ui/photos/photo-list.ts'
import { draftOf, restore } from './draft.ts'
import { noSorting, type SortingAction, sorted, sorting } from './sorting.ts'

const product = (id: number, name: string, photos_count = 0): PhotoProduct => ({
  id,
  name,
  latin_name: '',
  sizes: '',
  slug: name,
  category: { id: 1, name: 'Хвойные', slug: 'hvoynye' },
  get_thumbnail: '',
  get_absolute_url: `/hvoynye/${name}/`,
  photos_count,
})
const tuya = product(1, 'туя', 11)
const el = product(2, 'ель')

/** Photos with these file names, which are their keys too. */
const photosOf = (...files: string[]) =>
  photoList([], { type: 'added', photos: files.map(name => ({ key: name, name, preview: '' })) })
const result = (changes: Partial<MatchedName>): MatchedName => ({
  name: '',
  product: null,
  candidates: [],
  number: null,
  ...changes,
})
const after = (...actions: SortingAction[]) => actions.reduce(sorting, noSorting)
const names = (photos: readonly Photo[]) => photos.map(({ name }) => name)

const photos = photosOf('ель 10.jpg', 'ель 9.jpg', 'ель.jpg', 'дуб_1.jpg', 'дуб_2.jpg', 'IMG_1.jpg', 'туя 1.jpg')
const keys = names(photos)
const matched: SortingAction = {
  type: 'matched',
  keys,
  results: [
    result({ product: 2, number: 10 }),
    result({ product: 2, number: 9 }),
    result({ product: 2 }),
    result({ candidates: [1, 2], number: 1 }),
    result({ candidates: [1, 2], number: 2 }),
    result({ number: 1 }),
    result({ product: 1, number: 1 }),
  ],
  products: [tuya, el],
}

test('photos are put in their places, in the order of their numbers', () => {
  const { groups, doubtful, unsorted, matching } = sorted(photos, after({ type: 'asked', keys }, matched))
  expect(groups.map(group => [group.product.name, names(group.photos), group.surplus])).toEqual([
    ['ель', ['ель.jpg', 'ель 9.jpg', 'ель 10.jpg'], 0],
    ['туя', ['туя 1.jpg'], 0],
  ])
  expect(doubtful.map(group => [group.candidates, names(group.photos)])).toEqual([
    [
      [tuya, el],
      ['дуб_1.jpg', 'дуб_2.jpg'],
    ],
  ])
  expect(names(unsorted)).toEqual(['IMG_1.jpg'])
  expect(matching).toEqual([])
})

test('photos are unsorted until their names are asked about, and not shown twice meanwhile', () => {
  expect(names(sorted(photos, noSorting).unsorted)).toHaveLength(7)
  const asked = sorted(photos, after({ type: 'asked', keys }))
  expect([asked.matching.length, asked.unsorted.length]).toEqual([7, 0])
})

test('an answer does not move photos that a person has placed or removed meanwhile', () => {
  const now = after(
    { type: 'asked', keys },
    { type: 'assigned', keys: ['ель.jpg'], product: tuya },
    { type: 'removed', keys: ['IMG_1.jpg'] },
    matched,
  )
  expect(now.places.get('ель.jpg')).toEqual({ state: 'assigned', product: 1 })
  expect(now.places.has('IMG_1.jpg')).toBe(false)
})

test('photos beyond what a product may have are counted', () => {
  const now = after({ type: 'assigned', keys: ['ель.jpg', 'ель 9.jpg', 'туя 1.jpg'], product: tuya })
  expect(sorted(photos, now).groups.map(({ surplus }) => surplus)).toEqual([2])
})

test('a draft brings back the uploaded photos with their places, without those that are too old', () => {
  const stored = photos.reduce(
    (list, { key }, at) =>
      at === 0
        ? list
        : photoList(list, { type: 'stored', key, id: `id ${key}`, preview: `/${key}`, uploadedAt: at === 1 ? 0 : 1e9 }),
    photos,
  )
  const draft = draftOf(stored, after({ type: 'asked', keys }, matched))
  const back = restore(JSON.parse(JSON.stringify(draft)), 1e9)
  expect(back.lost).toBe(1)
  expect(names(back.photos)).toEqual(['ель.jpg', 'дуб_1.jpg', 'дуб_2.jpg', 'IMG_1.jpg', 'туя 1.jpg'])
  const now = sorted(back.photos, back.sorting)
  expect(now.groups.map(group => [group.product.name, names(group.photos)])).toEqual([
    ['ель', ['ель.jpg']],
    ['туя', ['туя 1.jpg']],
  ])
  expect([now.doubtful.length, names(now.unsorted)]).toEqual([1, ['IMG_1.jpg']])
  expect(draftOf(photos, after(matched))).toBeNull()
  expect(restore(null, 0).photos).toEqual([])
})
