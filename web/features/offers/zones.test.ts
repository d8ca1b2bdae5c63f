import { expect, test } from 'vitest'
import { zoneChoices } from './zones.ts'

test('a zone without own plants shows those of colder zones; the selected zone is always listed', () => {
  const zones = [
    { zone: 3, count: 5 },
    { zone: 6, count: 7 },
  ]
  expect(zoneChoices(zones, '')).toEqual([
    { zone: 3, count: 5 },
    { zone: 4, count: 5 },
    { zone: 5, count: 5 },
    { zone: 6, count: 7 },
    { zone: 7, count: 7 },
    { zone: 8, count: 7 },
    { zone: 9, count: 7 },
  ])
  expect(zoneChoices(zones, '2')[0]).toEqual({ zone: 2, count: 0 })
  expect(zoneChoices([], '')).toEqual([])
})
