import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, readDraft, writeDraft } from './drafts.ts'

/** As much of a browser's storage as is used: its keys are its own properties. */
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

test('what is kept is read again and can be forgotten; nonsense counts as nothing', () => {
  writeDraft('form', { genus: 'Туя' })
  expect(readDraft('form')).toEqual({ genus: 'Туя' })
  writeDraft('form', null)
  expect(readDraft('form')).toBeNull()
  localStorage.setItem('draft.form', '{"genus":')
  expect(readDraft('form')).toBeNull()
})

test('signing out forgets all drafts and nothing else', () => {
  localStorage.setItem('theme', 'dark')
  writeDraft('one', {})
  writeDraft('two', {})
  forgetDrafts()
  expect([readDraft('one'), readDraft('two'), localStorage.getItem('theme')]).toEqual([null, null, 'dark'])
})

test('a browser that keeps nothing breaks no form', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => writeDraft('form', {})).not.toThrow()
  expect(() => forgetDrafts()).not.toThrow()
  expect(readDraft('form')).toBeNull()
})
