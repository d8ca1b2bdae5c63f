import { expect, it } from 'vitest'
import type { WritableVariant } from '#contract/variants.ts'
import { changeTexts, priceText, stockLine } from './row-texts.ts'

const size: WritableVariant = {
  sku: null,
  form: null,
  height_from: 80,
  height_to: 100,
  spread_from: null,
  spread_to: null,
  girth_from: null,
  girth_to: null,
  stem_height: null,
  stems: null,
  transplants: null,
  root: 'container',
  root_size: 5,
  weight: null,
  volume: null,
  price: 950,
  price_tiers: [{ quantity_from: 10, price: 800 }],
  stock: 'in_stock',
  stock_quantity: 100,
  stock_is_minimum: true,
  available_from: null,
  note: '',
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it('a change says what it was, what it becomes and by how much a price moves', () => {
  const [price, stock, tiers, published] = changeTexts({
    variants: [size],
    changes: [
      { field: 'price', before: 900, after: 950 },
      { field: 'stock', before: 'sold_out', after: 'in_stock' },
      { field: 'price_tiers', before: [], after: [{ quantity_from: null, price: 700 }] },
      { field: 'is_published', before: false, after: true },
    ],
  })
  expect(price && [price.name, plain(price.before ?? ''), plain(price.after), price.by, price.size]).toEqual([
    'Цена',
    '900 ₽',
    '950 ₽',
    '+5,6 %',
    '',
  ])
  expect([stock?.before, stock?.after]).toEqual(['нет', 'в наличии'])
  expect([tiers?.before, plain(tiers?.after ?? '')]).toEqual(['нет', 'опт 700 ₽'])
  expect([published?.before, published?.after]).toEqual(['снято', 'опубликовано'])
})

it('a cheaper price has a minus that is read as one, and one that was on request has no percentage', () => {
  const [cheaper, first] = changeTexts({
    variants: [size],
    changes: [
      { field: 'price', before: 1000, after: 900 },
      { field: 'price', before: null, after: 900 },
    ],
  })
  expect([cheaper?.by, first?.by, first?.before]).toEqual(['−10 %', '', 'по запросу'])
})

it('in a row with several sizes a change names its size, and a new one its label', () => {
  const texts = changeTexts({
    variants: [size, { ...size, height_from: 100, height_to: 120 }],
    changes: [
      { field: 'variants.1.price', before: 900, after: 950 },
      { field: 'variants.0', before: null, after: 'Выс. 80–100 · C 5' },
    ],
  })
  expect(texts.map(({ size: label, name, before, after }) => [label, name, before === null, plain(after)])).toEqual([
    ['Выс. 100–120 · C 5', 'Цена', false, '950 ₽'],
    ['', 'Новый размер', true, 'Выс. 80–100 · C 5'],
  ])
})

it('prices and stock read as in a price list', () => {
  expect(plain(priceText(size))).toBe('950 ₽, от 10 шт. 800 ₽')
  expect(stockLine(size)).toBe('в наличии, 100+ шт.')
  expect(stockLine({ ...size, stock: 'expected', available_from: '2027-04-15' })).toBe('ожидается с 15.04.2027')
  expect(priceText({ price: null, price_tiers: [] })).toBe('по запросу')
})
