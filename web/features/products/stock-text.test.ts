import { expect, test } from 'vitest'
import { stockText } from './stock-text.ts'

const unsaid = {
  stock: 'in_stock' as const,
  stock_quantity: null,
  stock_is_minimum: false,
  available_quantity: null,
  available_from: null,
  confirmed_at: '2026-03-12T10:00:00.000Z',
}

test.each([
  [{}, 'В наличии'],
  [{ stock_quantity: 40, available_quantity: 40 }, 'В наличии, 40 шт.'],
  [{ stock_quantity: 40, available_quantity: 3 }, 'В наличии, 3 шт.'],
  [{ stock_quantity: 40, available_quantity: 0 }, 'Всё обещано по сделкам'],
  [{ stock_quantity: 1200, stock_is_minimum: true }, 'В наличии, от 1 200 шт.'],
  [{ stock_quantity: 0, available_quantity: 0 }, 'В наличии'],
  [{ stock: 'on_order' as const }, 'Под заказ'],
  [{ stock: 'on_order' as const, stock_quantity: 5, available_quantity: 5 }, 'Под заказ, 5 шт.'],
  [{ stock: 'expected' as const, available_from: '2026-05-12' }, 'Ожидается с 12 мая'],
  [{ stock: 'expected' as const, available_from: '2027-05-01' }, 'Ожидается с 1 мая 2027 г.'],
  [{ stock: 'sold_out' as const, stock_quantity: 3 }, 'Нет в наличии'],
])('%j: %s', (said, text) => {
  expect(stockText({ ...unsaid, ...said }).replace(/\s/g, ' ')).toBe(text)
})
