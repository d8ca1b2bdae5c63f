import { expect, test } from 'vitest'
import type { Comparison, Quote } from '#contract/requests.ts'
import { bestChoice, stillPossible, summaryOf, unmetLines, without, withWhole } from './choice.ts'

const quote = (id: string, totals: Record<string, number>, rest: Partial<Quote> = {}) =>
  ({
    id,
    is_expired: false,
    is_paused: false,
    delivery_price: null,
    unloading_price: null,
    lines: Object.entries(totals).map(([line, total]) => ({ line, total })),
    ...rest,
  }) as Quote

const first = quote('a', { linden: 0.1, oak: 0.2 }, { delivery_price: 1000, unloading_price: 0.5 })
const second = quote('b', { linden: 90.55, maple: 7 })
const quotes = [first, second]

test('the sum counts delivery and unloading once a company, to the kopeck', () => {
  const summary = summaryOf({ linden: 'a', oak: 'a', maple: 'b' }, { quotes })
  expect(summary.parts.map(({ quote: { id }, lines, price, total }) => ({ id, lines, price, total }))).toEqual([
    { id: 'a', lines: 2, price: 0.3, total: 1000.8 },
    { id: 'b', lines: 1, price: 7, total: 7 },
  ])
  expect(summary).toMatchObject({ lines: 3, total: 1007.8 })
})

test('a whole column replaces what it prices and leaves the rest', () => {
  const choice = withWhole({ linden: 'a', oak: 'a' }, second)
  expect(choice).toEqual({ linden: 'b', oak: 'a', maple: 'b' })
  expect(without(choice, 'b')).toEqual({ oak: 'a' })
})

test('the best of each line is the server’s, but no other plant than the one that was asked for', () => {
  const offered = (id: string, lines: Record<string, boolean>) =>
    ({ id, lines: Object.entries(lines).map(([line, is_substitute]) => ({ line, is_substitute })) }) as Quote
  const comparison = {
    lines: [{ id: 'linden' }, { id: 'oak' }, { id: 'maple' }, { id: 'birch' }],
    quotes: [offered('a', { linden: false, maple: true, birch: false }), offered('b', { linden: false, oak: false })],
    // The server’s best is not the cheapest: that one is smaller.
    cells: [
      { line: 'linden', quote: 'a', total: 10, fit: 'smaller' },
      { line: 'linden', quote: 'b', total: 30, fit: 'exact' },
      { line: 'oak', quote: 'b', total: 50, fit: 'larger' },
      { line: 'maple', quote: 'a', total: 50, fit: 'exact' },
      { line: 'birch', quote: 'a', total: 50, fit: 'other' },
    ],
    best: [
      { line: 'linden', quote: 'b' },
      { line: 'oak', quote: 'b' },
      { line: 'maple', quote: 'a' },
      { line: 'birch', quote: 'a' },
    ],
  } as Comparison
  expect(bestChoice(comparison)).toEqual({ linden: 'b', oak: 'b', birch: 'a' })
  expect(unmetLines(comparison).map(({ id }) => id)).toEqual(['birch'])
})

test('expired quotes and earlier revisions are chosen no more', () => {
  const choice = { linden: 'b', oak: 'a', maple: 'earlier' }
  expect(stillPossible(choice, { quotes: [first, { ...second, is_expired: true }] })).toEqual({ oak: 'a' })
  expect(stillPossible(choice, { quotes: [{ ...first, is_paused: true }, second] })).toEqual(
    stillPossible(choice, { quotes: [second] }),
  )
})
