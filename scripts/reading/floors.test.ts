import { expect, test } from 'vitest'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { evaluateList } from './evaluate.ts'
import { generateList } from './layout.ts'
import { maskList, strangeWord } from './mask.ts'
import type { List } from './model.ts'
import { addScore, noScore } from './score.ts'

/** What is held: with these lists, which nobody has looked at, before any question is answered. */
const counted = 50

async function scoreOf(from: number, change: (list: List) => List) {
  const plants = seededPlants()
  const sum = noScore()
  for (let seed = from; seed < from + counted; seed++) {
    const { before } = await evaluateList(change(generateList(seed)), plants, false)
    addScore(sum, before)
  }
  const confident = sum.faults
    .filter(({ isConfident }) => isConfident)
    .map(({ cause, sheet, row, expected, got }) => `${cause} ${sheet} ${row}: ${expected} → ${got}`)
  return { ...sum, said: confident.slice(0, 20).join('\n') }
}

test('generated lists are read with few confident mistakes', { timeout: 600_000 }, async () => {
  const { wrong, offers, right, answered, named, accounted, rows, said } = await scoreOf(330_000, list => list)
  expect(accounted).toBe(rows)
  expect(wrong / offers, said).toBeLessThanOrEqual(0.01)
  expect(right / answered).toBeGreaterThanOrEqual(0.995)
  expect(right / named).toBeGreaterThanOrEqual(0.9)
})

// A part of the words of each list is replaced by words of no language: what is taken for certain in spite of them has been
// taken without evidence.
test('words that nobody knows are doubted', { timeout: 600_000 }, async () => {
  const { wrong, offers, right, answered, accounted, rows, said } = await scoreOf(340_000, maskList)
  expect(accounted).toBe(rows)
  expect(wrong / offers, said).toBeLessThanOrEqual(0.01)
  expect(right / answered).toBeGreaterThanOrEqual(0.995)
})

test('a list is masked alike each time, and what it says stays', () => {
  expect(strangeWord('Остаток', 1)).toBe(strangeWord('остаток', 1).replace(/^./u, first => first.toUpperCase()))
  expect(strangeWord('stock', 1)).toMatch(/^[a-z]{5}$/)
  for (let seed = 1; seed <= 20; seed++) {
    const list = generateList(seed)
    const masked = maskList(list)
    expect(masked).toEqual(maskList(list))
    const factsIn = ({ sheets }: List) =>
      sheets.flatMap(({ panels }) =>
        panels.flatMap(({ blocks }) =>
          blocks.flatMap(({ groups }) => groups.flat().flatMap(({ cells }) => cells.map(({ facts }) => facts?.stated))),
        ),
      )
    expect(factsIn(masked)).toEqual(factsIn(list))
  }
})
