import { expect, it } from 'vitest'
import { nextFocus } from './next-focus.ts'

it('when a row goes, the focus goes on to the next one that is left', () => {
  expect(nextFocus(['a', 'b', 'c', 'd'], ['a', 'd', 'e'], 'b')).toBe('d')
  expect(nextFocus(['a', 'b'], ['a'], 'b')).toBe('a')
  expect(nextFocus(['a'], [], 'a')).toBe(null)
})
