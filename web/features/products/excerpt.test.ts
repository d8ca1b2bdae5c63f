import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test.each([
  ['Ель колючая', 20, 'Ель колючая'],
  ['Ель колючая, голубая', 14, 'Ель колючая…'],
  ['Ель колючая', 11, 'Ель колючая'],
  ['Ель колючая', 10, 'Ель…'],
  ['Оченьдлинноеслово', 5, 'Очень…'],
])('%s, %i', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected)
})
