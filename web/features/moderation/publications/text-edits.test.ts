import { expect, test } from 'vitest'
import {
  bulletList,
  heading,
  link,
  numberedList,
  picture,
  type Selection,
  type TextEdit,
  table,
  wrap,
} from './text-edits.ts'

/** Parses a text in which `‹` and `›` enclose the selection. */
function selection(marked: string): Selection {
  const start = marked.indexOf('‹')
  const end = marked.indexOf('›') - 1
  return { text: marked.replace(/[‹›]/g, ''), start, end }
}

function applied(marked: string, edit: (from: Selection) => TextEdit): string {
  const before = selection(marked)
  const { from, to, insert, selectFrom, selectTo } = edit(before)
  const text = before.text.slice(0, from) + insert + before.text.slice(to)
  return `${text.slice(0, selectFrom)}‹${text.slice(selectFrom, selectTo)}›${text.slice(selectTo)}`
}

const bold = (from: Selection) => wrap(from, '**', 'жирный')

test.each([
  ['держат ‹целым›.', 'держат **‹целым›**.'],
  ['держат **‹целым›**.', 'держат ‹целым›.'],
  ['держат ‹›.', 'держат **‹жирный›**.'],
])('bold: %s → %s', (before, after) => expect(applied(before, bold)).toBe(after))

test('heading: larger, smaller, then none', () => {
  const second = applied('раз\nд‹›ва\nтри', heading)
  expect(second).toBe('раз\n## два‹›\nтри')
  const third = applied(second, heading)
  expect(third).toBe('раз\n### два‹›\nтри')
  expect(applied(third, heading)).toBe('раз\nдва‹›\nтри')
})

test('lists apply to whole lines, change their kind and can be removed', () => {
  const bullets = applied('р‹аз\nд›ва', bulletList)
  expect(bullets).toBe('- раз\n- два‹›')
  const numbers = applied('‹- раз\n- два›', numberedList)
  expect(numbers).toBe('1. раз\n2. два‹›')
  expect(applied('‹1. раз\n2. два›', numberedList)).toBe('раз\nдва‹›')
})

test.each([
  ['см. ‹›', 'см. [‹текст›](https://)'],
  ['см. ‹каталог›', 'см. [каталог](‹https://›)'],
  ['см. ‹/products/hvoynye›', 'см. [‹текст›](/products/hvoynye)'],
])('a link: %s → %s', (before, after) => expect(applied(before, link)).toBe(after))

test.each([
  ['‹›', '![‹Что на картинке›](/a.webp)'],
  ['ра‹›з\n\nдва', 'раз\n\n![‹Что на картинке›](/a.webp)\n\nдва'],
  ['раз‹›\nдва', 'раз\n\n![‹Что на картинке›](/a.webp)\n\nдва'],
  ['раз\n‹›', 'раз\n\n![‹Что на картинке›](/a.webp)'],
])('a picture is a separate paragraph after the line: %j', (before, after) =>
  expect(applied(before, from => picture(from, '/a.webp'))).toBe(after),
)

test('table: selects the first header', () => {
  expect(applied('раз‹›', table)).toBe('раз\n\n| ‹Столбец› | Столбец |\n| --- | --- |\n| | |\n| | |')
})
