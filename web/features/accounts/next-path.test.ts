import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetNext, givenNext, keepNext, nextPath, withNext } from './next-path.ts'

const asked = (next: string) => new URLSearchParams({ next })
const nothing = new URLSearchParams()

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['/', '/products/my_products', '/products/hvoynye?zone=4&rsp=1', '/profile/1#about', '/a//b'])(
  '%s is gone to',
  next => {
    expect(nextPath(asked(next))).toBe(next)
  },
)

test.each([
  '',
  'feed',
  'https://example.com',
  '//example.com',
  '/\\example.com',
  '\\\\example.com',
  '/\t/example.com',
  '/\n/example.com',
  'javascript:alert(1)',
  '/ok\\..\\x',
])('%j leads nowhere but to the feed', next => {
  expect(givenNext(asked(next))).toBeNull()
  expect(nextPath(asked(next))).toBe('/feed')
})

test('uses the path stored by sign-up until it is visited, and only if the URL has none', () => {
  keepNext('/products/create')
  expect(nextPath(asked('/chat'))).toBe('/chat')
  expect(nextPath(nothing)).toBe('/products/create')
  forgetNext()
  expect(nextPath(nothing)).toBe('/feed')
  keepNext('//example.com')
  expect(nextPath(nothing)).toBe('/feed')
})

test('passes the return path from screen to screen', () => {
  expect(withNext('/signup', null)).toBe('/signup')
  expect(givenNext(new URL(withNext('/signup', '/products/hvoynye?zone=4'), 'http://x').searchParams)).toBe(
    '/products/hvoynye?zone=4',
  )
})
