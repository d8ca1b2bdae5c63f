import { expect, test } from 'vitest'
import { matchingOptions } from './combobox-options.ts'

const options = ['Ель', 'Клён', 'Туевик', 'Туя', 'Тис']
const species = ["западная 'Smaragd'", "западная 'Smaragd Variegata'", "западная 'Globosa'", 'складчатая']

test('nothing typed: everything, in its order', () => {
  expect(matchingOptions(options, ' ')).toEqual(options)
})

test('case, ё and quotes make no difference', () => {
  expect(matchingOptions(options, 'КЛЕН')[0]).toBe('Клён')
  expect(matchingOptions(species, 'западная «smar')).toEqual(["западная 'Smaragd'", "западная 'Smaragd Variegata'"])
})

test('words may stand anywhere; what begins with the text comes first', () => {
  expect(matchingOptions(species, 'glob зап')).toEqual(["западная 'Globosa'"])
  expect(matchingOptions(['Ива белая', 'Белая ива'], 'бел')).toEqual(['Белая ива', 'Ива белая'])
})

test('what is in no list finds nothing', () => {
  expect(matchingOptions(options, 'баобаб')).toEqual([])
})
