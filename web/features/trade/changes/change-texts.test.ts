import { expect, test } from 'vitest'
import type { LineChange, RequestLine } from '#contract/requests.ts'
import { changedText, changeText, differencesOf, unasked } from './change-texts.ts'

const line = (some: Record<string, unknown> = {}, wish: Record<string, unknown> = {}) =>
  ({
    id: 'a',
    name: 'Липа',
    text: '',
    quantity: 10,
    unit: 'шт',
    plant: null,
    wish: {
      form: null,
      root: null,
      root_size_from: null,
      root_size_to: null,
      girth_from: null,
      girth_to: null,
      height_from: null,
      height_to: null,
      spread_from: null,
      spread_to: null,
      stem_height: null,
      stems: null,
      transplants: null,
      ...wish,
    },
    ...some,
  }) as RequestLine
const change = (
  before: RequestLine | null,
  after: RequestLine | null,
  fields: LineChange['fields'] = [],
): LineChange => ({
  line: (after ?? before)?.id ?? '',
  before,
  after,
  fields,
  asked_in: null,
})
const plain = (texts: string[]) => texts.map(text => text.replaceAll('\u00a0', ' '))

test('what differs is said before and after, each part alone', () => {
  const before = line({}, { girth_from: 18, girth_to: 20, root: 'ball', root_size_from: 60, root_size_to: 60 })
  const after = line(
    { quantity: 25, plant: { id: 1, name: 'Клён', latin_name: 'Acer', slug: 'acer' } },
    { girth_from: 20, girth_to: 25, form: 'multistem' },
  )
  expect(plain(differencesOf(change(before, after, ['plant', 'quantity', 'size', 'packing', 'form'])))).toEqual([
    'растение Липа → Клён',
    'количество 10 шт. → 25 шт.',
    'размер обхват 18–20 → обхват 20–25',
    'упаковка RB 60 → любая',
    'форма любая → многоствольное',
  ])
  expect(differencesOf(change(null, after))).toEqual([])
})

test('a line that was added or deleted says so', () => {
  expect(changeText(change(null, line()))).toBe('Добавлена после отправки запроса')
  expect(changeText(change(line(), null))).toBe('Удалена из проекта после отправки запроса')
  const text = changeText(change(line({ quantity: null }), line(), ['quantity']))
  expect(plain([text])).toEqual(['С отправки запроса: количество не указано → 10 шт.'])
})

test('lines are counted in words, and those that can still be asked for are found', () => {
  expect([1, 3, 5, 21].map(changedText)).toEqual([
    'изменилась 1 строка',
    'изменилось 3 строки',
    'изменилось 5 строк',
    'изменилась 21 строка',
  ])
  expect(unasked([change(line(), line()), { ...change(line(), line()), asked_in: 'b' }, change(line(), null)])).toEqual(
    ['a'],
  )
})
