import { expect, test } from 'vitest'
import { variantsForm, type WritableVariant } from '#contract/variants.ts'
import { rangeText, readRange, tidyRange } from './range-text.ts'
import {
  copyOf,
  emptySize,
  isBlank,
  storedSizes,
  placeOfError,
  type SizeValues,
  sentPlaces,
  sentSize,
  sizeOf,
  sizesLine,
  textsOf,
} from './size-values.ts'

const size = (values: Partial<SizeValues> = {}): SizeValues => ({ ...emptySize, ...values })

test.each([
  ['16-18', '16', '18', '16–18'],
  ['16 – 18', '16', '18', '16–18'],
  ['от 1 200 до 1 500', '1200', '1500', '1\u00a0200–1\u00a0500'],
  ['16,5/18', '16,5', '18', '16,5–18'],
  ['от 200', '200', '', 'от 200'],
  ['200+', '200', '', 'от 200'],
  ['до 150', '', '150', 'до 150'],
  ['80', '80', '80', '80'],
  ['', '', '', ''],
])('the range «%s»', (typed, from, to, tidy) => {
  expect(readRange(typed)).toEqual({ from, to })
  expect(tidyRange(typed)).toBe(tidy)
})

test('text that is not a range stays as typed', () => {
  for (const typed of ['2 м', 'высокая', '80-', '10-20-30']) expect(tidyRange(typed)).toBe(typed)
  expect(rangeText(null, null)).toBe('')
})

const stated: WritableVariant = {
  sku: 'Л-16',
  form: 'standard',
  height_from: 300,
  height_to: null,
  spread_from: null,
  spread_to: 150,
  girth_from: 16.5,
  girth_to: 18,
  stem_height: 220,
  stems: 1,
  transplants: 3,
  root: 'wire_ball',
  root_size: 60,
  weight: 210.5,
  volume: 0.7,
  price: 12500.5,
  price_tiers: [
    { quantity_from: null, price: 12000 },
    { quantity_from: 50, price: 11000 },
  ],
  stock: 'expected',
  stock_quantity: 1200,
  stock_is_minimum: true,
  available_from: '2027-04-15',
  note: 'от земли',
}

test('an unchanged variant is sent as received', () => {
  const row = sizeOf({
    ...stated,
    available_quantity: null,
    weight_is_estimate: false,
    volume_is_estimate: false,
    id: 7,
    label: '',
    confirmed_at: '',
  })
  expect(row).toMatchObject({ id: '7', height: 'от 300', girth: '16,5–18', price: '12\u00a0500,5' })
  expect(variantsForm.parse([sentSize(row)])).toEqual([{ id: 7, ...stated }])
})

test('what is guessed of a load is not sent as a statement', () => {
  const row = sizeOf({
    ...stated,
    weight_is_estimate: true,
    volume_is_estimate: false,
    available_quantity: null,
    id: 7,
    label: '',
    confirmed_at: '',
  })
  expect(variantsForm.parse([sentSize(row)])).toEqual([{ id: 7, ...stated, weight: null }])
})

test('an emptied row has no values, and without a packing there is no root size', () => {
  const [sent] = variantsForm.parse([sentSize(size({ root_size: '5', stock_is_minimum: true }))])
  expect(sent).toMatchObject({ root: null, root_size: null, price: null, height_from: null, stock_is_minimum: false })
})

test('errors are assigned to the displayed rows and fields, skipping blank rows', () => {
  const rows = [size(), size({ price: '1' }), size(), size({ girth: '5-4' })]
  expect(sentPlaces(rows)).toEqual([1, 3])
  expect(placeOfError(['variants', 1, 'girth_to'], rows)).toEqual(['variants', 3, 'girth'])
  expect(placeOfError(['variants', '0', 'sku'], rows)).toEqual(['variants', 1, 'sku'])
  expect(placeOfError(['variants', 0, 'price_tiers', 2, 'price'], rows)).toEqual([
    'variants',
    1,
    'price_tiers',
    2,
    'price',
  ])
  expect(placeOfError(['variants'], rows)).toEqual(['variants'])
  expect(placeOfError(['genus'], rows)).toEqual(['genus'])
  expect(sentPlaces([size(), size()])).toEqual([0])
})

test('a row without values and questions is blank', () => {
  expect(isBlank(size())).toBe(true)
  for (const values of [
    { note: 'x' },
    { stock: 'sold_out' },
    { id: '5' },
    { price_tiers: [{ quantity_from: '', price: '' }] },
  ])
    expect(isBlank(size(values))).toBe(false)
})

test('a copy is a new size without an article number', () => {
  const tiers = [{ quantity_from: '5', price: '1' }]
  const row = size({ id: '5', sku: 'A', price: '10', price_tiers: tiers })
  expect(copyOf(row)).toEqual({ ...row, id: '', sku: '' })
  expect(copyOf(row).price_tiers).not.toBe(tiers)
})

test('a collapsed row is one line', () => {
  expect(sizesLine(size({ girth: '16–18', height: '500–550', root: 'wire_ball', root_size: '60' }))).toBe(
    'Обхват 16–18 · выс. 500–550 · WRB 60',
  )
  expect(sizesLine(size({ form: 'multistem', root: 'bare_root' }))).toBe('Многоствольное · ОКС')
  expect(sizesLine(size())).toBe('')
})

test('only the fields of a row are restored from browser storage', () => {
  const row = size({ price: '5' })
  expect(
    storedSizes(JSON.parse(JSON.stringify([row, { price: 5, note: 'да', evil: 1, doubts: {} }, null, 'x']))),
  ).toEqual([row, size({ note: 'да' })])
  expect(storedSizes('x')).toEqual([])
})

test('a reading sets only the fields that it names', () => {
  expect(textsOf({ girth_from: 20, girth_to: 25 })).toEqual({ girth: '20–25' })
  expect(textsOf({ stock_quantity: 100, stock_is_minimum: true })).toEqual({
    stock_quantity: '100',
    stock_is_minimum: true,
  })
})
