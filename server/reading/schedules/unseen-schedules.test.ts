import { expect, it } from 'vitest'
import { seededPlants } from '#server/reading/price-lists/test-layouts/seeded-plants.ts'
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
  [
    'packings below a title of plants, and a ball in metres',
    ['Название\tТип посадочного материала\tКол-во', 'Туя западная Смарагд\tС5\t5', 'Сосна горная\tОКС\t7'],
    [
      null,
      { ...pieces(5), root: 'container', root_size_from: 5, root_size_to: 5 },
      { ...pieces(7, ofPine), root: 'bare_root' },
    ],
  ],
  [
    'a ball in metres, and of which so many have one',
    ['Название\tД/р кома, м\tКол-во\tв т.ч. ком', 'Туя западная Смарагд\t0,8\t5\t3', 'Сосна горная\t0,6\t7\t7'],
    [
      null,
      { ...pieces(5), root: 'ball', root_size_from: 80, root_size_to: 80 },
      { ...pieces(7, ofPine), root: 'ball', root_size_from: 60, root_size_to: 60 },
    ],
  ],
  [
    'units of an estimate: tens, and what nobody knows',
    ['№\tНазвание\tЕд.\tКол-во', '1\tТуя западная Смарагд\t10 шт\t1,4', '2\tСосна горная\t10 ям\t7'],
    [null, pieces(14), open(ofPine)],
  ],
  [
    'numbers on both sides of the unit, without titles',
    ['Туя западная Смарагд\t9\tшт.\t30', 'Сосна горная\t5\tшт.\t7', 'Ель сербская\t4\tшт.\t15'],
    [open(), open(ofPine), open(ofSpruce)],
  ],
  [
    'the same plant in other sizes',
    [
      'Название\tЕд.\tКол-во',
      'Липа мелколистная, обхват 18-20, ком 0,9\tшт.\t7',
      'то же, обхват 25-30, ком 1,2\tшт.\t2',
    ],
    [
      null,
      {
        ...pieces(7, 'Tilia cordata'),
        girth_from: 18,
        girth_to: 20,
        root: 'ball',
        root_size_from: 90,
        root_size_to: 90,
      },
      {
        ...pieces(2, 'Tilia cordata'),
        girth_from: 25,
        girth_to: 30,
        root: 'ball',
        root_size_from: 120,
        root_size_to: 120,
      },
    ],
  ],
  [
    'what a line above wants by parts',
    ['Туя западная Смарагд — 15 шт.', 'в том числе:', 'qyz wuk — 4 шт.', 'wuk qyz — 6 шт.', 'Сосна горная — 7 шт.'],
    [pieces(15), null, null, null, pieces(7, ofPine)],
  ],
  [
    'a number that is less than the size before it, and one that is a size',
    ['Сосна горная Mops на штамбе 80 — 2', 'Туя западная Смарагд h = 40'],
    [
      { ...pieces(2, "Pinus mugo 'Mops'"), form: 'standard', stem_height: 80 },
      { ...open(), height_from: 40, height_to: 40 },
    ],
  ],
  ['a number that is spelt out before the plant', ['двадцать пять туй западных Смарагд'], [pieces(25)]],
  [
    'ranges before a quantity, also with ÷',
    ['Туя западная Смарагд Н-15/20 - 25 шт', 'Сосна горная h=40÷60 см, 7 шт.'],
    [
      { ...pieces(25), height_from: 15, height_to: 20 },
      { ...pieces(7, ofPine), height_from: 40, height_to: 60 },
    ],
  ],
  [
    'sizes that no plant has',
    ['Название\tКрона, м\tКол-во', 'Туя западная Смарагд\t10-20\t5', 'Сосна горная\t0,4-0,6\t7'],
    [null, pieces(5), { ...pieces(7, ofPine), spread_from: 40, spread_to: 60 }],
  ],
  [
    'a plant whose packing looks like the end of a sentence',
    ["Сосна горная 'Qyz Wuk Qyz' / Pinus mugo 'Wuk' - qyzwuk - конт. С2"],
    [{ ...open(null), root: 'container', root_size_from: 2, root_size_to: 2 }],
  ],
  [
    'a table aligned with spaces',
    [
      'Поз.  Название              Высота     Ком/конт.  Кол-во',
      '1     Туя западная Смарагд  2,0-2,5    0,8х0,6    12',
      '2     Сосна горная          0,4-0,6    С3         150',
      '3     Ель сербская          1,2-1,4    С15        44',
    ],
    [
      null,
      { ...pieces(12), height_from: 200, height_to: 250, root: 'ball', root_size_from: 80, root_size_to: 80 },
      { ...pieces(150, ofPine), height_from: 40, height_to: 60, root: 'container', root_size_from: 3, root_size_to: 3 },
      {
        ...pieces(44, ofSpruce),
        height_from: 120,
        height_to: 140,
        root: 'container',
        root_size_from: 15,
        root_size_to: 15,
      },
    ],
  ],
  [
    'sums of money, which are no totals',
    ['Название\tКол-во\tЦена\tИтого', 'Туя западная Смарагд\t12\t1500\t18000', 'Сосна горная\t7\t650\t4550'],
    [null, pieces(12), pieces(7, ofPine)],
  ],
  [
    'forms below a title that nobody knows',
    ['Название\tQyzwuk\tКол-во', 'Туя западная Смарагд\tсолитер\t5', 'Сосна горная\tмногоствольная\t7'],
    [null, { ...pieces(5), form: 'solitaire' }, { ...pieces(7, ofPine), form: 'multistem' }],
  ],
  [
    'several plants in a line',
    ['Туя западная Смарагд 60-80 - 5 шт., Сосна горная - 7 шт.', 'Ель сербская, Picea omorika, 2 шт'],
    [{ ...pieces(5), height_from: 60, height_to: 80 }, pieces(7, ofPine), pieces(2, ofSpruce)],
  ],
  [
    'a word that nobody knows behind the numbers of most lines',
    ['Туя западная Смарагд С10 - 12 qyz', 'Сосна горная - 7 qyz', 'Ель сербская - 2 qyz'],
    [
      { ...pieces(12), root: 'container', root_size_from: 10, root_size_to: 10 },
      pieces(7, ofPine),
      pieces(2, ofSpruce),
    ],
  ],
  [
    'a word that nobody knows behind the number of one line',
    ['Туя западная Смарагд С10 - 12 qyz', 'Сосна горная - 7 шт', 'Ель сербская - 2 шт'],
    [{ ...open(), root: 'container', root_size_from: 10, root_size_to: 10 }, pieces(7, ofPine), pieces(2, ofSpruce)],
  ],
  [
    'sizes beside the Russian name, where the Latin one stands first',
    [
      'Лат. название растения:\tНазвание рус.:\tКол-во',
      'Picea omorika\tЕль сербская, 60-80\t5',
      'Pinus mugo\tСосна горная\t7',
    ],
    [null, { ...pieces(5, ofSpruce), height_from: 60, height_to: 80 }, pieces(7, ofPine)],
  ],
  [
    'titles of which only that of the quantities is known',
    ['Qyz wuk\tWuk\tШтук', 'Туя западная Смарагд\tземляной ком\t5', 'Сосна горная\tв контейнере\t7'],
    [null, { ...pieces(5), root: 'ball' }, { ...pieces(7, ofPine), root: 'container' }],
  ],
  [
    'heights among packings, below a title that nobody knows',
    [
      'Название\tQyzwuk\tКол-во',
      'Туя западная Смарагд\t1,5-1,75 м; qyz.\t5',
      'Сосна горная\t60-80; С5\t7',
      'Ель сербская\t80-100; RB\t2',
    ],
    [
      null,
      { ...pieces(5), height_from: 150, height_to: 175 },
      { ...pieces(7, ofPine), height_from: 60, height_to: 80, root: 'container', root_size_from: 5, root_size_to: 5 },
      { ...pieces(2, ofSpruce), height_from: 80, height_to: 100, root: 'ball' },
    ],
  ],
  [
    'how quantities were counted, which are no sizes',
    [
      'Название\tФормула\tКол-во',
      'Туя западная Смарагд\t6*16\t96',
      'Сосна горная\t28,5*7\t200',
      'Ель сербская\t4+5+6\t15',
    ],
    [null, pieces(96), pieces(200, ofPine), pieces(15, ofSpruce)],
  ],
  [
    'names below a title of remarks, and no plant above for them',
    [
      '№\tОписание материалов\tЕд.\tКол-во\tПрим.',
      '1\tТуя западная Смарагд, конт. 3 л\tшт\t18\t',
      '2\tСосна горная, конт. 5 л\tшт\t4\tаллея',
    ],
    [
      null,
      { ...pieces(18), root: 'container', root_size_from: 3, root_size_to: 3 },
      { ...pieces(4, ofPine), root: 'container', root_size_from: 5, root_size_to: 5 },
    ],
  ],
  [
    'heights beside ages, and balls of an area',
    [
      'Название\tВозраст / высота\tПлощадь кома, м\tКол-во',
      'Туя западная Смарагд\t1,5-2,0 м\t0,5х0,5х0,4\t5',
      'Сосна горная\t0,6-0,8 м\t-\t7',
    ],
    [
      null,
      { ...pieces(5), height_from: 150, height_to: 200, root: 'ball', root_size_from: 50, root_size_to: 50 },
      { ...pieces(7, ofPine), height_from: 60, height_to: 80 },
    ],
  ],
  [
    'the position on the plan before the name, which is no packing',
    ['К1. Туя западная Смарагд, С3 / 210 шт.', 'Сосна горная H~ 40-60, 7 шт'],
    [
      { ...pieces(210), root: 'container', root_size_from: 3, root_size_to: 3 },
      { ...pieces(7, ofPine), height_from: 40, height_to: 60 },
    ],
  ],
  [
    'numbers of stages, which count nothing',
    ['Туя западная Смарагд — 5', 'Сосна горная — 7', 'Qyzwuk сквера, этап 2', 'Qyzwuk посадок, 2027'],
    [pieces(5), pieces(7, ofPine), null, null],
  ],
  [
    'ranges before groups of thousands',
    ['Туя западная Смарагд; 20÷30 150 шт.', 'Сосна горная 40-60 1 200 шт.'],
    [
      { ...pieces(150), height_from: 20, height_to: 30 },
      { ...pieces(1200, ofPine), height_from: 40, height_to: 60 },
    ],
  ],
  [
    'a norm for the whole site beside an area',
    ['Название\tПлощадь, м2\tНорма на объект, шт', 'Туя западная Смарагд\t12,5\t2', 'Сосна горная\t3\t7'],
    [null, pieces(2), pieces(7, ofPine)],
  ],
  [
    'bushes that are counted, which is no form',
    ['Туя западная Смарагд\t20 куст.\tС5', 'Сосна горная\t3 куст.\tС3'],
    [
      { ...pieces(20), root: 'container', root_size_from: 5, root_size_to: 5 },
      { ...pieces(3, ofPine), root: 'container', root_size_from: 3, root_size_to: 3 },
    ],
  ],
  [
    'how often a tree was moved behind its girth, and where it is grafted',
    ['Липа мелколистная\tобх-т 20-25 пересажен 5 раза\t3 шт.', 'Дуб черешчатый\t16-18, прив. на выс. 180\t2 шт.'],
    [
      { ...pieces(3, 'Tilia cordata'), girth_from: 20, girth_to: 25, transplants: 5 },
      { ...pieces(2, 'Quercus robur'), girth_from: 16, girth_to: 18, stem_height: 180 },
    ],
  ],
  [
    'numbers of cells, areas and quantities that say what they are',
    ['Сосна горная; касс. на 24 шт. в кол-ве 1200 шт.', 'Сосна горная; касс. на 24 шт. 350 кв. метров'],
    [
      { ...pieces(1200, ofPine), root: 'tray', root_size_from: 24, root_size_to: 24 },
      { ...pieces(350, ofPine), unit: 'м2', root: 'tray', root_size_from: 24, root_size_to: 24 },
    ],
  ],
  [
    'heights or girths in one column',
    ['Растение\tРост / обхват\tКол-во', 'Сосна горная\t60-80\t3', 'Липа мелколистная\t350-400\t2'],
    [
      null,
      { ...pieces(3, ofPine), height_from: 60, height_to: 80 },
      { ...pieces(2, 'Tilia cordata'), height_from: 350, height_to: 400 },
    ],
  ],
  [
    'two columns of numbers of which nobody says what they are',
    ['Туя западная Смарагд\t3\t?', 'Сосна горная\t40\t350', 'Ель сербская\t3\t1', 'Ель сербская\t5\t2'],
    [open(), open(ofPine), open(ofSpruce), open(ofSpruce)],
  ],
  [
    'a cultivar that nobody knows beside a quantity in words, which are no titles',
    ['Туя западная Смарагд\t7 экземпляров', "Ель сербская 'Калужский Туман'\t5 экземпляров"],
    [pieces(7), pieces(5, null)],
  ],
  [
    'what is open behind a size',
    ['Туя западная Смарагд - 125 - уточняется', 'Сосна горная - 40-60 - 3 шт.', 'Ель сербская - 40-60 - 5 шт.'],
    [
      open(),
      { ...pieces(3, ofPine), height_from: 40, height_to: 60 },
      { ...pieces(5, ofSpruce), height_from: 40, height_to: 60 },
    ],
  ],
  [
    'a quantity behind a packing and a dash',
    ['Туя западная Смарагд C10 - 35', 'Сосна горная P9-35 шт', 'Ель сербская ком 60 – 300'],
    [
      { ...pieces(35), root: 'container', root_size_from: 10, root_size_to: 10 },
      { ...pieces(35, ofPine), root: 'pot', root_size_from: 9, root_size_to: 9 },
      { ...pieces(300, ofSpruce), root: 'ball', root_size_from: 60, root_size_to: 60 },
    ],
  ],
  [
    'units of many, and units that nobody knows',
    [
      'Название\tЕд. изм.\tКол-во',
      'Туя западная Смарагд\tтыс. шт.\t2',
      'Сосна горная\tдес.\t3',
      'Ель сербская\tкор.\t5',
    ],
    [null, pieces(2000), pieces(30, ofPine), open(ofSpruce)],
  ],
  [
    'quantities in figures and in words, as contracts write them',
    ['Наименование\tЕд.\tКоличество', 'Туя западная Смарагд\tшт.\t25 (двадцать пять)', 'Сосна горная\tшт.\t5 (семь)'],
    [null, pieces(25), open(ofPine)],
  ],
  [
    'what is taken instead as no name of what is asked for',
    ["Pinus mugo, С15, 40-50 - 5 шт. (если нет - 'Mini Mops')", 'Ель сербская (взамен ели колючей) - 3 шт.'],
    [
      { ...pieces(5, ofPine), height_from: 40, height_to: 50, root: 'container', root_size_from: 15, root_size_to: 15 },
      pieces(3, ofSpruce),
    ],
  ],
  [
    'works and materials as remarks, unless they name a plant',
    [
      'Наименование\tЕд.\tКол-во',
      'Вывоз строительного мусора\tт\t22',
      'Геотекстиль\tм2\t45',
      'Устройство изгороди: Туя западная Смарагд\tшт.\t7',
    ],
    [null, null, null, { ...pieces(7, null), form: 'hedge' }],
  ],
  [
    'a genus that goes on below, where its cell is blank',
    ['Genus\tSpecies\tH min\tH max\tQ-ty', 'Tilia\tcordata\t350\t400\t10', '\tplatyphyllos\t300\t350\t6'],
    [
      null,
      { ...pieces(10, 'Tilia cordata'), height_from: 350, height_to: 400 },
      { ...pieces(6, 'Tilia platyphyllos'), height_from: 300, height_to: 350 },
    ],
  ],
  [
    'what a heading or a remark says of the packing of all lines below it',
    [
      'Изгородь вдоль забора, всё в С5, если не указано иное',
      'Туя западная Смарагд – семь',
      'Сосна горная, С3 – 7 шт.',
    ],
    [
      null,
      { ...pieces(7), root: 'container', root_size_from: 5, root_size_to: 5 },
      { ...pieces(7, ofPine), root: 'container', root_size_from: 3, root_size_to: 3 },
    ],
  ],
  [
    'how high the plants will grow as nothing that is asked for',
    ['Название\tСорт\tКол-во\tТара\tВысота взр., см', 'Туя западная\tСмарагд\t5\tС5\t400'],
    [null, { ...pieces(5), root: 'container', root_size_from: 5, root_size_to: 5 }],
  ],
])('reads %s', async (_, written, expected) => {
  expect(asked(await read(written))).toEqual(expected)
})

it.each<[string, string[]]>([
  ['the same titles', ['Наименование\tКол-во\t\tНаименование\tКол-во', 'Ель сербская\t5\t\tСосна горная\t7']],
  ['the same titles without a gap', ['Порода\tШт.\tПорода\tШт.', 'Ель сербская\t5\tСосна горная\t7']],
  ['other titles', ['Порода\tВысота\tШт.\t\tНазвание\tКоличество', 'Ель сербская\t\t5\t\tСосна горная\t7']],
  [
    'no titles',
    [
      'Ель сербская\t5\t\tСосна горная\t7',
      'Липа мелколистная\t4\t\tСирень обыкновенная\t6',
      'Клён остролистный\t3\t\tСпирея японская\t9',
    ],
  ],
])('schedules side by side, with %s, give the lines of both', async (_, written) => {
  const lines = (await read(written)).filter(({ isNote }) => !isNote)
  const half = lines.length / 2
  expect(asked([lines[0], lines[half]] as ScheduleLine[])).toEqual([pieces(5, ofSpruce), pieces(7, ofPine)])
})

it('the plants in a column of replacements are not asked for', async () => {
  const lines = await read([
    'Растение\tКол-во\tЗамена\tЦена',
    'Ель сербская\t5\tСосна горная\t300',
    'Липа мелколистная\t4\tСирень обыкновенная\t600',
    'Клён остролистный\t3\tСпирея японская\t900',
  ])
  expect(lines.map(({ quantity }) => quantity)).toEqual([null, 5, 4, 3])
})
