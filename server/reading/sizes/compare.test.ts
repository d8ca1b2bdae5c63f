import { describe, expect, it } from 'vitest'
import { fitOf, sameSize } from './compare.ts'
import { parseNotation } from './parse-notation.ts'

const read = (text: string) => parseNotation(text, { habit: 'tree' })

describe('sameSize', () => {
  it.each([
    ['обхват 18-20, 4xv, WRB80', 'Обхват 18–20 · 4xv · WRB 80', true],
    ['2,5-3 м C30', 'выс. 250-300, контейнер 30 л', true],
    ['C7,5 h 80-100', 'C10 h 80-100', false],
    ['RB60 18-20', 'WRB60 18-20', false],
    ['Hst 18-20', 'MSt 18-20', false],
    ['200-250 C30', 'от 200 C30', false],
    ['18-20 WRB', '18-20 WRB80', false],
    ['18-20 3xv', '18-20 4xv', false],
  ])('%s and %s: %s', (one, other, expected) => {
    expect(sameSize(read(one).fields, read(other).fields)).toBe(expected)
  })
})

describe('fitOf', () => {
  it.each([
    // Ranges must overlap, or contain a single value; touching is not enough.
    ['обхват 14-16', 'обхват 14-16', 'exact'],
    ['обхват 14-16', 'обхват 16-18', 'larger'],
    ['обхват 16-18', 'обхват 14-16', 'smaller'],
    ['обхват 14-18', 'обхват 16-20', 'exact'],
    ['обхват 14-16', 'обхват 16', 'exact'],
    ['обхват 16', 'обхват 16-18', 'exact'],
    ['обхват 16', 'обхват 17', 'larger'],
    ['выс. от 200', 'выс. 150-200', 'smaller'],
    ['выс. от 200', 'выс. 200', 'exact'],
    ['выс. от 200', 'выс. 300-350', 'exact'],
    ['выс. до 150', 'выс. 150-175', 'larger'],
    ['выс. 200-250', 'выс. от 225', 'exact'],
    // Anything fits what was not asked for; what was asked for must be stated.
    ['обхват 18-20', 'обхват 18-20 выс. 500-550 WRB80 4xv', 'exact'],
    ['обхват 18-20 выс. 500-550', 'обхват 18-20', 'other'],
    ['', 'C5', 'exact'],
    // All sizes must differ in the same direction.
    ['обхват 16-18 WRB60', 'обхват 18-20 WRB80', 'larger'],
    ['обхват 16-18 WRB80', 'обхват 18-20 WRB60', 'other'],
    ['C5', 'C10', 'larger'],
    ['C от 5 л', 'C10', 'exact'],
    ['RB 50-70', 'RB 60', 'exact'],
    ['RB 60', 'WRB 60', 'other'],
    ['RB', 'RB 60', 'exact'],
    ['кассета 40', 'кассета 84', 'other'],
    ['Hst 18-20', 'MSt обхват 18-20', 'other'],
    ['Hst 18-20', 'обхват 18-20', 'other'],
    ['штамб 220', 'штамб 180', 'smaller'],
    ['3 ствола', '5 стволов', 'larger'],
    ['4xv', '3xv', 'smaller'],
    ['3xv', '4xv', 'exact'],
    ['3xv обхват 16-18', 'обхват 16-18', 'exact'],
  ])('wanted %s, offered %s: %s', (wished, offered, expected) => {
    expect(fitOf(read(wished).wish, read(offered).fields)).toBe(expected)
  })
})
