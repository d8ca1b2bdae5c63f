import { expect, test } from 'vitest'
import { missingPoints } from './selling-points.ts'
import { emptyValues } from './values.ts'

const fields = (values = emptyValues(''), photos = 0) => missingPoints(values, photos).map(({ field }) => field)

test('an empty form lacks everything that buyers look for, photos and price first', () => {
  expect(fields().slice(0, 2)).toEqual(['photos', 'price'])
  expect(fields()).toHaveLength(10)
})

test('filled fields are not listed; one of the two heights is enough', () => {
  const now = fields({ ...emptyValues(''), price: '100', s_height_to: '250', description: ' ' }, 1)
  expect(now).not.toContain('photos')
  expect(now).not.toContain('price')
  expect(now).not.toContain('s_height_from')
  expect(now).toContain('description')
})
