import { expect, test } from 'vitest'
import { counted, plants } from './plural.ts'

test.each([
  [0, '0 растений'],
  [1, '1 растение'],
  [3, '3 растения'],
  [11, '11 растений'],
  [21, '21 растение'],
  [1204, '1 204 растения'],
])('%d', (count, text) => {
  expect(counted(count, plants).replace(/\s/g, ' ')).toBe(text)
})
