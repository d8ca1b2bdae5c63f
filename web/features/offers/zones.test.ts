import { expect, test } from 'vitest'
import { zoneChoices } from './zones.ts'

test('a zone without plants of its own offers what colder zones have; the chosen one is always there', () => {
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
