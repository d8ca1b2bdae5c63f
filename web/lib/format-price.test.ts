import { expect, test } from 'vitest'
import { formatPrice } from './format-price.ts'

test.each([
  [0, '0 ₽'],
  [950, '950 ₽'],
  [1200, '1 200 ₽'],
  [12500, '12 500 ₽'],
  [1234567, '1 234 567 ₽'],
  [99.5, '99,50 ₽'],
])('%d', (rubles, text) => {
  expect(formatPrice(rubles).replaceAll('\u00a0', ' ')).toBe(text)
})
