import { expect, test } from 'vitest'
import { slotAt } from './use-photo-drag.ts'

/** A cover over two columns, and two small photos below it. */
const slots = [
  { left: 0, top: 0, right: 200, bottom: 100 },
  { left: 0, top: 110, right: 95, bottom: 180 },
  { left: 105, top: 110, right: 200, bottom: 180 },
]

test.each([
  [150, 50, 0],
  [50, 150, 1],
  [150, 150, 2],
  [150, 900, 2],
  [-40, 140, 1],
  [150, 103, 0],
])('the point %i, %i belongs to place %i', (x, y, place) => {
  expect(slotAt(slots, x, y)).toBe(place)
})
