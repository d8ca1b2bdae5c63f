import { expect, test } from 'vitest'
import type { PlantCard } from '#contract/plant-catalogue.ts'
import { hrefWith, searchOf } from './api.ts'
import { monthsText, flowersIn, offeredText } from './plant-texts.ts'

const flowering = (from_month: number, to_month: number) => ({ from_month, to_month, colour: null })

test.each([
  [5, 6, 'май – июнь', [5, 6]],
  [4, 4, 'апрель', [4]],
  [12, 2, 'декабрь – февраль', [1, 2, 12]],
])('flowering from %i to %i', (from, to, text, months) => {
  expect(monthsText(flowering(from, to))).toBe(text)
  expect(Array.from({ length: 12 }, (_, at) => at + 1).filter(month => flowersIn(month, flowering(from, to)))).toEqual(
    months,
  )
  expect(flowersIn(from, null)).toBe(false)
})

test.each([
  [0, 0, null, 'Сейчас не предлагают'],
  [1, 1, null, '1 предложение у 1 компании'],
  [6, 3, 1990, '6 предложений у 3 компаний, от 1 990 ₽'],
])('%i offers of %i companies', (offers_count, companies_count, price_from, text) => {
  const card = { offers_count, companies_count, price_from } as PlantCard
  expect(offeredText(card).replaceAll('\u00a0', ' ')).toBe(text)
})

test('a changed parameter returns to the first page, and empty parameters are left out of the URL', () => {
  const search = searchOf(new URLSearchParams('letter=А&page=3&region=1&region=2&genus=&other=x'), [
    'letter',
    'genus',
    'page',
    'region',
  ])
  expect(search).toEqual({ letter: ['А'], page: ['3'], region: ['1', '2'] })
  expect(decodeURIComponent(hrefWith('/plants', search, { genus: 'acer' }))).toBe(
    '/plants?letter=А&region=1&region=2&genus=acer',
  )
  expect(hrefWith('/plants', { letter: ['А'] }, { letter: null })).toBe('/plants')
  expect(hrefWith('/plants', {}, { page: '2' })).toBe('/plants?page=2')
})
