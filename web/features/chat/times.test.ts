import { expect, test } from 'vitest'
import { clock, dayName, shortTime } from './times.ts'

const now = new Date(2026, 10, 21, 0, 30)
const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test.each([
  [local(2026, 10, 21, 0, 5), 'Сегодня', '00:05'],
  [local(2026, 10, 20, 23, 59), 'Вчера', 'вчера'],
  [local(2026, 4, 3, 9, 5), '3 мая', '3 мая'],
  [local(2025, 4, 3, 9, 5), '3 мая 2025 г.', '03.05.2025'],
])('%s is %s, in short %s', (then, day, short) => {
  expect(dayName(then, now)).toBe(day)
  expect(shortTime(then, now)).toBe(short)
})

test('formats times with two digits', () => {
  expect(clock(local(2026, 4, 3, 9, 5))).toBe('09:05')
})
