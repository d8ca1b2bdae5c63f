import { expect, test } from 'vitest'
import { matchingOptions } from './combobox-options.ts'

const options = ['Ель', 'Клён', 'Туевик', 'Туя', 'Тис']
const species = ["западная 'Smaragd'", "западная 'Smaragd Variegata'", "западная 'Globosa'", 'складчатая']

test('returns all options in order when nothing is typed', () => {
  expect(matchingOptions(options, ' ')).toEqual(options)
})

test('ignores case, ё and quotes', () => {
  expect(matchingOptions(options, 'КЛЕН')[0]).toBe('Клён')
  expect(matchingOptions(species, 'западная «smar')).toEqual(["западная 'Smaragd'", "западная 'Smaragd Variegata'"])
})

test('finds words anywhere, options that begin with the text first', () => {
  expect(matchingOptions(species, 'glob зап')).toEqual(["западная 'Globosa'"])
  expect(matchingOptions(['Ива белая', 'Белая ива'], 'бел')).toEqual(['Белая ива', 'Ива белая'])
})

test('returns nothing for an unknown text', () => {
  expect(matchingOptions(options, 'баобаб')).toEqual([])
})
