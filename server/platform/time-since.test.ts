import { expect, it } from 'vitest'
import { timeSince } from './time-since.ts'

const now = new Date('2026-05-01T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

it.each([
  [-5 * minute, '0 minutes'],
  [0, '0 minutes'],
  [59_999, '0 minutes'],
  [minute, '1 minute'],
  [5 * minute, '5 minutes'],
  [hour, '1 hour'],
  [hour + 3 * minute, '1 hour, 3 minutes'],
  [3 * day + 4 * hour + 59 * minute, '3 days, 4 hours'],
  [3 * day + 59 * minute, '3 days'],
  [15 * day, '2 weeks, 1 day'],
  [30 * day, '1 month'],
  [30 * day + 23 * hour, '1 month'],
  [364 * day, '12 months'],
  [365 * day + 61 * day, '1 year, 2 months'],
  [365 * day + 29 * day, '1 year'],
])('%i ms ago is %s', (ago, words) => {
  expect(timeSince(new Date(now.getTime() - ago), now)).toBe(words)
})
