import { afterEach, expect, it, vi } from 'vitest'
import { rememberedPlace, rememberPlace } from './remembered-place.ts'

afterEach(() => vi.unstubAllGlobals())

it('is stored until it is deleted; only an id is accepted', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  expect(rememberedPlace()).toBeNull()
  rememberPlace(480_060)
  expect(rememberedPlace()).toBe('480060')
  rememberPlace(null)
  expect(rememberedPlace()).toBeNull()
  kept.set('place', '"><script>')
  expect(rememberedPlace()).toBeNull()
})

it('works without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberPlace(480_060)
  expect(rememberedPlace()).toBeNull()
})
