import { expect, test } from 'vitest'
import type { Quote, QuoteLine } from '#contract/requests.ts'
import { lineChanges, withEarlier } from './revision-changes.ts'

const line = (id: string, price: number, rest: Partial<QuoteLine> = {}) =>
  ({
    line: id,
    name: id,
    price,
    quantity: 10,
    label: '',
    note: '',
    variant: 1,
    total: price * 10,
    ...rest,
  }) as QuoteLine

test('a line is changed, added or declined', () => {
  const before = { lines: [line('linden', 100), line('oak', 50), line('maple', 70)] }
  const after = { lines: [line('linden', 90), line('maple', 70), line('birch', 30)] }
  expect(lineChanges(before, after).map(({ line: id, before: was, after: is }) => [id, was?.price, is?.price])).toEqual(
    [
      ['linden', 100, 90],
      ['birch', undefined, 30],
      ['oak', 50, undefined],
    ],
  )
})

test('another variant with the same words is no change', () => {
  expect(lineChanges({ lines: [line('linden', 100)] }, { lines: [line('linden', 100, { variant: null })] })).toEqual([])
})

test('each revision has the one before it', () => {
  const quotes = [1, 3, 2].map(revision => ({ revision }) as Quote)
  expect(withEarlier(quotes).map(({ quote, earlier }) => [quote.revision, earlier?.revision])).toEqual([
    [3, 2],
    [2, 1],
    [1, undefined],
  ])
})
