import { expect, test } from 'vitest'
import { alikeIn, answered, answeredAlike, questionOf, readingText } from './questions.ts'
import { type Doubt, emptySize } from './size-values.ts'

const girthOrHeight = (from: number, to: number): Doubt => ({
  code: 'measure',
  text: `${from}–${to}`,
  alternatives: [
    { girth_from: from, girth_to: to },
    { height_from: from, height_to: to },
  ],
})
const number: Doubt = {
  code: 'lone',
  text: '1500',
  alternatives: [{ price: 1500 }, { stock_quantity: 1500, stock_is_minimum: false }],
}

test('an ambiguity becomes a question with answers', () => {
  expect(questionOf(girthOrHeight(20, 25))).toBe('«20–25»: что это?')
  expect(girthOrHeight(20, 25).alternatives.map(readingText)).toEqual(['обхват 20–25 см', 'высота 20–25 см'])
  expect(number.alternatives.map(readingText)).toEqual(['цена 1\u00a0500 ₽', 'есть 1\u00a0500 шт.'])
  expect(readingText({ root: 'container', root_size: 3 })).toBe('C 3')
  expect(readingText({ form: 'standard', girth_from: 18, girth_to: 20 })).toBe('штамб, обхват 18–20 см')
  expect(readingText({ price_tiers: [{ quantity_from: null, price: 900 }] })).toBe('оптовая цена 900 ₽')
})

test('an answer fills its fields and removes the question', () => {
  const doubt = girthOrHeight(20, 25)
  const row = { ...emptySize, price: '5', doubts: [number, doubt] }
  expect(answered(row, doubt, doubt.alternatives[1] ?? null)).toEqual({ ...row, height: '20–25', doubts: [number] })
  expect(answered(row, doubt, null)).toEqual({ ...row, doubts: [number] })
})

test('an answer also applies to ambiguities of the same kind', () => {
  const row = { ...emptySize, doubts: [girthOrHeight(25, 30), number] }
  expect(alikeIn(row, girthOrHeight(20, 25))).toEqual([row.doubts[0]])
  expect(answeredAlike(row, girthOrHeight(20, 25), 0)).toEqual({ ...row, girth: '25–30', doubts: [number] })
})
