import { expect, it } from 'vitest'
import { heldText, untilText } from './holds.ts'

it.each([
  [{ stock_quantity: 30, available_quantity: 10 }, 'удержано 20, свободно 10'],
  [{ stock_quantity: 30, available_quantity: 30 }, ''],
  [{ stock_quantity: 3, available_quantity: 0 }, 'удержано всё, что есть'],
  [{ stock_quantity: 0, available_quantity: 0 }, ''],
  [{ stock_quantity: null, available_quantity: null }, ''],
])('%j is «%s»', (stock, text) => {
  expect(heldText({ stock_is_minimum: false, ...stock })).toBe(text)
})

it('a hold has a time until its deal is confirmed', () => {
  expect(untilText(null)).toBe('сделка подтверждена')
  expect(untilText('2026-12-05T12:00:00Z')).toContain('подтвердите до 5 декабря')
})
