import { expect, it } from 'vitest'
import { innError, isImpossibleInn, isRussia, isSameCountry } from './inn.ts'

it.each(['7707083893', '500100732259'])('%s can be an INN', inn => expect(innError(inn)).toBeNull())

const digits = 'проверьте цифры'
it.each([
  ['7707083894', digits],
  ['123456789012', digits],
  ['500100732269', digits],
  ['500100732258', digits],
  ['0000000000', digits],
  ['000000000000', digits],
  ['770708389', 'а здесь 9'],
  ['77070838930', 'а здесь 11'],
  ['5001007322590', 'а здесь 13'],
  ['', 'а здесь 0'],
  ['770708389x', 'только цифры'],
  ['7707 083893', 'только цифры'],
  ['٧٧٠٧٠٨٣٨٩٣', 'только цифры'],
])('«%s» cannot: %s', (inn, reason) => expect(innError(inn)).toContain(reason))

it.each([
  ['Россия', true],
  [' россия ', true],
  ['РФ', true],
  ['Российская Федерация', true],
  ['', true],
  ['Беларусь', false],
  ['Россияне', false],
])('a company in «%s» has a Russian number: %s', (country, expected) => {
  expect(isRussia(country)).toBe(expected)
  expect(isImpossibleInn('1', country)).toBe(expected)
  expect(isImpossibleInn('7707083893', country)).toBe(false)
})

it.each([
  ['Россия', 'РФ', true],
  ['', 'россия', true],
  ['Беларусь', 'беларусь ', true],
  ['Беларусь', 'Россия', false],
  ['Беларусь', 'Казахстан', false],
])('«%s» and «%s» are one country: %s', (one, other, expected) => {
  expect(isSameCountry(one, other)).toBe(expected)
  expect(isSameCountry(other, one)).toBe(expected)
})
