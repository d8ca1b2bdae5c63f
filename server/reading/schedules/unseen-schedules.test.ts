import { expect, it } from 'vitest'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { readSchedule } from './read-schedule.ts'
import type { ScheduleLine } from './schedule-line.ts'

/** The smallest schedules in which something was taken for certain that was not said, or was lost. */

const plants = seededPlants()
const tuya = "Thuja occidentalis 'Smaragd'"

const read = (written: string[]) => readSchedule({ text: written.join('\n') }, plants)

/** What each line asks for; a note is `null`. */
const asked = (lines: ScheduleLine[]) =>
  lines.map(({ isNote, plant, quantity, unit, wish }) =>
    isNote
      ? null
      : {
          plant: plants.byId.get(plant ?? 0)?.latinName ?? null,
          quantity,
          unit,
          ...Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== null)),
        },
  )

const pieces = (quantity: number, plant: string | null = tuya) => ({ plant, quantity, unit: 'шт' })
const open = (plant: string | null = tuya) => ({ plant, quantity: null, unit: null })
const [ofSpruce, ofPine] = ['Picea omorika', 'Pinus mugo']

it.each<[string, string[], unknown[]]>([
  [
    'names below the title of a number',
    ['Позиция\tВысота, см\tКол-во', 'Ель сербская\t60-80\t5', 'Сосна горная\t40-60\t7'],
    [
      null,
      { ...pieces(5, ofSpruce), height_from: 60, height_to: 80 },
      { ...pieces(7, ofPine), height_from: 40, height_to: 60 },
    ],
  ],
  [
    'names beside a title that only speaks of plants',
    ['Деревья и кустарники\tВеличина растения\tКол-во', 'Ель сербская\t\t5', 'Сосна горная\t40-60\t7'],
    [null, pieces(5, ofSpruce), { ...pieces(7, ofPine), height_from: 40, height_to: 60 }],
  ],
  [
    'works that stand below the last plant, which is not theirs',
    ['№\tНаименование\tВысота\tСостав\tКол-во', '1\tТуя западная Смарагд\t60-80\t\t5', '2\t\t40-60\tQyz Wuk\t7'],
    [null, { ...pieces(5), height_from: 60, height_to: 80 }, { ...pieces(7, null), height_from: 40, height_to: 60 }],
  ],
  [
    'densities and years, also with «кол-во»',
    ['Название\tКол-во шт. на м.кв.\tКол-во лет\tЧисло', 'Туя западная Смарагд\t9\t4\t420', 'Сосна горная\t5\t4\t15'],
    [null, pieces(420), pieces(15, ofPine)],
  ],
  [
    'parts of the site, which are added up',
    ['Название\t1 этап\t2 этап', 'Туя западная Смарагд\t12\t3', 'Сосна горная\t-\t15'],
    [null, pieces(15), pieces(15, ofPine)],
  ],
  [
    'two quantities that are no parts: only where they agree',
    ['Название\tКол-во (ред. 1)\tКол-во (ред. 2)', 'Туя западная Смарагд\t12\t15', 'Сосна горная\t7\t7'],
    [null, open(), pieces(7, ofPine)],
  ],
  [
    'an area beside a column of numbers that nobody understands',
    ['Название\tПлощадь, м2\tQyzwuk', 'Туя западная Смарагд\t12,5\t350', 'Сосна горная\t4\t1,2 qyz'],
    [null, open(), open(ofPine)],
  ],
  [
    'the numbers of two columns',
    ['Название\tКол-во', '1\t2', 'Туя западная Смарагд\t5', 'Сосна горная\t7'],
    [null, null, pieces(5), pieces(7, ofPine)],
  ],
  [
    'a packing in words that nobody knows, whose centimetres are no height',
    ['Название\tКорневая система\tКол-во', 'Туя западная Смарагд\tqyz. 13 см\t5', 'Сосна горная\tС5\t7'],
    [null, pieces(5), { ...pieces(7, ofPine), root: 'container', root_size_from: 5, root_size_to: 5 }],
  ],
  [
    'plants whose quantity is open, in words of a remark or of nobody',
    ['Туя западная Смарагд - по согласованию', "сколько получится - Груша 'Qyzwuk'", 'Туя западная Смарагд, 6 qyz.'],
    [open(), open(null), open()],
  ],
  [
    'a number before a word that may be a unit',
    ['15 qyz. туи западной Смарагд', '15 туй западных Смарагд'],
    [open(null), pieces(15)],
  ],
  [
    'totals that only their numbers show',
    [
      'Туя западная Смарагд 5 шт.',
      'Сосна горная 7 шт.',
      'Ель сербская 2 шт.',
      'Qyzwuk 14 растений',
      'Wukqyz 3 растений',
    ],
    [pieces(5), pieces(7, ofPine), pieces(2, ofSpruce), null, null],
  ],
  [
    'remarks with numbers',
    ['Туя западная Смарагд — 5', 'Сосна горная — 7', 'Раздел ПЗУ. Лист 12', 'Qyzwuk 1:200'],
    [pieces(5), pieces(7, ofPine), null, null],
  ],
  [
    'packings before a quantity of which they are no part',
    ['Туя западная Смарагд ком D=30 420 шт.', 'Сосна горная ком D=40 сто саженцев', 'Ель сербская С1 — 40 - шт'],
    [
      { ...pieces(420), root: 'ball', root_size_from: 30, root_size_to: 30 },
      { ...pieces(100, ofPine), root: 'ball', root_size_from: 40, root_size_to: 40 },
      { ...pieces(40, ofSpruce), root: 'container', root_size_from: 1, root_size_to: 1 },
    ],
  ],
])('reads %s', async (_, written, expected) => {
  expect(asked(await read(written))).toEqual(expected)
})
