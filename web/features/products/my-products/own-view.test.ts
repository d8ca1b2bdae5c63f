import { expect, test } from 'vitest'
import { isFiltered, readView, statusOf, viewParams } from './own-view.ts'

test.each([
  '',
  'search=%D1%82%D1%83%D1%8F&category=hvoynye&state=returned&stock=expected&freshness=stale&sort=price&page=3',
  'stock=sold_out',
])('the address %j is read and written back', address => {
  expect(String(viewParams(readView(new URLSearchParams(address))))).toBe(address)
})

test.each(['page=0', 'page=-2', 'page=x', 'sort=odd', 'stock=toString', 'state=1&freshness=', 'search=%20'])(
  'invalid parameters of %j are dropped',
  address => {
    const view = readView(new URLSearchParams(address))
    expect(String(viewParams(view))).toBe('')
    expect(isFiltered(view)).toBe(false)
  },
)

test('a product that is not published says why', () => {
  expect(statusOf({ is_active: true, review: null })).toBe('')
  expect(statusOf({ is_active: false, review: null })).toBe('Уже опубликуется')
  expect(statusOf({ is_active: false, review: { state: 'returned', reason: '' } })).toBe('Вернули на доработку')
  expect(statusOf({ is_active: false, review: { state: 'hidden', reason: '' } })).toBe('Снято с публикации')
})
