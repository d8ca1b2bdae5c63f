import { expect, test } from 'vitest'
import { numberText } from '#web/lib/number-text.ts'
import { emptySize } from './sizes/size-values.ts'
import { changedFields, editOf, emptyValues, type ProductValues, productSchema } from './values.ts'

const form = (values: Partial<ProductValues> = {}): ProductValues => ({
  ...emptyValues('Россия'),
  category: '2',
  genus: 'Туя',
  species: "западная 'Smaragd'",
  ...values,
})
const errors = (values: Partial<ProductValues>) =>
  productSchema.safeParse(form(values)).error?.issues.map(issue => issue.path.join('.'))

test('category, genus and species are enough; all other fields are optional', () => {
  const parsed = productSchema.parse(form())
  expect(parsed).toMatchObject({ category: 2, price: null, rsp: null, rsp_measure: null, height_measure: 'SM' })
  expect(errors({ category: '', genus: ' ', species: '' })).toEqual(['category', 'genus', 'species'])
})

test.each([
  ['12 500', 12500],
  ['12\u00a0500,50', 12500.5],
  ['\u202f1 000 000 ', 1_000_000],
  ['', null],
])('the price «%s» is %s', (price, rubles) => {
  expect(productSchema.parse(form({ price })).price).toBe(rubles)
})

test('invalid numbers and reversed heights are reported at the field', () => {
  expect(errors({ price: 'дорого', s_height_from: '2 м' })).toEqual(['price', 's_height_from'])
  expect(errors({ s_height_from: '1 250', s_height_to: '1 000' })).toEqual(['s_height_to'])
})

test.each([
  [12500, '12\u00a0500'],
  ['12500.5', '12\u00a0500,5'],
  ['1 2', '12'],
  [0, '0'],
  [null, ''],
  ['', ''],
  ['дорого', 'дорого'],
])('the number %j is shown as «%s»', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test('an edit sends the changed fields, including emptied ones', () => {
  const from = form({ price: '100', item_city: 'Тверь' })
  const to = { ...from, price: '120', item_city: '' }
  expect(changedFields(from, to)).toEqual(['price', 'item_city'])
  expect(editOf(productSchema.parse(to), changedFields(from, to))).toEqual({ price: 120, item_city: '' })
})

test('with a table its rows are sent, and the fields of one size are ignored', () => {
  const from = form({ price: 'дорого', s_height_from: '5' })
  const to = { ...from, genus: 'Липа', variants: [{ ...emptySize, price: '1 500', girth: '16-18' }, emptySize] }
  const parsed = productSchema.parse(to)
  expect(parsed.variants).toMatchObject([{ price: 1500, girth_from: 16, girth_to: 18 }])
  expect(Object.keys(editOf(parsed, changedFields(from, to)))).toEqual(['genus', 'variants'])
  // An edit of another field also sends the sizes, but none of the fields that they replace.
  expect(Object.keys(editOf(parsed, ['price', 'description']))).toEqual(['description', 'variants'])
  expect(editOf(productSchema.parse(form()), ['variants', 'price'])).toEqual({ price: null })
})

test('errors of a size are reported at its field', () => {
  const rows = [emptySize, { ...emptySize, girth: '18-16', price: 'дорого' }]
  expect(errors({ variants: rows })).toEqual(['variants.1.price'])
  expect(errors({ variants: [{ ...emptySize, girth: '18-16' }] })).toEqual(['variants.0.girth'])
})
