import { expect, test } from 'vitest'
import type { Delivery } from '#contract/deliveries.ts'
import { fullReceipt, missingOf, receiptBody, restoredReceipt } from './receive-values.ts'

const delivery = {
  id: 'first',
  lines: [
    { line: 'linden', quantity: 10 },
    { line: 'oak', quantity: 2.5 },
  ],
} as Delivery
const full = fullReceipt(delivery)
const line = (quantity: string) => ({ quantity, reason: 'damaged' as const, text: 'Сломаны' })

test('a receipt begins in full, and says so', () => {
  expect(receiptBody(delivery, full, new Map())).toEqual([
    { line: 'linden', quantity: 10, claim: null },
    { line: 'oak', quantity: 2.5, claim: null },
  ])
})

test('what did not arrive is claimed, with its own pictures', () => {
  const values = { linden: line('7'), oak: line('2,4') }
  const files = new Map([
    ['linden', 2],
    ['oak', 1],
  ])
  expect(receiptBody(delivery, values, files)).toEqual([
    { line: 'linden', quantity: 7, claim: { quantity: 3, reason: 'damaged', text: 'Сломаны', files: [0, 1] } },
    { line: 'oak', quantity: 2.4, claim: { quantity: 0.1, reason: 'damaged', text: 'Сломаны', files: [2] } },
  ])
})

test.each(['', '11', '-1', 'семь'])('%j of ten is no number of them', quantity => {
  expect(missingOf(10, line(quantity))).toBeNull()
  expect(receiptBody(delivery, { ...full, linden: line(quantity) }, new Map())).toBeNull()
})

test('a draft is restored as it was typed; one of something else is not', () => {
  const typed = { ...full, linden: line('7') }
  expect(restoredReceipt(JSON.parse(JSON.stringify(typed)), delivery)).toEqual(typed)
  expect(restoredReceipt(full, delivery)).toBeNull()
  expect(restoredReceipt('7', delivery)).toBeNull()
  expect(restoredReceipt({ linden: { quantity: 7, reason: 'вор' } }, delivery)).toBeNull()
})
