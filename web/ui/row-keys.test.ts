import { expect, it } from 'vitest'
import { nextFocus, rowAction } from './row-keys.ts'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

it('figures choose candidates that there are, and zero none of the directory', () => {
  expect(rowAction({ key: '2', code: 'Digit2', ...plain }, 3)).toEqual({ do: 'choose', place: 1 })
  expect(rowAction({ key: '4', code: 'Numpad4', ...plain }, 3)).toBe(null)
  expect(rowAction({ key: '0', code: 'Digit0', ...plain }, 0)).toEqual({ do: 'none' })
})

it('letters work in the Russian layout, and not with other keys held', () => {
  expect(rowAction({ key: 'о', code: 'KeyJ', ...plain }, 0)).toEqual({ do: 'move', by: 1 })
  expect(rowAction({ key: 'ArrowUp', code: 'ArrowUp', ...plain }, 0)).toEqual({ do: 'move', by: -1 })
  expect(rowAction({ key: 'ы', code: 'KeyS', ...plain }, 0)).toEqual({ do: 'skip' })
  expect(rowAction({ key: 's', code: 'KeyS', ...plain, ctrlKey: true }, 0)).toBe(null)
  expect(rowAction({ key: 'q', code: 'KeyQ', ...plain }, 0)).toBe(null)
})

it('when a row goes, the focus goes on to the next one that is left', () => {
  expect(nextFocus(['a', 'b', 'c', 'd'], ['a', 'd', 'e'], 'b')).toBe('d')
  expect(nextFocus(['a', 'b'], ['a'], 'b')).toBe('a')
  expect(nextFocus(['a'], [], 'a')).toBe(null)
})
