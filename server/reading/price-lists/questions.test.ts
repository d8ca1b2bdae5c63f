import { describe, expect, it } from 'vitest'
import { textOf } from '#server/reading/tables/cells.ts'
import { seededPlants } from './test-layouts/seeded-plants.ts'
import { type AskedQuestion, type Instructions, understandSheets } from './understand-sheets.ts'

const plants = seededPlants()

const sheetOf = (lines: string[], name = 'Лист1') => ({
  name,
  isHidden: false,
  rows: lines.map(line => line.split('|').map(text => (/^\d+$/.test(text) ? Number(text) : text))),
  merges: [],
})

async function read(lines: string[], instructions: Instructions = {}) {
  const { questions, rows, sheets } = await understandSheets([sheetOf(lines)], plants, instructions)
  return { questions, sheets, offers: rows.filter(({ kind }) => kind === 'offer'), rows }
}

/** Reads a list, answers its only open question of this kind, and reads it again. */
async function answered(lines: string[], kind: AskedQuestion['kind'], value: string) {
  const before = await read(lines)
  const asked = before.questions.filter(question => question.kind === kind)
  expect(asked).toHaveLength(1)
  const [question] = asked
  expect(question?.options.map(option => option.value)).toContain(value)
  expect(question?.answer).toBeNull()
  // Whoever hangs on an open question is in doubt.
  expect(before.offers.filter(({ verdict }) => verdict === 'doubtful').length).toBeGreaterThanOrEqual(
    question?.rows ?? 0,
  )
  const after = await read(lines, { answers: [{ question: question?.id ?? '', value }] })
  expect(after.questions.find(({ id }) => id === question?.id)).toMatchObject({ answer: value, rows: question?.rows })
  return { before, after, question }
}

const trees = ['Туя западная Смарагд', 'Ель колючая', 'Сосна горная', 'Липа мелколистная']
const listOf = (titles: string, cells: (name: string, at: number) => string) => [titles, ...trees.map(cells)]

describe('what is in a column', () => {
  const lines = listOf('Наименование|Цена|Загадка', (name, at) => `${name}|${500 + at * 100}|${40 + at * 20}`)

  it('is asked, with what the first of its rows would become, if neither its title nor its cells say so', async () => {
    const { after, question } = await answered(lines, 'column', 'height')
    expect(question).toMatchObject({ sheet: 'Лист1', column: 2, rows: 4, text: 'Что в столбце «Загадка»?' })
    const sampleOf = (value: string) => question?.options.find(option => option.value === value)?.sample
    expect(sampleOf('height')).toContain('40')
    expect(sampleOf('stock')).toContain('40 шт.')
    expect(after.offers.map(({ verdict, variants: [one] }) => [verdict, one?.height_from])).toEqual([
      ['clear', 40],
      ['clear', 60],
      ['clear', 80],
      ['clear', 100],
    ])
  })

  it('may be nothing that is wanted', async () => {
    const { before, after } = await answered(lines, 'column', 'ignore')
    expect(before.offers[0]?.unread).toEqual([{ column: 2, text: '40', code: 'column' }])
    expect(after.offers.map(({ verdict, unread }) => [verdict, unread])).toEqual(trees.map(() => ['clear', []]))
  })

  it('is asked once for sheets of one shape', async () => {
    const { questions, rows } = await understandSheets([sheetOf(lines, 'Хвойные'), sheetOf(lines, 'Прочие')], plants)
    expect(questions).toMatchObject([{ kind: 'column', rows: 8 }])
    const answers = [{ question: questions[0]?.id ?? '', value: 'height' }]
    const after = await understandSheets([sheetOf(lines, 'Хвойные'), sheetOf(lines, 'Прочие')], plants, { answers })
    expect(rows.filter(({ verdict }) => verdict === 'doubtful')).toHaveLength(8)
    expect(after.rows.filter(({ verdict }) => verdict === 'clear')).toHaveLength(8)
  })

  it('is remembered for the next file of the same shape', async () => {
    const first = await read(lines)
    const { shape } = first.sheets[0] as { shape: string }
    const remembered = new Map([[shape, { answers: { [first.questions[0]?.key ?? '']: 'height' } }]])
    const next = listOf('Наименование|Цена|Загадка', name => `${name}|900|60`)
    const { offers, questions } = await read(next, { remembered })
    expect(offers.map(({ verdict, variants: [one] }) => [verdict, one?.height_from])).toEqual(
      trees.map(() => ['clear', 60]),
    )
    expect(questions).toMatchObject([{ answer: 'height' }])
  })

  it('is asked where the cells contradict the title, and never read as the title says', async () => {
    const { questions, offers } = await read(
      listOf('Наименование|Цена|Высота', name => `${name}|500|по договорённости сторон`),
    )
    expect(questions).toMatchObject([{ kind: 'column', column: 2 }])
    expect(offers.every(({ verdict }) => verdict === 'doubtful')).toBe(true)
  })

  it('is what the cells say, of what a title may mean', async () => {
    const { sheets, offers } = await read([
      'Номенклатура, характеристика|конт./ком|Н min|Ост|Цена',
      'Туя западная Смарагд|С5|80|10|900',
      'Ель колючая|без кома|60|4|700',
      'Сосна горная|ЗКС|40|12|600',
    ])
    expect(sheets[0]?.columns.map(({ field }) => field)).toEqual(['name', 'root', 'height', 'stock', 'price'])
    expect(offers.map(({ variants: [one] }) => [one?.root, one?.height_from, one?.stock_quantity])).toEqual([
      ['container', 80, 10],
      ['bare_root', 60, 4],
      ['container', 40, 12],
    ])
  })

  it('is asked about both of two prices that nothing tells apart', async () => {
    const { questions } = await read(listOf('Наименование|Цена|Цена', (name, at) => `${name}|500|${600 + at}`))
    expect(questions.map(({ kind, column }) => [kind, column])).toEqual([
      ['column', 1],
      ['column', 2],
    ])
  })
})

describe('what a price is for', () => {
  it.each([
    ['Цена за тыс. шт., руб.', 6960, 6.96],
    ['Цена, руб. за 10 шт.', 6960, 696],
    ['Цена за упак. (24 шт.)', 480, 20],
    ['Цена, тыс. руб.', 7, 7000],
  ])('is what the title says: %s', async (title, written, price) => {
    const { offers } = await read(listOf(`Наименование|Размер|${title}`, name => `${name}|60-80|${written}`))
    expect(offers.map(({ verdict, variants: [one] }) => [verdict, one?.price])).toEqual(
      trees.map(() => ['clear', price]),
    )
  })

  it('is asked if the title names a pack and not how many are in it', async () => {
    const lines = listOf('Наименование|Размер|Цена/упаковка', name => `${name}|60-80|6960`)
    const { after } = await answered(lines, 'unit', 'ten')
    expect(after.offers.map(({ verdict, variants: [one] }) => [verdict, one?.price])).toEqual(
      trees.map(() => ['clear', 696]),
    )
  })
})

it('asks whether to exchange prices whose rate is stated', async () => {
  const lines = ['Курс 1 € = 100 руб.', '', 'Название|Размер|Цена, €', 'Туя западная Смарагд|60-80|12']
  const inRubles = await answered(lines, 'currency', 'rub')
  expect(inRubles.before.offers[0]?.variants[0]?.price).toBeNull()
  expect(inRubles.after.offers[0]).toMatchObject({ verdict: 'clear', variants: [{ price: 1200 }] })
  const { after } = await answered(lines, 'currency', 'other')
  expect(after.offers[0]).toMatchObject({ verdict: 'clear', variants: [{ price: null }] })
  expect(after.offers[0]?.variants[0]?.note).toContain('12')
})

it('shows what an answer makes of a row, whatever has been answered before', async () => {
  const lines = [
    'Курс 1 € = 100 руб.',
    '',
    'Название|Размер|Цена, €|Загадка',
    ...trees.map(name => `${name}|60-80|12|7`),
  ]
  const { questions } = await read(lines)
  const samplesOf = (asked: AskedQuestion[], kind: string) =>
    asked.filter(question => question.kind === kind).flatMap(({ options }) => options.map(({ sample }) => sample))
  const currency = questions.find(({ kind }) => kind === 'currency')
  const after = await read(lines, { answers: [{ question: currency?.id ?? '', value: 'rub' }] })
  expect(samplesOf(after.questions, 'currency')).toEqual(samplesOf(questions, 'currency'))
  expect(samplesOf(after.questions, 'column').at(-1)).toContain('1\u00a0200 ₽')
})

it('asks what a word of a packing means, with all of its sizes together', async () => {
  const packings = ['гщ 3', 'гщ 5', 'С10', 'С7', 'С3', 'С5']
  const lines = ['Наименование|Тара|Цена', ...packings.map(packing => `Ель колючая|${packing}|500`)]
  const { question, after } = await answered(lines, 'packing', 'container')
  expect(question?.rows).toBe(2)
  expect(after.offers.map(({ variants: [one] }) => [one?.root, one?.root_size])).toEqual([
    ['container', 3],
    ['container', 5],
    ...[10, 7, 3, 5].map(size => ['container', size]),
  ])
})

it.each(['++?', 'доращивание', '—'])('asks what «%s» means as a stock', async sign => {
  const stocks = ['12', sign, '40', sign, '3', '7']
  const lines = ['Наименование|Цена|Наличие', ...stocks.map(stock => `Ель колючая|500|${stock}`)]
  const { question, after } = await answered(lines, 'stock', 'on_order')
  expect(question?.rows).toBe(2)
  expect(after.offers.map(({ verdict, variants: [one] }) => [verdict, one?.stock])).toEqual([
    ...['in_stock', 'on_order', 'in_stock', 'on_order', 'in_stock', 'in_stock'].map(stock => ['clear', stock]),
  ])
})

it('asks at most seven questions, those with the most rows', async () => {
  const signs = Array.from({ length: 10 }, (_, at) => `знак${'ъыэюяйцукг'[at]}`)
  const rows = signs.flatMap((sign, at) => Array.from({ length: at + 1 }, () => `Ель колючая|500|${sign}`))
  const known = Array.from({ length: 90 }, () => 'Ель колючая|500|есть')
  const { questions } = await read(['Наименование|Цена|Наличие', ...rows, ...known])
  expect(questions.map(({ rows: hanging }) => hanging)).toEqual([10, 9, 8, 7, 6, 5, 4])
})

describe('every word of an offer', () => {
  it.each([
    ['Туя западная Смарагд прививка|60-80|500|5|', 0, 'прививка'],
    ['Туя западная Смарагд|60-80 гщщ|500|5|', 1, 'гщщ'],
    ['Туя западная Смарагд|60-80|по запросу от 20 шт|5|', 2, 'от 20 шт'],
    ['Туя западная Смарагд|60-80|500|есть, бронь 3|', 3, 'бронь 3'],
    ['Туя западная Смарагд|60-80|500|5|под заказ', 4, 'под заказ'],
    ['Туя западная Смарагд|60-80|500|5|цена за 10 шт.', 4, 'цена за 10 шт.'],
    ['Туя западная Смарагд|60-80|500|5|без кома', 4, 'без кома'],
  ])('is read, or the row is in doubt and says what was not: %s', async (line, column, text) => {
    const { offers } = await read(['Наименование|Размер|Цена|Наличие|Примечание', line])
    expect(offers[0]).toMatchObject({ verdict: 'doubtful', unread: [{ column, text, code: 'words' }] })
  })

  it('stays in the note if it says nothing of what is offered', async () => {
    const { offers } = await read([
      'Наименование|Размер|Цена|Цвет|Примечание',
      'Туя западная Смарагд (Сербия)|60-80|500|зелёный|отборная',
    ])
    expect(offers[0]).toMatchObject({ verdict: 'clear', unread: [] })
    expect(offers[0]?.variants[0]?.note).toBe('Цвет: зелёный; отборная; Сербия')
  })

  it('is in doubt if it does not fit into the note', async () => {
    const { offers } = await read([
      'Наименование|Размер|Цена|Примечание',
      `Туя западная Смарагд|60-80|500|${'очень '.repeat(120)}`,
    ])
    expect(offers[0]).toMatchObject({ verdict: 'doubtful', unread: [{ column: 3, code: 'too_long' }] })
  })

  it('is of a column that is nothing of the goods, or a person does not want', async () => {
    const lines = [
      '№|Наименование|Ед.|Цена|Заказ|Прочее',
      '1|Туя западная Смарагд|шт|500||7',
      '2|Ель колючая|шт|700|0|9',
    ]
    const { offers } = await read(lines, { corrections: [{ name: 'Лист1', columns: [{ index: 5, field: null }] }] })
    expect(offers.map(({ verdict, unread, variants: [one] }) => [verdict, unread, one?.note])).toEqual([
      ['clear', [], ''],
      ['clear', [], ''],
    ])
  })
})

it('reads lines of text whose parts stand between signs', async () => {
  const { offers } = await read([
    '• Туя западная Смарагд - H 60-80 - С5 - 1 200 р. - есть',
    '• Ель колючая - H 80-100 - 7,5 л - 1 500 р. - под заказ',
    '• Сосна горная - H 20-30 - ком - 900 р. - нет',
  ])
  expect(
    offers.map(({ verdict, variants: [one] }) => [verdict, one?.height_from, one?.root, one?.price, one?.stock]),
  ).toEqual([
    ['clear', 60, 'container', 1200, 'in_stock'],
    ['clear', 80, 'container', 1500, 'on_order'],
    ['clear', 20, 'ball', 900, 'sold_out'],
  ])
})

it('keeps the cells of the file in every row, whatever it asks', async () => {
  const lines = listOf('Наименование|Цена|Загадка', (name, at) => `${name}|500|${at}`)
  const { rows } = await read(lines)
  expect(rows.map(({ cells }) => cells)).toEqual(sheetOf(lines).rows.map(cells => cells.map(textOf)))
})
