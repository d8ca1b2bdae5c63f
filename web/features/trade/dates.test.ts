import { expect, test } from 'vitest'
import { dateAfter, datesText, leftText } from './dates.ts'

const now = new Date(2026, 10, 23, 12)
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [null, null, ''],
  ['2026-11-25', null, 'с 25 ноября'],
  [null, '2026-11-25', 'до 25 ноября'],
  ['2026-11-25', '2026-11-25', '25 ноября'],
  ['2026-11-25', '2026-11-28', 'с 25 по 28 ноября'],
  ['2026-11-25', '2027-04-03', 'с 25 ноября по 3 апреля 2027 г.'],
])('dates from %s to %s', (from, to, text) => {
  expect(plain(datesText(from, to, now))).toBe(text)
})

test.each([
  ['2026-11-23T11:59:00Z', ''],
  ['2026-11-23T12:30:00Z', 'осталось меньше часа'],
  ['2026-11-23T13:30:00Z', 'остался 1 час'],
  ['2026-11-24T13:30:00Z', 'осталось 25 часов'],
  ['2026-11-28T12:00:00Z', 'осталось 5 дней'],
])('left until %s', (time, text) => {
  expect(plain(leftText(time, Date.parse('2026-11-23T12:00:00Z')))).toBe(text)
})

test('a day after the end of a month', () => {
  expect(dateAfter(8, now)).toBe('2026-12-01')
})
