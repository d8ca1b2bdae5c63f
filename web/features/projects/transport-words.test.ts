import { expect, it } from 'vitest'
import type { StrategySummary } from '#contract/projects.ts'
import { besideText, sumText, volumeText, weightText } from './transport-words.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const summary: StrategySummary = {
  strategy: 'cheapest',
  plants: 120_000,
  transport: 30_000.5,
  total: 150_000.5,
  companies: 3,
  lines: 10,
  priced_lines: 9,
  unplaced_lines: 2,
  is_approximate: false,
}

it('a way of choosing says plants, transport and total', () => {
  expect(plain(sumText(summary))).toBe('120 000 ₽ + 30 000,50 ₽ = 150 000,50 ₽')
  expect(plain(sumText({ ...summary, transport: null, total: null }))).toBe('растения 120 000 ₽')
  expect(sumText({ ...summary, plants: null })).toBe('Укажите место проекта')
  expect(plain(besideText(summary))).toBe('3 питомника · без цены 1 строка · без доставки 2 строки')
})

it('loads are in kilograms, in tonnes from one on', () => {
  expect([weightText(350), weightText(4200), volumeText(0.02)].map(plain)).toEqual(['350 кг', '4,2 т', '0,1 м³'])
})
