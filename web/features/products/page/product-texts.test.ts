import { expect, test } from 'vitest'
import { formatDate, paragraphs, pictureAlts } from './product-texts.ts'

test('an empty line ends a paragraph, a line break does not', () => {
  expect(paragraphs('Один\nдва\n\nтри\n \n\n')).toEqual(['Один\nдва', 'три'])
  expect(paragraphs('')).toEqual([])
})

test('the first picture is described by the plant, the others by their number', () => {
  const known = {
    name: 'Ель колючая',
    growth_pattern: { id: 1, name: 'Одноствольное дерево' },
    crown_shape: { id: 1, name: 'Коническая' },
    foliage_or_needles_color: 'Голубая',
  }
  expect(pictureAlts(known, 2)).toEqual([
    'Ель колючая: одноствольное дерево, крона коническая, окраска голубая. Изображение 1 из 2',
    'Ель колючая. Изображение 2 из 2',
  ])
  const unknown = { name: 'Ель', growth_pattern: null, crown_shape: null, foliage_or_needles_color: '' }
  expect(pictureAlts(unknown, 1)).toEqual(['Ель'])
})

test('dates are in Moscow time wherever the page is rendered', () => {
  expect(formatDate('2026-03-12T21:30:00.000Z').replace(/\s/g, ' ')).toBe('13 марта 2026 г.')
})
