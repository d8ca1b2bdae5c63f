import { expect, test } from 'vitest'
import { changedFields, emptyValues, numberText, onlyFields, type ProductValues, productSchema } from './values.ts'

const form = (values: Partial<ProductValues> = {}): ProductValues => ({
  ...emptyValues('Россия'),
  category: '2',
  genus: 'Туя',
  species: "западная 'Smaragd'",
  ...values,
})
const errors = (values: Partial<ProductValues>) =>
  productSchema.safeParse(form(values)).error?.issues.map(issue => issue.path.join('.'))

test('category, genus and species are enough; everything else is left open', () => {
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

test('what is no number, or heights the wrong way round, is said at the field', () => {
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
])('the number %j stands as «%s»', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test('an edit sends the fields that were changed, emptied ones too', () => {
  const from = form({ price: '100', item_city: 'Тверь' })
  const to = { ...from, price: '120', item_city: '' }
  expect(changedFields(from, to)).toEqual(['price', 'item_city'])
  expect(onlyFields(productSchema.parse(to), changedFields(from, to))).toEqual({ price: 120, item_city: '' })
})
