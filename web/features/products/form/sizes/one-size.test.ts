import { expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { emptyValues } from '../values.ts'
import { canBeOne, type OneSize, toOneSize, toSize } from './one-size.ts'
import { emptySize, textsOf } from './size-values.ts'

const packagings = [
  { id: 1, name: 'Открытая корневая система (ОКС)' },
  { id: 2, name: 'Контейнер (С)' },
  { id: 3, name: 'Горшок (P)' },
  { id: 4, name: 'Ком в мешковине (RB)' },
  { id: 5, name: 'Ком в мешковине и сетке (WRB)' },
  { id: 6, name: 'Кассета' },
  { id: 7, name: 'Туба' },
]
const fields = (values: Partial<OneSize>): OneSize => ({ ...emptyValues('Россия'), ...values })

test.each([
  ['1', 'bare_root'],
  ['2', 'container'],
  ['3', 'pot'],
  ['4', 'ball'],
  ['5', 'wire_ball'],
  ['6', 'tray'],
])('the packing %s is %s, there and back', (rsp, root) => {
  const before = fields({ rsp })
  const size = toSize(before, packagings, null)
  expect(size).toMatchObject({ root, note: '' })
  expect(toOneSize(size, packagings, fields({})).rsp).toBe(rsp)
})

test('typed values go into the row, metres as centimetres', () => {
  const typed = fields({
    price: '1 500',
    s_height_from: '0,8',
    s_height_to: '1',
    height_measure: 'M',
    rsp: '2',
    rsp_metric: '5',
  })
  expect(toSize(typed, packagings, null)).toEqual({
    ...emptySize,
    price: '1 500',
    height: '80–100',
    root: 'container',
    root_size: '5',
  })
  expect(toSize(fields({ s_height_from: 'два', price: 'дорого' }), packagings, null)).toMatchObject({
    height: 'от два',
    price: 'дорого',
  })
})

test('packing that the table cannot express goes into the note', () => {
  expect(toSize(fields({ rsp: '7', rsp_metric: '3', rsp_measure: 'LITR' }), packagings, null)).toMatchObject({
    root: '',
    note: 'Туба 3 л',
  })
  expect(toSize(fields({ rsp: '1', rsp_metric: '25', rsp_measure: 'PIECE' }), packagings, null)).toMatchObject({
    root: 'bare_root',
    note: 'Открытая корневая система (ОКС) 25 шт.',
  })
})

test('values of the product that have no field stay', () => {
  const variant = { id: 7, sku: 'A-1', root: 'container', root_size: 5, stock: 'on_order', price_tiers: [], note: '' }
  const product = { rsp: packagings[1], rsp_metric: 5, rsp_measure: 'LITR', variants: [variant] } as unknown as Product
  const unchanged = fields({ rsp: '2', rsp_metric: '5', rsp_measure: 'LITR', price: '10' })
  expect(toSize(unchanged, packagings, product)).toMatchObject({
    id: '7',
    sku: 'A-1',
    stock: 'on_order',
    root: 'container',
    root_size: '5',
    price: '10',
  })
})

test('only a row without further values can become the fields of one size', () => {
  expect(canBeOne({ ...emptySize, id: '5', price: '5', height: '80', root: 'pot', root_size: '9' })).toBe(true)
  for (const more of [
    { sku: 'A' },
    { girth: '5' },
    { stock: 'sold_out' },
    { doubts: [{ code: 'lone', text: '', alternatives: [] }] },
  ])
    expect(canBeOne({ ...emptySize, ...(more as object) })).toBe(false)
  const before = fields({ rsp: '7', rsp_metric: '3', rsp_measure: 'LITR' })
  // The row has no packing because the table does not know that of the fields.
  expect(toOneSize({ ...emptySize, height: '80–100' }, packagings, before)).toMatchObject({
    s_height_from: '80',
    s_height_to: '100',
    rsp: '7',
    rsp_metric: '3',
  })
  expect(toOneSize({ ...emptySize, ...textsOf({ root: 'pot', root_size: 9 }) }, packagings, before)).toMatchObject({
    rsp: '3',
    rsp_metric: '9',
    rsp_measure: 'SM',
  })
})
