import { afterEach, expect, it, vi } from 'vitest'
import { uuidv7 } from './ids.ts'

afterEach(() => {
  vi.useRealTimers()
})

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('ids are in the order in which they were made, within a millisecond and when the clock is set back', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
  // More than the counter of a millisecond holds.
  const ids = Array.from({ length: 10_000 }, () => uuidv7())
  vi.setSystemTime(Date.now() - 5000)
  ids.push(uuidv7())
  for (const id of ids) expect(id).toMatch(form)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

it('an id of a given time begins with it', () => {
  const time = Date.UTC(2026, 4, 1)
  const id = uuidv7(time)
  expect(id).toMatch(form)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(time)
  // It does not hold up the others.
  expect(uuidv7(time) > uuidv7()).toBe(false)
})
