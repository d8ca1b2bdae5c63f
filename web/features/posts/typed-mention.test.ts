import { expect, test } from 'vitest'
import { typedMention } from './typed-mention.ts'

test.each<[string, string | null]>([
  ['@', ''],
  ['Спросите @Ан', 'Ан'],
  ['Спросите (@Анна Лес', 'Анна Лес'],
  ['Спросите Анну', null],
  ['почта anna@lesnaya', null],
  ['@[Анна](019a0000-0000-7000-8000-000000000000) ', null],
  ['@Анна и дальше идёт длинный текст без имени', null],
  ['@Анна\n', null],
])('at the end of «%s»', (text, expected) => {
  expect(typedMention(text)).toBe(expected)
})
