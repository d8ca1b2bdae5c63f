import { expect, it } from 'vitest'
import { heldText, shortText, untilText } from './holds.ts'

it.each([
  [{ stock_quantity: 30, available_quantity: 10 }, 'удержано 20, свободно 10'],
  [{ stock_quantity: 30, available_quantity: 30 }, ''],
  [{ stock_quantity: 3, available_quantity: 0 }, 'удержано всё: 3 шт.'],
  [{ stock_quantity: 0, available_quantity: 0 }, ''],
  [{ stock_quantity: null, available_quantity: null }, ''],
])('%j is «%s»', (stock, text) => {
  expect(heldText({ stock_is_minimum: false, ...stock })).toBe(text)
})

it('more than is stated to be there is what the company has to put right', () => {
  const held = (...quantities: number[]) => quantities.map(quantity => ({ deal: '', quantity, until: null }))
  const stated = (stock_quantity: number | null) => ({ stock_quantity, stock_is_minimum: false, available_quantity: 0 })
  expect(shortText(stated(4), held(4, 7))).toContain('обещано 11 шт., а указано 4')
  expect([shortText(stated(11), held(4, 7)), shortText(stated(null), held(4))]).toEqual(['', ''])
})

it('a hold has a time until its deal is confirmed', () => {
  expect(untilText(null)).toBe('сделка подтверждена')
  expect(untilText('2026-12-05T12:00:00Z')).toContain('подтвердите до 5 декабря')
})
