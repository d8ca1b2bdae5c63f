import { expect, it } from 'vitest'
import { codes } from './codes.ts'
import { parseNotation } from './parse-notation.ts'
import { limits } from './sizes.ts'

const pieces = [
  ...codes.flatMap(({ words }) => words.map(word => word.replaceAll('*', ''))),
  ...'0 1 18-20 80/100 2,5 9000 1e9 - – x × + от до ( ) [ « » \' " . , ; : = Ø ₽ шт 99999999999999999999'.split(' '),
  '\u0000',
  '🌳',
  '\ud800',
  ' ',
]

it('reads long repetitive texts in bounded time', () => {
  for (const piece of pieces) {
    for (const glue of ['', ' ', ' 1 ', '1-', 'x']) {
      const text = (piece + glue).repeat(500).slice(0, 500)
      const start = performance.now()
      parseNotation(text)
      expect(performance.now() - start, text.slice(0, 40)).toBeLessThan(500)
    }
  }
})

it('never reads impossible sizes, whatever the text', () => {
  let state = 1
  const next = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  for (let run = 0; run < 5_000; run++) {
    const text = Array.from({ length: next(12) }, () => pieces[next(pieces.length)] + (next(2) ? ' ' : '')).join('')
    const { fields, doubts } = parseNotation(text)
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value !== 'number') continue
      const limit =
        limits[(name === 'root_size' ? fields.root : name.replace(/_(from|to)$/, '')) as keyof typeof limits]
      expect(value, `${name} of ${text}`).toBeGreaterThanOrEqual(limit.min)
      expect(value, `${name} of ${text}`).toBeLessThanOrEqual(limit.max)
    }
    for (const { alternatives } of doubts) {
      for (const alternative of alternatives) expect(Object.keys(alternative).length).toBeGreaterThan(0)
    }
  }
})

it('does not read text longer than a cell', () => {
  const text = 'Туя 80-100 '.repeat(50)
  const { rest, doubts } = parseNotation(text)
  expect(rest).toBe(text)
  expect(doubts).toEqual([{ code: 'too_long', text: '', alternatives: [] }])
})
