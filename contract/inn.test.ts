import { expect, it } from 'vitest'
import { isPossibleInn } from './inn.ts'

it.each(['7707083893', '500100732259'])('%s can be an INN', inn => expect(isPossibleInn(inn)).toBe(true))

it.each([
  '7707083894',
  '123456789012',
  '500100732269',
  '500100732258',
  '0000000000',
  '000000000000',
  '770708389',
  '77070838930',
  '770708389x',
  ' 7707083893',
  '',
])('«%s» cannot', inn => expect(isPossibleInn(inn)).toBe(false))
