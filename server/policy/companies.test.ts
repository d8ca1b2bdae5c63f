import { expect, it } from 'vitest'
import { canHaveVerifiedMark } from './companies.ts'

it.each([
  ['7707083893', 'Россия', true],
  ['500100732259', 'РФ', true],
  ['7707083894', 'Россия', false],
  ['7707083894', '', false],
  ['0000000000', 'россия', false],
  ['УНП 190000001', 'Беларусь', true],
  ['0000000000', 'Казахстан', true],
])('%s in «%s» may be marked verified: %s', (inn, country, expected) => {
  expect(canHaveVerifiedMark({ inn, country })).toBe(expected)
})
