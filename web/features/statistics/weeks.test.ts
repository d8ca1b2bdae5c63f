import { expect, it } from 'vitest'
import { highest, mondayName, weekName } from './weeks.ts'

it('names a week by its first and last day', () => {
  expect(weekName('2026-11-16').replace(/\s+/g, ' ')).toBe('16–22 нояб.')
  expect(weekName('2026-12-28').replace(/\s+/g, ' ')).toMatch(/^28 дек\.? ?(?:2026 г\.)? ?– 3 янв\./)
  expect(mondayName('2026-11-16').replace(/\s+/g, ' ')).toBe('16 нояб.')
})

it('rounds the top of an axis up to a number that is easily halved', () => {
  expect([0, 1, 2, 3, 7, 11, 36, 99, 101, 2400].map(highest)).toEqual([2, 2, 2, 4, 8, 20, 40, 100, 200, 4000])
})
