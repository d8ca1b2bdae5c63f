import { expect, test } from 'vitest'
import type { Comparison, Quote } from '#contract/requests.ts'
import { bestChoice, stillPossible, summaryOf, without, withWhole } from './choice.ts'

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

test('the best of each line, but no other plant than the one that was asked for', () => {
  const cells = [
    { line: 'linden', quote: 'a', price: 1, total: 10, is_enough: true },
    { line: 'linden', quote: 'b', price: 3, total: 30, is_enough: true },
    { line: 'linden', quote: 'c', price: 2, total: 4, is_enough: false },
    { line: 'oak', quote: 'b', price: 5, total: 50, is_enough: true },
    { line: 'maple', quote: 'a', price: 5, total: 50, is_enough: true },
  ] as Comparison['cells']
  const offered = (id: string, lines: Record<string, boolean>) =>
    ({ id, lines: Object.entries(lines).map(([line, is_substitute]) => ({ line, is_substitute })) }) as Quote
  const best = [
    { line: 'linden', quote: 'a' },
    { line: 'oak', quote: 'b' },
    { line: 'maple', quote: 'a' },
  ]
  expect(
    bestChoice({
      best,
      cells,
      quotes: [
        offered('a', { linden: true, maple: true }),
        offered('b', { linden: false, oak: false }),
        offered('c', { linden: false }),
      ],
    }),
  ).toEqual({ linden: 'b', oak: 'b' })
})

test('expired quotes and earlier revisions are chosen no more', () => {
  const choice = { linden: 'b', oak: 'a', maple: 'earlier' }
  expect(stillPossible(choice, { quotes: [first, { ...second, is_expired: true }] })).toEqual({ oak: 'a' })
  expect(stillPossible(choice, { quotes: [{ ...first, is_paused: true }, second] })).toEqual(
    stillPossible(choice, { quotes: [second] }),
  )
})
