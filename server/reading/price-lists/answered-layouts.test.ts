// What a list becomes when a nursery answers what it is asked, whatever words nobody here knows: every doubt that a person
// could end leads to a question, and an answer keeps all that the titles say beside it.
import { describe, expect, it } from 'vitest'
import { seededPlants } from './test-layouts/seeded-plants.ts'
import { understandSheets } from './understand-sheets.ts'

const plants = seededPlants()
const trees = ['Туя западная Смарагд', 'Ель колючая', 'Сосна горная', 'Липа мелколистная', 'Клён остролистный']

const sheetOf = (lines: string[]) => ({
  name: 'Лист1',
  isHidden: false,
  rows: lines.map(line =>
    line.split('|').map(text => (/^\d+$/.test(text) ? Number(text) : text.replaceAll('⏎', '\n'))),
  ),
  merges: [],
})
const listOf = (titles: string[], cells: (at: number) => string) => [
  ...titles,
  ...trees.map((name, at) => `${name}|${cells(at)}`),
]

/** Reads a list and answers its questions, each by the first of the answers whose text it contains, until none is open. */
async function answered(lines: string[], said: Record<string, string>) {
  const answers: { question: string; value: string }[] = []
  const asked: string[] = []
  for (;;) {
    const { questions, rows } = await understandSheets([sheetOf(lines)], plants, { answers })
    const open = questions.find(({ answer, id }) => answer === null && !answers.some(({ question }) => question === id))
    if (!open) {
      const offers = rows.filter(({ kind }) => kind === 'offer')
      return { asked, offers: offers.flatMap(({ verdict, variants }) => variants.map(one => ({ verdict, ...one }))) }
    }
    asked.push(open.text)
    const [, value] = Object.entries(said).find(([text]) => open.text.includes(text)) ?? []
    if (value === undefined) throw new Error(`nobody says: ${open.text}`)
    expect(open.options.map(option => option.value)).toContain(value)
    answers.push({ question: open.id, value })
  }
}

describe('an answer about a column', () => {
  it('that calls it the name lets the fuller of two names count, and doubts names of two plants', async () => {
    const sheet = sheetOf([
      'Наименование|Описание|Цена',
      'Туя западная|Туя западная Smaragd|1000',
      'Ель колючая|Ель колючая Glauca|1100',
      'Липа мелколистная|Клён остролистный|1200',
      'Сосна горная|Для изгороди|1300',
    ])
    const { questions } = await understandSheets([sheet], plants, {})
    const [question] = questions.filter(({ text }) => text.includes('Описание'))
    const answers = [{ question: question?.id ?? '', value: 'name' }]
    const { rows } = await understandSheets([sheet], plants, { answers })
    const offers = rows.filter(({ kind }) => kind === 'offer')
    expect(offers.map(({ plant, verdict }) => [plants.byId.get(plant?.id ?? 0)?.latinName, verdict])).toEqual([
      ["Thuja occidentalis 'Smaragd'", 'clear'],
      ["Picea pungens 'Glauca'", 'clear'],
      [undefined, 'doubtful'],
      ['Pinus mugo', 'clear'],
    ])
    expect(offers[0]?.name).toBe('Туя западная Smaragd')
  })

  it('keeps for how many plants its title says a price is', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Высота, см|Мэдэ за десяток'], at => `${60 + at * 20}|${5000 + at * 500}`),
      { Мэдэ: 'price' },
    )
    expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual(
      [500, 550, 600, 650, 700].map(price => ['clear', price]),
    )
  })

  it('may be a price although most of its cells are words', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Высота, см|Bawoj'], at => `${60 + at * 20}|${at < 3 ? 'договорная' : 3000 + at * 100}`),
      { Bawoj: 'price' },
    )
    expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual(
      [null, null, null, 3300, 3400].map(price => ['clear', price]),
    )
  })

  it('is a price of the size that its title ends with', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Высота, см|Зэща к/3|Зэща к/10'], at => `${60 + at * 20}|${440 + at * 10}|${850 + at * 10}`),
      { Зэща: 'price' },
    )
    expect(offers.slice(0, 2).map(({ verdict, root, root_size, price }) => [verdict, root, root_size, price])).toEqual([
      ['clear', 'container', 3, 440],
      ['clear', 'container', 10, 850],
    ])
  })

  it('leads to what its words mean', async () => {
    const { asked, offers } = await answered(
      listOf(['Наименование|Цена|Место'], at => `${900 + at * 50}|${at % 2 ? 'наличие' : 'вэбяд'}`),
      { 'Что в столбце «Место»': 'stock', вэбяд: 'on_order', наличие: 'in_stock' },
    )
    expect(asked).toHaveLength(3)
    expect(offers.map(({ verdict, stock }) => [verdict, stock])).toEqual(
      [0, 1, 2, 3, 4].map(at => ['clear', at % 2 ? 'in_stock' : 'on_order']),
    )
  })

  it('leads to what its numbers are the sizes of', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Цена|Bavuz'], at => `${900 + at * 50}|${40 + at * 10}`),
      { 'Что в столбце «Bavuz»': 'root_size', 'Размер чего': 'ball' },
    )
    expect(offers.map(({ verdict, root, root_size }) => [verdict, root, root_size])).toEqual(
      [40, 50, 60, 70, 80].map(size => ['clear', 'ball', size]),
    )
  })
})

describe('a word beside a number of a size', () => {
  it.each([
    ['Kafu 15-20', { Kafu: 'spread' }, { spread_from: 15, spread_to: 20 }],
    ['Kafu. 15-20', { Kafu: 'height' }, { height_from: 15, height_to: 20 }],
    ['обхват 14-16, 2 gub', { gub: 'transplants' }, { girth_from: 14, girth_to: 16, transplants: 2 }],
    [
      'высота 60-80, Wuqef 5',
      { Wuqef: 'container' },
      { height_from: 60, height_to: 80, root: 'container', root_size: 5 },
    ],
    ['высота 40 и цапа', { 'и цапа': 'at_least' }, { height_from: 40, height_to: null }],
    ['Kafu 60-80', { Kafu: 'ignore' }, { height_from: 60, height_to: 80 }],
  ])('is asked once, and read as it was answered: %s', async (size, said, read) => {
    const { asked, offers } = await answered(
      listOf(['Наименование|Размер|Цена'], at => `${size}|${900 + at * 50}`),
      said,
    )
    expect(asked).toHaveLength(1)
    for (const offer of offers) expect(offer).toMatchObject({ verdict: 'clear', ...read })
  })

  it('is asked in lines of text too', async () => {
    const { offers } = await answered(
      trees.map((name, at) => `${name} - хюбя ${60 + at * 20}-${80 + at * 20} С${3 + at} - ${900 + at * 50} руб.`),
      { хюбя: 'height' },
    )
    expect(offers.map(({ verdict, height_from, root_size }) => [verdict, height_from, root_size])).toEqual(
      [0, 1, 2, 3, 4].map(at => ['clear', 60 + at * 20, 3 + at]),
    )
  })

  it('is not asked where it is money or a stock', async () => {
    const { asked } = await answered([...trees.map(name => `${name} С5 60-80 - 950р (заказ)`)], {})
    expect(asked).toEqual([])
  })
})

describe('an answer about lengths', () => {
  it('says of no size what it measures', async () => {
    const { offers } = await answered(
      [
        'Наименование|Размер|Цена',
        'Липа мелколистная|2-3|4500',
        'Клён остролистный|16-18; 250-300|9500',
        'Дуб черешчатый|18-20; 300-350|12500',
      ],
      { 'метры или сантиметры': 'm' },
    )
    expect(offers.map(({ verdict, height_from, girth_from }) => [verdict, height_from, girth_from])).toEqual([
      ['clear', 200, null],
      ['clear', 250, 16],
      ['clear', 300, 18],
    ])
  })
})

describe('columns that a person has named', () => {
  it('are the ends of a range if two stand side by side', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Kafu|Buveq|Цена'], at => `${60 + at * 20}|${80 + at * 20}|${900 + at * 50}`),
      { Kafu: 'height', Buveq: 'height' },
    )
    expect(offers.map(({ verdict, height_from, height_to }) => [verdict, height_from, height_to])).toEqual(
      [0, 1, 2, 3, 4].map(at => ['clear', 60 + at * 20, 80 + at * 20]),
    )
  })

  it('leave another column of prices open', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Ряч (руб./шт.)|Цена'], at => `${700 + at * 50}|${900 + at * 50}`),
      { 'Что в столбце «Цена»': 'price', Ряч: 'price_wholesale' },
    )
    expect(offers.map(({ verdict, price, price_tiers: [tier] }) => [verdict, price, tier?.price])).toEqual(
      [0, 1, 2, 3, 4].map(at => ['clear', 900 + at * 50, 700 + at * 50]),
    )
  })

  it('may hold prices from a quantity that their title says in words of which none is known', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Цена|wa 100 Za.'], at => `${900 + at * 50}|${800 + at * 50}`),
      { Za: 'price_from:100' },
    )
    expect(offers[0]).toMatchObject({ verdict: 'clear', price: 900, price_tiers: [{ quantity_from: 100, price: 800 }] })
  })

  it('are remarks although many of their cells state how high the plants grow', async () => {
    const { asked, offers } = await answered(
      listOf(['Наименование|Размер|Цена|Описание'], at => `60-80|${900 + at * 50}|Взрослое растение ${2 + at} м`),
      { Описание: 'note' },
    )
    expect(asked).toHaveLength(1)
    expect(offers.map(({ verdict, height_from }) => [verdict, height_from])).toEqual(trees.map(() => ['clear', 60]))
  })
})

it('prices that may be thousands of rubles are asked once', async () => {
  const { asked, offers } = await answered(
    listOf(['Наименование|Высота, см|Цена'], at => `${60 + at * 20}|${1 + at},25`),
    { 'тысячи рублей': 'thousand_rubles' },
  )
  expect(asked).toHaveLength(1)
  expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual(
    [1250, 2250, 3250, 4250, 5250].map(price => ['clear', price]),
  )
})

it.each([
  ['thousand', [245, 265, 285, 305, 325]],
  ['each', [245_000, 265_000, 285_000, 305_000, 325_000]],
])('prices that are too high for one plant are asked once: %s', async (unit, expected) => {
  const { asked, offers } = await answered(
    [
      'Цены в рублях за кыгэщю шт.',
      ...listOf(['Наименование|Высота, см|Цена'], at => `60-80|${245_000 + at * 20_000}`),
    ],
    { 'За сколько': unit },
  )
  expect(asked).toHaveLength(1)
  expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual(expected.map(price => ['clear', price]))
})

it('the size of a packing is that of the packing beside it, whatever else the column was said to hold', async () => {
  const { offers } = await answered(
    listOf(
      ['Наименование|Цена|Упаковка|Bavuz'],
      at => `${900 + at * 50}|${at % 2 ? 'зем. ком' : 'ком в сетке'}|${40 + at * 10}`,
    ),
    { 'Что в столбце «Bavuz»': 'root_size', 'Размер чего': 'wire_ball' },
  )
  expect(offers.map(({ verdict, root, root_size }) => [verdict, root, root_size])).toEqual(
    [0, 1, 2, 3, 4].map(at => ['clear', at % 2 ? 'ball' : 'wire_ball', 40 + at * 10]),
  )
})

describe('words that nobody knows', () => {
  it('before the size of a packing are asked once for all sizes', async () => {
    const { asked, offers } = await answered(
      listOf(['Наименование|Цена|Упаковка'], at => `${900 + at * 50}|Qaboqydog ${3 + at} л`),
      { Qaboqydog: 'container', 'Что в столбце': 'root' },
    )
    expect(asked.filter(text => text.includes('Qaboqydog'))).toHaveLength(1)
    expect(offers.map(({ verdict, root, root_size }) => [verdict, root, root_size])).toEqual(
      [3, 4, 5, 6, 7].map(litres => ['clear', 'container', litres]),
    )
  })

  it('beside the word of a stock are asked', async () => {
    const { offers } = await answered(
      listOf(['Наименование|Цена|Наличие'], at => `${900 + at * 50}|Есть в мыщубэг`),
      { мыщубэг: 'on_order' },
    )
    expect(offers.map(({ verdict, stock }) => [verdict, stock])).toEqual(trees.map(() => ['clear', 'on_order']))
  })

  it('instead of a price are asked', async () => {
    const { offers } = await answered(
      listOf(
        ['Наименование|Высота, см|Цена'],
        at => `${60 + at * 20}|${at === 0 ? 'хяц.' : at === 1 ? 'бужев' : 900 + at * 50}`,
      ),
      { хяц: 'in_stock', бужев: 'sold_out' },
    )
    expect(offers.map(({ verdict, price, stock }) => [verdict, price, stock])).toEqual([
      ['clear', null, 'in_stock'],
      ['clear', null, 'sold_out'],
      ['clear', 1000, 'in_stock'],
      ['clear', 1050, 'in_stock'],
      ['clear', 1100, 'in_stock'],
    ])
    expect(offers[0]?.note).toBe('хяц.')
  })

  it('behind a count are asked', async () => {
    const { asked, offers } = await answered(
      listOf(['Наименование|Цена|Остаток'], at => `${900 + at * 50}|${10 + at} kag`),
      { 'Что в столбце': 'stock', kag: 'each' },
    )
    expect(asked).toHaveLength(2)
    expect(offers.map(({ verdict, stock_quantity }) => [verdict, stock_quantity])).toEqual(
      [10, 11, 12, 13, 14].map(count => ['clear', count]),
    )
  })

  it('beside a currency make it asked', async () => {
    const { offers } = await answered(
      ['Жабу в EUR. Курс: 107 руб.', ...listOf(['Наименование|Цена, руб.'], at => `${9 + at}`)],
      { EUR: 'other' },
    )
    expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual(trees.map(() => ['clear', null]))
  })
})

describe('what numbers say of themselves', () => {
  it('counts of which some are broken may be thousands', async () => {
    const counts = ['340', '8,5', '0,3', '12', '1,2']
    const lines = listOf(['Наименование|Цена|Остаток'], at => `${900 + at * 50}|${counts[at]}`)
    const { offers } = await answered(lines, { 'штуки или тысячи': 'thousand' })
    expect(offers.map(({ verdict, stock_quantity }) => [verdict, stock_quantity])).toEqual(
      [340_000, 8500, 300, 12_000, 1200].map(count => ['clear', count]),
    )
  })

  it('two prices in each cell are a retail and a wholesale price, once a person has said that they are prices', async () => {
    const lines = listOf(
      ['Наименование|Высота, см|Bujoja'],
      at => `${60 + at * 20}|${1000 + at * 100}⏎${800 + at * 100}`,
    )
    const { offers } = await answered(lines, { Bujoja: 'price' })
    expect(offers[0]).toMatchObject({
      verdict: 'clear',
      price: 1000,
      price_tiers: [{ quantity_from: null, price: 800 }],
    })
  })

  it('lower prices below «от 50» are those of many', async () => {
    const lines = listOf(['Наименование|Цена за шт.|от 10 шт.|от 50'], at => `${1000 + at}|${900 + at}|${800 + at}`)
    const { asked, offers } = await answered(lines, {})
    expect(asked).toEqual([])
    expect(offers).toHaveLength(5)
    expect(offers[0]).toMatchObject({
      price: 1000,
      price_tiers: [
        { quantity_from: 10, price: 900 },
        { quantity_from: 50, price: 800 },
      ],
    })
  })

  it('titles may say from how many hundreds', async () => {
    const lines = listOf(
      ['Наименование|Розничная цена|Заказ от 50|от 500'],
      at => `${1000 + at}|${900 + at}|${800 + at}`,
    )
    const { offers } = await answered(lines, { 'Заказ от 50': 'price_from:50' })
    expect(offers[0]?.price_tiers.map(({ quantity_from: from }) => from)).toEqual([50, 500])
  })

  it('titles below one that stands above the first of its columns are titles too', async () => {
    const lines = listOf(
      ['Наименование|Цена, руб.||Остаток', '|цена|ab 10 fy.|'],
      at => `${250 + at}|${230 + at}|${12 + at}`,
    )
    const { offers } = await answered(lines, { 'ab 10': 'price_from:10' })
    expect(offers).toHaveLength(5)
    expect(offers[0]).toMatchObject({ verdict: 'clear', price: 250, price_tiers: [{ quantity_from: 10, price: 230 }] })
  })
})

describe('titles in words of which nobody knows one', () => {
  it('are titles all the same, and named in what is asked', async () => {
    const lines = listOf(['Зюкага|Бэмад|Гозук'], at => `${60 + at * 20}|${900 + at * 50}`)
    const { asked, offers } = await answered(lines, { Бэмад: 'height', Гозук: 'price' })
    expect(asked).toHaveLength(2)
    expect(offers.map(({ verdict, height_from, price }) => [verdict, height_from, price])).toEqual(
      [0, 1, 2, 3, 4].map(at => ['clear', 60 + at * 20, 900 + at * 50]),
    )
  })
})

describe('lines', () => {
  it('are not cut at the dash of a range', async () => {
    const lines = trees.map((name, at) => `${name} - H 125 - ${150 + at} - С10 - ${1500 + at * 100} руб.`)
    const { offers } = await answered(lines, {})
    expect(
      offers.map(({ height_from, height_to, root_size, price }) => [height_from, height_to, root_size, price]),
    ).toEqual([0, 1, 2, 3, 4].map(at => [125, 150 + at, 10, 1500 + at * 100]))
  })
})
