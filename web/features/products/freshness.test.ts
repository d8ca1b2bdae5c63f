import { expect, test } from 'vitest'
import { confirmedAt, daysAgo, daysSince, freshnessOf } from './freshness.ts'

test.each([
  [0, 'сегодня', 'fresh'],
  [1, 'вчера', 'fresh'],
  [3, '3 дня назад', 'fresh'],
  [13, '13 дней назад', 'fresh'],
  [14, '2 недели назад', 'fresh'],
  [15, '2 недели назад', 'ageing'],
  [30, '1 месяц назад', 'ageing'],
  [45, '1 месяц назад', 'ageing'],
  [46, '1 месяц назад', 'stale'],
  [150, '5 месяцев назад', 'stale'],
  [800, '2 года назад', 'stale'],
])('%i days: %s, %s', (days, text, freshness) => {
  expect([daysAgo(days), freshnessOf(days)]).toEqual([text, freshness])
})

test('with a slow clock no time lies in the future', () => {
  expect(daysSince('2026-03-12T10:00:00.000Z', Date.parse('2026-03-12T09:00:00Z'))).toBe(0)
  expect(daysSince('2026-03-12T10:00:00.000Z', Date.parse('2026-03-14T09:59:59Z'))).toBe(1)
})

test('the oldest confirmation of the offered sizes counts', () => {
  const old = { stock: 'sold_out' as const, confirmed_at: '2025-01-01' }
  const [march, april] = ['2026-03-01', '2026-04-01'].map(time => ({ stock: 'on_order' as const, confirmed_at: time }))
  if (!march || !april) throw new Error('no times')
  expect(confirmedAt([old, april, march])).toBe('2026-03-01')
  expect(confirmedAt([old])).toBe('2025-01-01')
  expect(confirmedAt([])).toBeNull()
})
