import { expect, it } from 'vitest'
import { projectLimits } from '#contract/project-limits.ts'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { bareEnd, findQuantity, readQuantityCell, unitIn, withoutOpenQuantity } from './quantities.ts'
import { readSchedule, TooManyLines } from './read-schedule.ts'
import { evaluateSchedule, noScheduleFigures, readSchedules } from './test-schedules/evaluate.ts'

const plants = seededPlants()

it('reads the written schedules: no line is lost, and items are told from remarks', async () => {
  const sum = noScheduleFigures()
  for (const schedule of readSchedules().filter(({ half }) => half !== 'closed')) {
    const figures = await evaluateSchedule(schedule, plants)
    expect(figures.returned, schedule.name).toBe(figures.lines)
    for (const key of ['items', 'found', 'taken', 'quantities', 'named', 'right', 'answered'] as const) {
      sum[key] += figures[key]
    }
  }
  expect(sum.items).toBeGreaterThan(80)
  expect(sum.found / sum.taken).toBeGreaterThanOrEqual(0.98)
  expect(sum.found / sum.items).toBeGreaterThanOrEqual(0.98)
  expect(sum.quantities / sum.found).toBeGreaterThanOrEqual(0.99)
  expect(sum.right / sum.answered).toBeGreaterThanOrEqual(0.98)
})

it.each([
  ['Липа — 40 шт.', 40, 'шт'],
  ['Липа 40шт', 40, 'шт'],
  ['Барвинок, 5 м2', 5, 'м2'],
  ['Барвинок 12,5 кв. м', 12.5, 'м2'],
  ['изгородь 30 п.м.', 30, 'п.м.'],
  ['изгородь 30 пог. м', 30, 'п.м.'],
  ['Барвинок 1 200 шт', 1200, 'шт'],
  ['Туя 80-100 - 15 шт', 15, 'шт'],
  ['Хоста, 25 м2, 225 шт (9 шт/м2)', 225, 'шт'],
  ['Кизильник, пятьдесят кустов', 50, 'шт'],
  ['Туя 140-160 - двадцать пять штук', 25, 'шт'],
  ['Барвинок 14 тысяч', 14_000, 'шт'],
  ['Лапчатка кустарниковая, 20 (шт.)', 20, 'шт'],
  ['Юкка нитчатая, Р-11 120 шт.', 120, 'шт'],
  ['Барвинок 1,5 тыс. шт.', 1500, 'шт'],
  ['Барвинок сто пятьдесят кв. м', 150, 'м2'],
  ['Гортензия С5 - 35 шт', 35, 'шт'],
  ['Сирень С 12 150 пог. м', 150, 'п.м.'],
  ['Гортензия С5 - 10 шт', 10, 'шт'],
  ['Липа, 10 ( шт )', 10, 'шт'],
  ['Липа, 3 экз.', 3, 'шт'],
  ['Спирея, 12 кустарников', 12, 'шт'],
  ['Тюльпан, 25 растеньиц', 25, 'шт'],
  ['Кизильник, 3 метров погонных', 3, 'п.м.'],
  ['Кизильник — 30 - шт', 30, 'шт'],
  ['Барвинок 6 метров квадратных', 6, 'м2'],
  ['Барвинок 1,2 т. шт.', 1200, 'шт'],
  ['Сирень, пять шесть кустов', null, null],
  ['Тысячелистник, 5 тыс. руб', null, null],
  ['Спирея по 3 шт на 5 групп', null, null],
  ['Спирея 10-12 шт', null, null],
  ['Туя 2 группы по 5 шт', null, null],
  ['Липа 5 шт, клён 3 шт', null, null],
  ['Липа 999999999999 шт', null, null],
  ['Липа 0 шт', null, null],
])('%s', (text, quantity, unit) => {
  const found = findQuantity(text)
  expect([found.quantity, found.quantity === null ? null : found.unit]).toEqual([quantity, unit])
})

it('takes a bare number at an end for a quantity where it is set apart, and no size', () => {
  expect(bareEnd('Липа мелколистная 18-20 — 12')).toMatchObject({ value: 12, by: 'sign' })
  expect(bareEnd('Липа мелколистная x 40')).toMatchObject({ value: 40, by: 'sign' })
  expect(bareEnd('Липа мелколистная, 12')).toMatchObject({ value: 12, by: 'comma' })
  expect(bareEnd('Туя западная 80 - 100')).toBeNull()
  expect(bareEnd('Туя западная 200 x 80')).toBeNull()
  expect(readQuantityCell('40 шт.', null)).toEqual({ quantity: 40, unit: 'шт', packing: '' })
  expect(readQuantityCell('12,5', 'м2')).toEqual({ quantity: 12.5, unit: 'м2', packing: '' })
  expect(readQuantityCell('10-12', 'шт')).toEqual({ quantity: null, unit: null, packing: '' })
  expect(readQuantityCell('С5 - 35', null)).toEqual({ quantity: 35, unit: null, packing: 'С5' })
  expect(readQuantityCell('D40 – 6 шт.', null)).toEqual({ quantity: 6, unit: 'шт', packing: 'D40' })
  expect(readQuantityCell('двадцать', 'шт')).toEqual({ quantity: 20, unit: 'шт', packing: '' })
  expect(unitIn('Площадь, м2')).toBe('м2')
})

it('tells a size before a dash from a range, where it can', () => {
  expect(bareEnd('Гортензия Лаймлайт С5 - 35')).toMatchObject({ value: 35, left: 'Гортензия Лаймлайт С5' })
  expect(bareEnd('Можжевельник казацкий D40 - 6')).toMatchObject({ value: 6 })
  // A container of 5 to 10 litres, unless all lines end with a quantity.
  expect(bareEnd('Гортензия Лаймлайт С5 - 10')).toBeNull()
  expect(bareEnd('Гортензия Лаймлайт С5 - 10', true)).toMatchObject({ value: 10 })
  expect(bareEnd('Кариоптерис С7,5')).toBeNull()
  expect(withoutOpenQuantity('Дёрен белый H 80-100 — сколько есть')).toBe('Дёрен белый H 80-100')
  expect(withoutOpenQuantity('Дёрен белый')).toBeNull()
})

it('refuses more lines than a project takes, and takes any text', async () => {
  const text = (count: number) => 'Липа мелколистная 5 шт\n'.repeat(count)
  expect(await readSchedule({ text: text(projectLimits.lines) }, plants)).toHaveLength(projectLimits.lines)
  await expect(readSchedule({ text: text(projectLimits.lines + 1) }, plants)).rejects.toThrow(TooManyLines)
  for (const hostile of [
    '('.repeat(5000),
    '1 '.repeat(5000),
    `${'x 1 шт '.repeat(700)}`,
    '\ud800\u202e«',
    '|'.repeat(3000),
    '1.1.1.1.'.repeat(600),
  ]) {
    const begun = performance.now()
    await readSchedule({ text: hostile }, plants)
    expect(performance.now() - begun).toBeLessThan(1000)
  }
})

it.each([
  [
    'sizes in the column of quantities, and in that of Latin names',
    [
      'Ива белая 80-100; RB 40, обхват 10-12, двести штук',
      'Ива мохнатая; С3, 40-60, десять штук',
      'Ива; С5, 60-80, 5 шт',
    ],
    { quantity: 200, root: 'ball', root_size_from: 40, girth_from: 10 },
  ],
  [
    'packings below a title that schedules do not have',
    ['Название\tКол-во\tЕмкость', 'Туя западная\t5\tкт. 7,5л', 'Ель колючая\t7\tЗКС', 'Сосна горная\t9\tC3'],
    { quantity: 5, root: 'container', root_size_from: 7.5 },
  ],
  [
    'sizes among the remarks',
    ['Название\tКол-во\tПримечание', 'Туя западная\t5\t60-80 С3', 'Ель колючая\t7\t80-100', 'Сосна горная\t9\t40-60'],
    { quantity: 5, height_from: 60, root: 'container' },
  ],
  [
    'counts in a word that nobody knows',
    ['Название\tВысота\tК-во', 'Туя западная\t60\t5 qyz', 'Ель колючая\t60\t7 qyz', 'Ива белая\t60\t9 qyz'],
    { quantity: 5 },
  ],
])('finds %s', async (_, written, expected) => {
  const read = await readTables(Buffer.from(written.join('\n')))
  if (!('sheets' in read)) throw new Error('not read')
  const lines = await readSchedule({ sheets: read.sheets }, plants)
  const [line] = lines.filter(({ isNote }) => !isNote)
  expect({ quantity: line?.quantity, ...line?.wish }).toMatchObject(expected)
})
