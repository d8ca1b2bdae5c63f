import { expect, test } from 'vitest'
import { isNewcomer, signedUpAt } from './first-steps-state.ts'

const id = '0190163d-8694-739b-aea5-966c26f8ad91'
const then = Date.UTC(2024, 5, 14, 10, 0)

test('reads the time of sign-up from the id', () => {
  expect(Math.abs(signedUpAt(id) - then)).toBeLessThan(24 * 60 * 60_000)
})

test('counts as new for two weeks', () => {
  expect(isNewcomer(id, signedUpAt(id) + 13 * 24 * 60 * 60_000)).toBe(true)
  expect(isNewcomer(id, signedUpAt(id) + 15 * 24 * 60 * 60_000)).toBe(false)
  expect(isNewcomer('')).toBe(false)
})
