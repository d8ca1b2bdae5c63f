import { expect, test } from 'vitest'
import { differs, type Line, shownLines } from './lines.ts'

const line = (label: string, ...values: (string | null)[]): Line => ({
  label,
  cells: values.map(value => ({ value })),
})
const same = line('Зона', '4', '4')
const other = line('Цена', '100 ₽', '200 ₽')
const half = line('Штамб', '200 см', null)
const unknown = line('Пересадок', null, null)
const action: Line = { ...line('Связаться', null, null), isAction: true }

test('things differ where they say different things, and where only one says something', () => {
  expect([same, other, half, unknown, action].map(differs)).toEqual([false, true, true, false, false])
  expect(differs(line('Зона', '4'))).toBe(false)
})

test('what nobody says anything of is left out, and what is the same where only differences are wanted', () => {
  const labels = (onlyDifferences: boolean) =>
    shownLines([same, other, half, unknown, action], onlyDifferences).map(({ label }) => label)
  expect(labels(false)).toEqual(['Зона', 'Цена', 'Штамб', 'Связаться'])
  expect(labels(true)).toEqual(['Цена', 'Штамб', 'Связаться'])
})
