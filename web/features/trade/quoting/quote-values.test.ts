import { expect, test } from 'vitest'
import type { LineOption } from '#contract/projects.ts'
import type { Quote, RequestLine } from '#contract/requests.ts'
import { bodyOf, changesSince, initialValues, nameOfLine, restoredValues, runningTotal } from './quote-values.ts'

const line = (id: string, quantity: number | null = 40) => ({ id, quantity, name: id }) as RequestLine
const option = (id: number, fit: LineOption['fit'], rest: object = {}) =>
  ({
    fit,
    unit_price: 12_000.5,
    variant: {
      id,
      label: 'Обхват 18–20',
      stock: 'in_stock',
      stock_quantity: null,
      stock_is_minimum: false,
      available_quantity: null,
      ...rest,
    },
  }) as LineOption

const request = { lines: [line('linden'), line('oak'), line('maple'), line('birch', null)] }
const options = [
  {
    line: 'linden',
    options: [option(1, 'exact', { stock_quantity: 30, available_quantity: 30 }), option(2, 'larger')],
  },
  { line: 'oak', options: [option(3, 'larger')] },
  { line: 'maple', options: [option(4, 'exact', { stock: 'sold_out' })] },
]
const begun = initialValues(request, options, null, '2026-12-20')
const spaced = (text: string | undefined) => text?.replace(/\s/g, ' ')

test('only what is exactly as asked for and in stock is filled in, with as many as there are', () => {
  expect(begun.lines.linden).toMatchObject({ mode: 'offer', variant: 1, quantity: '30' })
  expect(spaced(begun.lines.linden?.price)).toBe('12 000,5')
  expect(begun.lines.oak).toMatchObject({ mode: 'open', variant: null, price: '', quantity: '40' })
  expect(begun.lines.maple).toMatchObject({ mode: 'open', variant: null })
  expect(begun.lines.birch).toMatchObject({ mode: 'open', quantity: '' })
})

test('the running total counts what is offered, to the kopeck', () => {
  const values = { ...begun, delivery_price: '1 000,10', unloading_price: '' }
  expect(runningTotal(values)).toEqual({ offered: 1, declined: 0, open: 3, lines: 360_015, total: 361_015.1 })
})

test('offered lines alone are sent, and an error of theirs finds its line', () => {
  const birch = { ...begun.lines.birch, mode: 'offer' as const, price: '', quantity: '7' }
  const { body, ids } = bodyOf({ ...begun, lines: { ...begun.lines, birch } as typeof begun.lines }, request)
  expect(ids).toEqual(['linden', 'birch'])
  expect(body.lines).toMatchObject([
    { line: 'linden', variant: 1, price: 12_000.5, quantity: '30' },
    { line: 'birch', price: Number.NaN, quantity: '7' },
  ])
  expect(nameOfLine('lines.1.price', ids)).toBe('birch.price')
  expect(nameOfLine('valid_until', ids)).toBe('valid_until')
})

const last = {
  lines: [
    {
      line: 'oak',
      variant: 3,
      plant: { id: 9, slug: 'q', name: 'Дуб красный', latin_name: 'Quercus rubra' },
      label: 'Выс. 300',
      price: 100,
      quantity: 40,
      note: '',
      is_substitute: true,
    },
  ],
  delivery_price: 0,
  unloading_price: null,
  valid_until: '2027-01-10',
  is_expired: false,
  is_paused: false,
  note: 'Предоплата',
} as unknown as Quote

test('a next revision begins with the last one: what it left out is declined', () => {
  const values = initialValues(request, options, last, '2026-12-20')
  expect(values).toMatchObject({ delivery_price: '0', unloading_price: '', valid_until: '2027-01-10' })
  expect(values.lines.oak).toMatchObject({ mode: 'offer', substitute: { name: 'Дуб красный' } })
  expect(values.lines.linden).toMatchObject({ mode: 'decline' })
  const cheaper = {
    ...values,
    lines: { ...values.lines, oak: { ...values.lines.oak, price: '90' } } as typeof values.lines,
  }
  expect(changesSince(values, cheaper)).toEqual(['oak'])
})

test('a draft is restored where it fits the request', () => {
  expect(restoredValues(null, begun)).toBe(null)
  expect(restoredValues(begun, begun)).toBe(null)
  const changed = { ...begun, note: 'Самовывоз', lines: { ...begun.lines, gone: begun.lines.oak, oak: 'odd' } }
  const restored = restoredValues(changed, begun)
  expect(restored).toEqual({ ...begun, note: 'Самовывоз' })
})
