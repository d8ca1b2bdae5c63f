import { expect, test } from 'vitest'
import { previewParts, textParts } from './post-text.ts'

const read = (text: string) => textParts(text).map(part => (part.kind === 'text' ? part.text : [part.kind, part.text]))

test.each<[string, unknown[]]>([
  ['просто текст', ['просто текст']],
  ['Ищу #липу_мелколистную, #Tilia', ['Ищу ', ['hashtag', '#липу_мелколистную'], ', ', ['hashtag', '#Tilia']]],
  ['# не хештег', ['# не хештег']],
  ['см. https://example.ru/a?b=1#c.', ['см. ', ['link', 'https://example.ru/a?b=1#c'], '.']],
  ['(http://example.ru/x)', ['(', ['link', 'http://example.ru/x'], ')']],
  ['https://ru.example.org/Ель_(род)', [['link', 'https://ru.example.org/Ель_(род)']]],
  ['javascript:alert(1) https://', ['javascript:alert(1) https://']],
  ['<b>https://example.ru</b>', ['<b>', ['link', 'https://example.ru'], '</b>']],
])('%s', (text, parts) => {
  expect(read(text)).toEqual(parts)
})

const shown = (text: string, length: number) =>
  previewParts(text, length)
    .map(part => part.text)
    .join('')

test('a text that fits is shown as it is', () => {
  expect(shown('ровно', 5)).toBe('ровно')
})

test('a longer text is cut to the given number of characters and an ellipsis', () => {
  expect(shown('слишком длинно', 7)).toBe('слишком…')
  expect(shown('🌲🌲🌲', 2)).toBe('🌲🌲…')
})

test('a link that is cut in the middle keeps its address', () => {
  expect(previewParts('я #можжевельник', 6)).toEqual([
    { kind: 'text', text: 'я ' },
    { kind: 'hashtag', text: '#мож', tag: 'можжевельник' },
    { kind: 'text', text: '…' },
  ])
})

test('300 characters are shown by default', () => {
  expect(shown('а'.repeat(301), 300)).toBe(`${'а'.repeat(300)}…`)
  expect(previewParts('а'.repeat(300))).toHaveLength(1)
})

test('mentions lead to people, and are read as their names', () => {
  const id = '019a0000-0000-7000-8000-000000000000'
  const text = `Спросите @[Анна Лес](${id}), #ель, или @[Никто](x)`
  expect(textParts(text)).toEqual([
    { kind: 'text', text: 'Спросите ' },
    { kind: 'mention', text: '@Анна Лес', id },
    { kind: 'text', text: ', ' },
    { kind: 'hashtag', text: '#ель', tag: 'ель' },
    { kind: 'text', text: ', или @[Никто](x)' },
  ])
  expect(previewParts(`@[Анна Лес](${id}) и всё`, 12)).toEqual([
    { kind: 'mention', text: '@Анна Лес', id },
    { kind: 'text', text: ' и' },
    { kind: 'text', text: '…' },
  ])
})
