import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, readDraft, writeDraft } from './drafts.ts'

/** The used part of a browser's storage: its keys are its own properties. */
class FakeStorage {
  [key: string]: unknown
  getItem = (key: string) => this[key] ?? null
  setItem = (key: string, value: string) => {
    this[key] = value
  }
  removeItem = (key: string) => {
    delete this[key]
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('reads and deletes a stored draft; malformed content counts as none', () => {
  writeDraft('form', { genus: 'Туя' })
  expect(readDraft('form')).toEqual({ genus: 'Туя' })
  writeDraft('form', null)
  expect(readDraft('form')).toBeNull()
  localStorage.setItem('draft.form', '{"genus":')
  expect(readDraft('form')).toBeNull()
})

test('deletes all drafts and nothing else on sign-out', () => {
  localStorage.setItem('theme', 'dark')
  writeDraft('one', {})
  writeDraft('two', {})
  forgetDrafts()
  expect([readDraft('one'), readDraft('two'), localStorage.getItem('theme')]).toEqual([null, null, 'dark'])
})

test('does not throw when the browser stores nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => writeDraft('form', {})).not.toThrow()
  expect(() => forgetDrafts()).not.toThrow()
  expect(readDraft('form')).toBeNull()
})
