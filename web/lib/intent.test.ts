import { afterEach, expect, test, vi } from 'vitest'
import { dropIntent, keepIntent, takeIntent } from './intent.ts'

const minutes = 60_000

function stubStorage(): void {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
    removeItem: (name: string) => values.delete(name),
  })
}
afterEach(() => vi.unstubAllGlobals())

test('what was meant is done once, and nothing else', () => {
  stubStorage()
  expect(takeIntent('save-plant:1')).toBe(false)
  keepIntent('save-plant:1')
  expect(takeIntent('save-plant:2')).toBe(false)
  expect(takeIntent('save-plant:1')).toBe(true)
  expect(takeIntent('save-plant:1')).toBe(false)
})

test('what was meant half an hour ago, or was given up, is not done', () => {
  stubStorage()
  keepIntent('save-plant:1', 0)
  expect(takeIntent('save-plant:1', 31 * minutes)).toBe(false)
  keepIntent('save-plant:1')
  dropIntent()
  expect(takeIntent('save-plant:1')).toBe(false)
})

test('without storage nothing is kept and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
  })
  keepIntent('save-plant:1')
  expect(takeIntent('save-plant:1')).toBe(false)
})
