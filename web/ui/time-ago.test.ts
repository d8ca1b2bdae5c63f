import { expect, it } from 'vitest'
import { agoText } from './time-ago.tsx'

it.each([
  ['0 minutes', 'меньше минуты назад'],
  ['1 minute', '1 минуту назад'],
  ['5 minutes', '5 минут назад'],
  ['1 hour, 3 minutes', '1 час 3 минуты назад'],
  ['3 days, 4 hours', '3 дня 4 часа назад'],
  ['2 weeks, 1 day', '2 недели 1 день назад'],
  ['1 month', '1 месяц назад'],
  ['5 years, 2 months', '5 лет 2 месяца назад'],
])('%s is %s', (passed, shown) => {
  expect(agoText(passed)).toBe(shown)
})
