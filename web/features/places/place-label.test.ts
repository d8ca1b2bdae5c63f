import { expect, it } from 'vitest'
import { distanceText, placeLabel, placeName } from './place-label.ts'

it.each([
  ['Тверь', 'Тверская область', '', 'Тверь, Тверская область'],
  ['Москва', 'Москва', '', 'Москва'],
  ['Верея', 'Московская область', 'Можайск', 'Верея (рядом Можайск), Московская область'],
])('%s (%s) is shown with its region', (name, region, near, label) => {
  const place = { id: 1, name, near, region: { id: 2, name: region } }
  expect(placeLabel(place)).toBe(label)
  expect(placeName(place)).toBe(label.replace(/ \(.*\)/, ''))
})

it('formats distances', () => {
  expect([0, 1, 162, 6416].map(distanceText)).toEqual(['рядом', '1\u00a0км', '162\u00a0км', '6\u00a0416\u00a0км'])
})
