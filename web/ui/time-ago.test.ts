import { expect, it } from 'vitest'
import { agoText } from './time-ago.tsx'

it.each([
  ['0 minutes', 'меньше минуты назад'],
  ['1 minute', '1 мин назад'],
  ['5 minutes', '5 мин назад'],
  ['2 hours, 46 minutes', '2 ч назад'],
  ['3 days, 4 hours', '3 дн. назад'],
  ['2 weeks, 1 day', '2 нед. назад'],
  ['1 month', '1 мес. назад'],
  ['1 year', '1 год назад'],
  ['5 years, 2 months', '5 лет назад'],
])('%s is %s', (passed, shown) => {
  expect(agoText(passed).replaceAll('\u00a0', ' ')).toBe(shown)
})
