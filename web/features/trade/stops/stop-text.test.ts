import { expect, it } from 'vitest'
import type { OwnStop } from '#contract/transport.ts'
import { stopText } from './stop-text.ts'

const line = { line: 'a', quantity: 10, weight: 1200, volume: 3.4, is_estimate: false }
const stop: OwnStop = {
  company: { id: 1, company_name: 'Косогор' },
  weight: 1200,
  volume: 3.4,
  length_m: 3.5,
  is_estimate: false,
  is_complete: true,
  distance_km: 230,
  distance_note: '',
  loading_days: [],
  lines: [line],
}
const said = (more: Partial<OwnStop>) =>
  Object.values(stopText({ ...stop, ...more })).map(text => text.replaceAll('\u00a0', ' '))

it('says what is loaded, and what is not certain about it', () => {
  expect(said({})).toEqual(['1,2 т · 3,4 м³ · длина до 3,5 м', ''])
  expect(said({ is_estimate: true, length_m: 0 })).toEqual(['1,2 т · 3,4 м³', 'Вес и объём оценены по размерам.'])
  const unknown = { ...line, weight: null, volume: null }
  expect(said({ is_complete: false, lines: [line, unknown] })).toEqual([
    'Не меньше 1,2 т · 3,4 м³ · длина до 3,5 м',
    'Без растений, вес которых неизвестен: 1 из 2.',
  ])
  expect(said({ is_complete: false, lines: [unknown] })).toEqual(['Вес растений неизвестен', ''])
})
