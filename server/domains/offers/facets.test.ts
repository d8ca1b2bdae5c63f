import { describe, expect, it } from 'vitest'
import { countMatches, facetsOf } from './facets.ts'
import type { FacetBucket } from './offers.queries.ts'

const bucket = (
  zone: number | null,
  rootPackagingId: number | null,
  regionId: number | null,
  count: number,
): FacetBucket => ({
  categoryId: 1,
  zone,
  rootPackagingId,
  regionId,
  count,
})

const nothing = { zone: undefined, rsp: [], region: [] }
const names = {
  rsp: [
    { id: 2, name: 'Контейнер' },
    { id: 1, name: 'Ком' },
    { id: 3, name: 'Кассета' },
  ],
  regions: [
    { id: 10, name: 'Адыгея' },
    { id: 11, name: 'Тыва' },
  ],
}
const buckets = [
  bucket(4, 1, 10, 5),
  bucket(3, 1, 11, 2),
  bucket(4, 2, 10, 7),
  bucket(6, null, null, 1),
  bucket(null, 1, 10, 3),
]

describe('countMatches', () => {
  it.each([
    ['nothing chosen', {}, 18],
    ['a zone takes colder ones too, but not those whose zone is unknown', { zone: 4 }, 14],
    ['a zone in which nothing is hardy', { zone: 2 }, 0],
    ['packagings add up', { rsp: [1, 2] }, 17],
    ['regions add up', { region: [10, 11] }, 17],
    ['different filters narrow each other', { zone: 4, rsp: [1], region: [10] }, 5],
    ['an unknown id', { rsp: [99] }, 0],
  ])('%s', (_, chosen, count) => {
    expect(countMatches(buckets, { ...nothing, ...chosen })).toBe(count)
  })
})

describe('facetsOf', () => {
  it('counts zones cumulatively and keeps the order of the lists, without unused choices', () => {
    expect(facetsOf(buckets, nothing, names)).toEqual({
      zones: [
        { zone: 3, count: 2 },
        { zone: 4, count: 14 },
        { zone: 6, count: 15 },
      ],
      rsp: [
        { id: 2, name: 'Контейнер', count: 7 },
        { id: 1, name: 'Ком', count: 10 },
      ],
      regions: [
        { id: 10, name: 'Адыгея', count: 15 },
        { id: 11, name: 'Тыва', count: 2 },
      ],
    })
  })

  it('applies a filter to the counts of the others, not to its own', () => {
    const facets = facetsOf(buckets, { zone: 3, rsp: [2], region: [] }, names)
    expect(facets.zones).toEqual([{ zone: 4, count: 7 }])
    expect(facets.rsp).toEqual([
      { id: 2, name: 'Контейнер', count: 0 },
      { id: 1, name: 'Ком', count: 2 },
    ])
    expect(facets.regions).toEqual([])
  })

  it('keeps a selected choice even without results', () => {
    expect(facetsOf([], { ...nothing, rsp: [3], region: [11] }, names)).toEqual({
      zones: [],
      rsp: [{ id: 3, name: 'Кассета', count: 0 }],
      regions: [{ id: 11, name: 'Тыва', count: 0 }],
    })
  })
})
