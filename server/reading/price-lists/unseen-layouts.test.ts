// Rules by which layouts are read that nobody has thought of, each on the smallest list that needs it.
import { describe, expect, it } from 'vitest'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { plants, readOffers, readSizes, sheetOf } from './test-layouts/read-offers.ts'
import { understandSheets } from './understand-sheets.ts'

const lime = 'Tilia cordata'

describe('names stand where the directory finds plants', () => {
  it('under a title that speaks of something else, beside a column that is called by their name', async () => {
    const { offers } = await readOffers([
      'Номенклатурная группа|Вид и сорт растения|Высота, см|Цена',
      'Деревья|Tilia cordata, Липа мелколистная|150-200|4500',
      'Деревья|Acer platanoides, Клён остролистный|200-250|5200',
      'Кустарники|Syringa vulgaris, Сирень обыкновенная|60-80|900',
    ])
    expect(offers.map(({ latin, price }) => [latin, price])).toEqual([
      [lime, 4500],
      ['Acer platanoides', 5200],
      ['Syringa vulgaris', 900],
    ])
  })

  it.each([
    ['Культура|Art|Variety', ['Pinus|mugo|Mops', 'Thuja|occidentalis|Smaragd', 'Picea|abies|Nidiformis']],
    ['Род растения|Видовое|Сорт', ['Pinus|mugo|Mops', 'Thuja|occidentalis|Smaragd', 'Picea|abies|Nidiformis']],
    ['Gattung|Art|Sorte', ['PINUS|MUGO|MOPS', 'THUJA|OCCIDENTALIS|SMARAGD', 'PICEA|ABIES|NIDIFORMIS']],
  ])('in parts, whatever their titles: %s', async (titles, names) => {
    const { offers } = await readOffers([`${titles}|Цена`, ...names.map((name, at) => `${name}|${500 + 10 * at}`)])
    expect(offers.map(({ latin }) => latin)).toEqual([
      "Pinus mugo 'Mops'",
      "Thuja occidentalis 'Smaragd'",
      "Picea abies 'Nidiformis'",
    ])
  })

  it('in other columns in a table below the first one, which stands beside nothing', async () => {
    const { offers } = await readOffers([
      '№|Страна|Цена|Назв.',
      '1|РФ|500|Липа мелколистная',
      '2|РФ|600|Клён остролистный',
      '3|РФ|700|Сирень обыкновенная',
      '',
      'Латинское название|Код|Тара|Цена',
      'Tilia cordata|A05158|С3|900',
      'Acer platanoides|A05159|С3|910',
      'Syringa vulgaris|A05160|С3|920',
    ])
    expect(offers.map(({ price }) => price)).toEqual([500, 600, 700, 900, 910, 920])
  })
})

describe('titles', () => {
  it('stand in a second line below one that extends over them, also those that nobody knows', async () => {
    const { offers } = await readOffers([
      'Наименование|Цены|Цены|Цены',
      '|Ц.|от 100|Опт. цена (от 10 ед.)',
      'Липа мелколистная|1750|1490|1610',
      'Клён остролистный|7150|6080|6580',
      'Сирень обыкновенная|950|800|850',
    ])
    expect(offers.map(({ price, price_tiers }) => [price, price_tiers])[0]).toEqual([
      1750,
      [
        { quantity_from: 10, price: 1610 },
        { quantity_from: 100, price: 1490 },
      ],
    ])
  })

  it('are read with the middle of their words left out', async () => {
    const { offers, questions } = await readOffers([
      'Наимен-е|Выс-та, см|Стоим-ть',
      'Липа мелколистная|150-200|4500',
      'Клён остролистный|200-250|5200',
    ])
    expect([questions, offers.map(({ price }) => price)]).toEqual([[], [4500, 5200]])
  })

  it('are no lines of a plant whose genus and species stand in cells of their own', async () => {
    const { offers } = await readOffers([
      'КУЛЬТУРА|SPECIES|SORTE|ТИП КС|ВЫСОТА, СМ|СКЛАД|ЦЕНА',
      'Carpinus|betulus|Columnaris|ком 40|200-250|v|9500',
      'Carpinus|betulus||18л|150-175|v|',
      'Thuja|occidentalis|Smaragd|С5|60-80|v|1500',
    ])
    expect(offers).toHaveLength(3)
  })

  it('are titles with a number in words that sound like a genus', async () => {
    const { offers } = await readOffers([
      '№ п/п|Наименование породы|Корневая система|Имеется, тыс. шт.|Отпускная цена за 1 тыс. шт., руб.',
      '1|2|3|4|5',
      '1|Сосна обыкновенная|открытая|450|5400',
      '2|Ель европейская|открытая|320|6900',
      '3|Берёза повислая|открытая|28,5|12400',
    ])
    expect(offers.map(({ price, stock_quantity, root }) => [price, stock_quantity, root])[0]).toEqual([
      5.4,
      450_000,
      'bare_root',
    ])
  })

  it('name the smallest and the largest in words', async () => {
    const { offers } = await readOffers([
      'Наименование|Минимальная высота, см|Максимальная высота, см|Цена',
      'Липа мелколистная|150|200|4500',
      'Клён остролистный|200|250|5200',
      'Сирень обыкновенная|60|80|900',
    ])
    expect(offers.map(({ height_from, height_to }) => [height_from, height_to])[0]).toEqual([150, 200])
  })
})

describe('amounts', () => {
  const priced = async (title: string, cell: string) => {
    const others = ['Клён остролистный', 'Сирень обыкновенная'].map(name => `${name}|${cell}`)
    return (await readOffers([`Наименование|${title}`, `Липа мелколистная|${cell}`, ...others])).offers[0]
  }

  it.each([
    ['Цена', "2'100-00", 2100],
    ['Цена', '1 400-00', 1400],
    ['Стоимость десятка', '6600', 660],
    ['Цена (т. руб.)', '3,55', 3550],
  ])('%s: %s', async (title, cell, price) => {
    expect((await priced(title, cell))?.price).toBe(price)
  })

  it('are two prices in a cell where the title says which is which', async () => {
    expect(await priced('Цена розничная/оптовая', '195/156')).toMatchObject({
      price: 195,
      price_tiers: [{ quantity_from: null, price: 156 }],
    })
    expect(await priced('Цена (опт/розница)', '156 / 195')).toMatchObject({ price: 195 })
  })

  it('are asked about where a line above the table states another currency than their title', async () => {
    const { questions } = await readOffers([
      'Prices in EUR',
      'Наименование|Цена, ₽',
      'Липа мелколистная|45',
      'Клён остролистный|52',
    ])
    expect(questions.map(({ kind }) => kind)).toEqual(['currency'])
  })

  it.each([
    ['85 ед.', { stock: 'in_stock', stock_quantity: 85 }],
    ['85 pcs', { stock: 'in_stock', stock_quantity: 85, stock_is_minimum: false }],
    ['св. 40', { stock: 'in_stock', stock_quantity: 40, stock_is_minimum: true }],
    ['не осталось', { stock: 'sold_out' }],
    ['по заказу', { stock: 'on_order' }],
  ])('of stock: %s', async (cell, expected) => {
    const { offers } = await readOffers([
      'Наименование|Цена|Наличие, шт',
      `Липа мелколистная|4500|${cell}`,
      'Клён остролистный|5200|12 pcs',
      'Сирень обыкновенная|900|7 pcs',
    ])
    expect(offers[0]).toMatchObject(expected)
  })

  it('are a price and a stock in a cell of a message', async () => {
    const { offers } = await readOffers([
      'Туя Смарагд с10 100-120|2700р (15 шт)',
      'Туя Брабант с10 120-140|2300р (40 шт)',
      'Ель Нидиформис с5 20-30|1950р (нет)',
    ])
    expect(offers.map(({ price, stock, stock_quantity }) => [price, stock, stock_quantity])).toEqual([
      [2700, 'in_stock', 15],
      [2300, 'in_stock', 40],
      [1950, 'sold_out', null],
    ])
  })

  it('are none where a remark says that the plant comes to order', async () => {
    const { offers } = await readOffers([
      'Наименование|Цена|Примечание',
      'Липа мелколистная|4500|под заказ из Польши',
      'Клён остролистный|5200|пышный',
    ])
    expect(offers.map(({ stock, note }) => [stock, note])).toEqual([
      ['on_order', 'под заказ из Польши'],
      ['in_stock', 'пышный'],
    ])
  })
})

describe('lines of a text', () => {
  const sheetsOf = async (lines: string[]) => {
    const read = await readTables(Buffer.from(lines.join('\n')))
    return 'failure' in read ? [] : read.sheets.flatMap(({ rows }) => rows)
  }

  it('are not cut at a decimal comma where commas with spaces separate', async () => {
    const rows = await sheetsOf([
      'Липа мелколистная, С7,5, 150-200 см, 4500',
      'Клён остролистный, С12,5, 200-250 см, 5200',
      'Сирень обыкновенная, С3, 60-80 см, 900',
    ])
    expect(rows.map(cells => cells.length)).toEqual([4, 4, 4])
  })

  it('are not cut within a name where dashes separate', async () => {
    const rows = await sheetsOf([
      "Пион 'Solange', Paeonia 'Solange' - С1 - 370 р - 12 шт.",
      "Гейхера 'Venus', Heuchera 'Venus' - С1 - 340 р - 500 шт.",
      "Сирень 'Sensation', Syringa 'Sensation' - С3 - 490 р - 40 шт.",
    ])
    expect(rows.map(cells => cells.length)).toEqual([1, 1, 1])
  })
})

describe('titles of which few words are known', () => {
  it('count on from one: what many cost', async () => {
    const { offers } = await readOffers([
      'Наименование|Размер|1-24|25-99 шт|100+',
      'Туя западная|С5 60-80|900|850|800',
      'Сосна горная|С5 40-50|950|900|850',
    ])
    expect(offers[0]).toMatchObject({
      price: 900,
      price_tiers: [
        { quantity_from: 25, price: 850 },
        { quantity_from: 100, price: 800 },
      ],
    })
  })

  it('stand beside titles that are merged down', async () => {
    const sheet = sheetOf([
      'Наименование|Bafuq||Цена',
      '|Н zaf|Kuv|',
      'Туя западная|60|80|900',
      'Сосна горная|80|100|1900',
      'Ель колючая|100|125|2900',
    ])
    const merges = [0, 3].map(column => ({ top: 0, left: column, bottom: 1, right: column }))
    const { rows } = await understandSheets([{ ...sheet, merges }], plants, {})
    expect(rows.map(({ kind }) => kind)).toEqual(['header', 'header', 'offer', 'offer', 'offer'])
  })

  it('are titles although one of them resembles a name', async () => {
    const { offers } = await readOffers([
      'По-русски|Лат. название|з/к 1 л|з/к 2 л|Арт.',
      'Миндаль железистый|Prunus glandulosa|220|330|АРТ-1',
      'Сирень Мейера|Syringa meyeri|320|430|АРТ-2',
    ])
    expect(offers.map(({ root, root_size, price }) => [root, root_size, price])).toEqual([
      ['container', 1, 220],
      ['container', 1, 320],
    ])
  })
})

describe('cells', () => {
  it.each([
    ['С5 100-120', { root_size: 5, height_from: 100, height_to: 120 }],
    ['14-16, 3x', { girth_from: 14, transplants: 3 }],
    ['выс. 40-60, ш. 30-40', { height_from: 40, spread_from: 30, spread_to: 40 }],
  ])('state sizes: %s', async (size, stated) => {
    const { offers } = await readOffers([
      'Наименование|Размер|Цена',
      `Липа мелколистная|${size}|4500`,
      `Клён остролистный|${size}|9900`,
    ])
    expect(offers[0]).toMatchObject({ verdict: 'clear', ...stated })
  })

  it('state counts in thousands, and what is left', async () => {
    const { offers } = await readOffers([
      'Наименование|Размер|Цена|Остаток',
      'Туя западная|С5 60-80|900|3,4 тыс.',
      'Сосна горная|С5 40-50|950|осталось 6 шт',
    ])
    expect(offers.map(({ verdict, stock_quantity }) => [verdict, stock_quantity])).toEqual([
      ['clear', 3400],
      ['clear', 6],
    ])
  })

  it('of a remark state the height of the graft, and an order of some weeks', async () => {
    const { offers } = await readOffers([
      'Наименование|Размер|Цена|Примечание',
      'Липа мелколистная|С10 150-200|4500|прививка на штамбе 110',
      'Клён остролистный|С10 200-250|5500|на заказ, 2 недели',
      'Туя западная|С5 60-80|900|',
    ])
    expect(offers.map(({ verdict, stem_height, stock }) => [verdict, stem_height, stock])).toEqual([
      ['clear', 110, 'in_stock'],
      ['clear', null, 'on_order'],
      ['clear', null, 'in_stock'],
    ])
  })

  it('say that they are in rubles, whatever is said of the prices elsewhere', async () => {
    const { offers } = await readOffers([
      'Прайс-лист. Горшки — в EUR',
      'Наименование|Размер|Цена',
      'Туя западная|С5 60-80|900 р.',
      'Сосна горная|С5 40-50|950 р.',
    ])
    expect(offers.map(({ price }) => price)).toEqual([900, 950])
  })
})

it('a word behind the price of a line is no mere remark', async () => {
  const { offers } = await readOffers([
    'Туя западная Смарагд С5 60-80 650 руб рох чэщ',
    'Сосна горная С5 40-50 950 руб',
    'Ель колючая С5 60-80 1950 руб',
  ])
  expect(offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'clear', 'clear'])
})

it('columns of a table that was written with spaces are found', async () => {
  const text = [
    'Питомник «Лесная поляна»              Прайс-лист 2027',
    'Название                    Выс., см   Контейнер   Цена',
    'Туя западная Смарагд        60-80      С3          780',
    'Ель сербская                100-125    С10         4300',
    'Спирея серая Грефшейм       40-60      С3          390',
  ].join('\n')
  const tables = await readTables(Buffer.from(text))
  if (!('sheets' in tables)) throw new Error('not read')
  const { rows } = await understandSheets(tables.sheets, plants, {})
  const offers = rows.filter(({ kind }) => kind === 'offer')
  expect(offers.map(({ verdict, variants: [one] }) => [verdict, one?.height_from, one?.root_size, one?.price])).toEqual(
    [
      ['clear', 60, 3, 780],
      ['clear', 100, 10, 4300],
      ['clear', 40, 3, 390],
    ],
  )
})

it('sizes and packings without a price are no titles', async () => {
  const { offers } = await readOffers([
    'Найменування|Бюбо|Кючащю|Цена за растение|Ед.',
    'Сосна горная||||',
    '|30+|конт.||раст.',
    '|40-60|конт.|820|раст.',
    '|60-80|ОКС||раст.',
    'Ель колючая||||',
    '|80-100|конт.||раст.',
    '|100-125|конт.|2400|раст.',
  ])
  expect(offers.map(({ latin, height_from, price }) => [latin, height_from, price])).toEqual([
    ['Pinus mugo', 30, null],
    ['Pinus mugo', 40, 820],
    ['Pinus mugo', 60, null],
    ['Picea pungens', 80, null],
    ['Picea pungens', 100, 2400],
  ])
})

describe('several sizes of a plant in a row', () => {
  it('stand in columns that come again', async () => {
    const offers = await readSizes([
      'Название|Горшок|Цена|Горшок|Цена|Примечание',
      "Хоста 'Halcyon'|Р9|190|С2|420|сизый лист",
      "Хоста 'Patriot'|Р9|190|С2|450|",
      "Гейхера 'Palace Purple'|Р9|210|||",
    ])
    expect(offers.map(({ verdict, root, root_size, price }) => [verdict, root, root_size, price])).toEqual([
      ['clear', 'pot', 9, 190],
      ['clear', 'container', 2, 420],
      ['clear', 'pot', 9, 190],
      ['clear', 'container', 2, 450],
      ['clear', 'pot', 9, 210],
    ])
  })

  it('are of that row of the file', async () => {
    const { rows } = await understandSheets(
      [
        sheetOf([
          'Название|Размер|Цена|Размер|Цена',
          'Туя западная|С3 40-60|900|С5 60-80|1500',
          'Сосна горная|С3 20-30|950|С5 30-40|1600',
        ]),
      ],
      plants,
      {},
    )
    expect(rows.map(({ row, part, kind, variants }) => [row, part, kind, variants.length])).toEqual([
      [1, null, 'header', 0],
      [2, null, 'offer', 2],
      [3, null, 'offer', 2],
    ])
  })

  it('of cells that have as many parts each', async () => {
    const offers = await readSizes([
      'Растение|Контейнер, высота|Цена',
      'Барбарис Тунберга|С2 20-30 / С5 40-60|380 / 850',
      'Спирея Вангутта|С3 40-60 / С7,5 80-100|420 / 990',
    ])
    expect(offers.map(({ height_from, root_size, price }) => [height_from, root_size, price])).toEqual([
      [20, 2, 380],
      [40, 5, 850],
      [40, 3, 420],
      [80, 7.5, 990],
    ])
  })

  it('of several plants in a line below their price', async () => {
    const { offers } = await readOffers([
      'Контейнер С5, высота 40-60 см — ВСЁ ПО 1200 руб (от 10 шт — 1050):',
      'Спирея Вангутта, дёрен белый Сибирика',
      'Сирень венгерская (осталось 7)',
      '',
      'Ель обыкновенная 1,5-1,75 м — 4500',
    ])
    const tiers = [{ quantity_from: 10, price: 1050 }]
    expect(
      offers.map(({ latin, root_size, price, price_tiers, stock_quantity }) => [
        latin,
        root_size,
        price,
        price_tiers,
        stock_quantity,
      ]),
    ).toEqual([
      ['Spiraea × vanhouttei', 5, 1200, tiers, null],
      ["Cornus alba 'Sibirica'", 5, 1200, tiers, null],
      ['Syringa josikaea', 5, 1200, tiers, 7],
      ['Picea abies', null, 4500, [], null],
    ])
  })

  it('stand beside its prices, in brackets', async () => {
    const offers = await readSizes([
      'Наименование|С2|С3|С5',
      'Туя западная|420 (30-40)|650 (50-60)|1200 (80-100)',
      'Барбарис Тунберга|350|480|-',
    ])
    expect(
      offers.map(({ verdict, height_from, root_size, price }) => [verdict, height_from, root_size, price]),
    ).toEqual([
      ['clear', 30, 2, 420],
      ['clear', 50, 3, 650],
      ['clear', 80, 5, 1200],
      ['clear', null, 2, 350],
      ['clear', null, 3, 480],
    ])
  })

  it('follow one another in a line of text', async () => {
    const offers = await readSizes([
      'Наличие на сегодня',
      'Туя западная 1,0-1,2 м - 1800р; 1,2-1,4 м - 2300р',
      'Ель колючая 1,5-2 м 9000, 2-2,5 м 14500',
      'Дёрен белый С3 - 550 р',
      'Клён гиннала WRB 28 000 р',
    ])
    expect(offers.map(({ height_from, root, price }) => [height_from, root, price])).toEqual([
      [100, null, 1800],
      [120, null, 2300],
      [150, null, 9000],
      [200, null, 14_500],
      [null, 'container', 550],
      [null, 'wire_ball', 28_000],
    ])
  })

  it('stand below its name, in lines of their own', async () => {
    const offers = await readSizes([
      'Туя западная',
      'С2, 40-50 см - 450 руб.',
      'С5, 60-80 см - 1100 руб.',
      'Сосна горная',
      'С15, 50-60 см - 5400 руб. (осталось 3 шт.)',
    ])
    expect(
      offers.map(({ latin, verdict, root_size, price, stock_quantity }) => [
        latin,
        verdict,
        root_size,
        price,
        stock_quantity,
      ]),
    ).toEqual([
      ['Thuja occidentalis', 'clear', 2, 450, null],
      ['Thuja occidentalis', 'clear', 5, 1100, null],
      ['Pinus mugo', 'clear', 15, 5400, 3],
    ])
  })

  it('stand below its name and the sum of their stocks, as accounting programs write it', async () => {
    const offers = await readSizes([
      'Номенклатура, Характеристика|Ед. изм.|Конечный остаток|Розничная|Оптовая',
      'Туя западная|шт|464,000||',
      'С3, 60-80|шт|400,000|780,00|640,00',
      'С10, 120-140|шт|64,000|2 400,00|2 050,00',
      'Липа мелколистная|шт|8,000||',
      'WRB, об. 12-14|шт|8,000|15 800,00|13 900,00',
    ])
    expect(offers.map(({ latin, verdict, stock_quantity, price }) => [latin, verdict, stock_quantity, price])).toEqual([
      ['Thuja occidentalis', 'clear', 400, 780],
      ['Thuja occidentalis', 'clear', 64, 2400],
      [lime, 'clear', 8, 15_800],
    ])
  })
})

describe('the sum of an order is no quantity', () => {
  it.each(['Опт (от 10 тыс. руб.), ₽', 'Опт от 30 000 руб', 'Цена при заказе от 50 т.р.', 'от 100 000 ₽'])(
    '%s',
    async title => {
      const { offers } = await readOffers([
        `Наименование|Размер|Розница, ₽|${title}`,
        'Туя западная|С5 60-80|3900|3300',
        'Сосна горная|С5 40-50|4500|3900',
      ])
      expect(offers.map(({ verdict, price, price_tiers }) => [verdict, price, price_tiers])).toEqual([
        ['clear', 3900, [{ quantity_from: null, price: 3300 }]],
        ['clear', 4500, [{ quantity_from: null, price: 3900 }]],
      ])
    },
  )
})

it('thousands are no decimals where nothing says so', async () => {
  const { offers } = await readOffers([
    'Name|Größe|Lagerbestand|Preis, руб.',
    'Thuja occidentalis|60-80|2,000|900',
    'Pinus mugo|40-60|3,000|950',
    'Picea abies|40-60|4,000|950',
  ])
  expect(offers.map(({ verdict }) => verdict)).not.toContain('clear')
})

it('an age and a rootstock are no part of a name', async () => {
  const { offers } = await readOffers([
    'Культура|Сорт|Возраст|Корневая|Подвой|Цена, руб',
    'Яблоня|Антоновка обыкновенная|2 года|ОКС|54-118|650',
    'Яблоня|Белый налив|2 года|ЗКС (С10)|семенной|1400',
    'Груша|Чижовская|2 года|ОКС|семенной|750',
  ])
  expect(offers.map(({ latin, verdict, root, form }) => [latin, verdict, root, form])).toEqual([
    ["Malus domestica 'Antonovka Obyknovennaya'", 'clear', 'bare_root', null],
    ["Malus domestica 'Bely Naliv'", 'clear', 'container', null],
    ["Pyrus communis 'Chizhovskaya'", 'clear', 'bare_root', null],
  ])
})

it('a Latin name counts beside one in a language that the directory does not have', async () => {
  const { offers } = await readOffers([
    'Nazwa łacińska|Nazwa polska|Pojemnik|Cena, руб.',
    "Thuja occidentalis 'Smaragd'|Żywotnik zachodni|C2|900",
    "Picea glauca 'Conica'|Świerk biały|C3|1200",
  ])
  expect(offers.map(({ latin, verdict }) => [latin, verdict])).toEqual([
    ["Thuja occidentalis 'Smaragd'", 'clear'],
    ["Picea glauca 'Conica'", 'clear'],
  ])
})

it('a remark above the table may say in what everything is sold: a person is asked once', async () => {
  const { offers, questions } = await readOffers([
    'Все деревья выкопаны с комом в металлической сетке (WRB)',
    'Наименование|Обхват|Цена',
    'Липа мелколистная|14-16|18000',
    'Дуб черешчатый|16-18|35000',
  ])
  expect(offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful'])
  expect(questions.map(({ kind, rows }) => [kind, rows])).toEqual([['sections', 2]])
})

it('dots lead from a plant to its price', async () => {
  const { offers } = await readOffers([
    'Сирень венгерская, корень голый, 80-100 см ............ 300 р.',
    'Барбарис Тунберга, 40 см .......................... 120 р.',
    'Туя западная, 1,2 м, с комом ................ 1500 р., есть 2 шт.',
    'Дёрен белый, в горшке 12 см ................... 200 р.',
  ])
  expect(offers.map(({ root, price, stock_quantity }) => [root, price, stock_quantity])).toEqual([
    ['bare_root', 300, null],
    [null, 120, null],
    ['ball', 1500, 2],
    ['pot', 200, null],
  ])
})

it('what stands behind the price of a line is read: quantities, stock', async () => {
  const { offers } = await readOffers([
    'Туя западная С3 h60-80 — 650₽ (от 20 шт 550₽)',
    'Можжевельник казацкий С2 d20-30 — 550₽ осталось 12шт',
    'Ель колючая С3 h50-60 — 700₽ ❌ПРОДАНО',
    'Тис ягодный С3 h40-50 — 1350₽ под заказ 2 недели',
  ])
  expect(
    offers.map(({ verdict, price, price_tiers, stock, stock_quantity }) => [
      verdict,
      price,
      price_tiers,
      stock,
      stock_quantity,
    ]),
  ).toEqual([
    ['clear', 650, [{ quantity_from: 20, price: 550 }], 'in_stock', null],
    ['clear', 550, [], 'in_stock', 12],
    ['clear', 700, [], 'sold_out', null],
    ['clear', 1350, [], 'on_order', null],
  ])
  expect(offers[1]).toMatchObject({ spread_from: 20, spread_to: 30, root: 'container' })
})

it('a name that goes on in the next line of an aligned table is one', async () => {
  const text = [
    'Артикул   Наименование                    Размер, см   Цена',
    'Х-0012    Ель колючая (Picea pungens)     80-100       7500',
    "          'Hoopsii'",
    'Х-0015    Сосна горная                    30-40        5900',
    'Х-0021    Пихта корейская                 40-50        6800',
  ].join('\n')
  const tables = await readTables(Buffer.from(text))
  if (!('sheets' in tables)) throw new Error('not read')
  const { rows } = await understandSheets(tables.sheets, plants, {})
  const offers = rows.filter(({ kind }) => kind === 'offer')
  expect(offers.map(({ row, plant }) => [row, plants.byId.get(plant?.id ?? -1)?.latinName])).toEqual([
    [2, "Picea pungens 'Hoopsii'"],
    [4, 'Pinus mugo'],
    [5, 'Abies koreana'],
  ])
})

it('what is struck out of a page no longer holds', async () => {
  const page =
    '<html><body><table><tr><th>Растение</th><th>Цена</th></tr><tr><td>Ель обыкновенная, C5, 30-40 см</td>' +
    '<td><s>1 900 р.</s> <b>1 330 р.</b></td></tr><tr><td>Туя западная, C3, 40-50 см</td><td>900 р.</td></tr></table></body></html>'
  const tables = await readTables(Buffer.from(page))
  if (!('sheets' in tables)) throw new Error('not read')
  const { rows } = await understandSheets(tables.sheets, plants, {})
  expect(rows.flatMap(({ variants }) => variants.map(({ price }) => price))).toEqual([1330, 900])
})

it('a price for a pack is one for a plant where the row says how many are in it', async () => {
  const { offers } = await readOffers([
    'Сорт|Шт. в уп.|Цена уп.',
    'Тюльпан Strong Gold|10|320',
    'Тюльпан Apeldoorn|25|700',
    'Мускари армянский|20|280',
  ])
  expect(offers.map(({ price }) => price)).toEqual([32, 28, 14])
})

it('what a nursery pays for a plant is published nowhere', async () => {
  const { offers } = await readOffers([
    'Код|Растение|Размер|Себест.|Остаток|Резерв|Свободно|Цена розн.',
    'H-0101|Ель сибирская|60-80|620|240|60|180|1250',
    'H-0117|Сосна чёрная|100-125|2900|18|4|14|6500',
    'H-0120|Лиственница сибирская|200-250|3100|9|0|9|7200',
  ])
  expect(offers.map(({ price, stock_quantity }) => [price, stock_quantity])).toEqual([
    [1250, 180],
    [6500, 14],
    [7200, 9],
  ])
  expect(offers.map(({ note }) => note).join()).not.toMatch(/620|2900|3100/)
})

it.each([
  ['Руб./п.м.|Руб./шт.', '600|120', 120],
  ['Цена|Цена для озеленителей', '790|650', 790],
])('of two prices the one of a plant counts: %s', async (titles, prices, expected) => {
  const { offers } = await readOffers([
    `Порода|Высота, см|${titles}`,
    ...['Кизильник блестящий', 'Ель обыкновенная', 'Липа мелколистная'].map(name => `${name}|50-60|${prices}`),
  ])
  expect(offers.map(({ price }) => price)).toEqual([expected, expected, expected])
})

it.each([
  ['5 200 руб. за 1000 шт.', 5.2],
  ['950 р. за десяток', 95],
  ['32 руб. 50 коп.', 32.5],
])('a cell says for how many its price is: %s', async (price, expected) => {
  const { offers } = await readOffers([
    'Наименование|Размер|Цена',
    `Сосна обыкновенная|12-15 см|${price}`,
    `Ель обыкновенная|15-20 см|${price}`,
  ])
  expect(offers.map(one => one.price)).toEqual([expected, expected])
})

it('a title that names a height and a spread tells which number is which', async () => {
  const { offers } = await readOffers([
    'Наименование|Выс./шир., см|Контейнер|Цена',
    'Ель сизая|30/30|C5|2400',
    'Можжевельник китайский|70/20|C5|1750',
    'Сосна горная|40/50|C10|3100',
  ])
  expect(
    offers.map(({ verdict, height_from, height_to, spread_from }) => [verdict, height_from, height_to, spread_from]),
  ).toEqual([
    ['clear', 30, 30, 30],
    ['clear', 70, 70, 20],
    ['clear', 40, 40, 50],
  ])
})

it('of names in two languages the one counts that the directory has', async () => {
  const { offers } = await readOffers([
    'Атауы / Название|Обхват|Баға / Цена',
    'Жөке / Липа мелколистная|10-12|45000',
    'Үйеңкі / Клён остролистный|8-10|18000',
  ])
  expect(offers.map(one => one.latin)).toEqual([lime, 'Acer platanoides'])
})

it('what stands in the column of row numbers does not go on with the plant above', async () => {
  const { offers } = await readOffers([
    '№|Наименование|Контейнер|Цена|Остаток',
    '1|Тис ягодный|C7,5|3400|5',
    '2|Туя западная|C5|1350|15',
    'Грунт для хвойных 50 л|||650|120',
  ])
  expect(offers.filter(({ verdict }) => verdict === 'clear').map(one => one.latin)).toEqual([
    'Taxus baccata',
    'Thuja occidentalis',
  ])
})

it('how old a plant is, and what its division has, are remarks', async () => {
  const { offers } = await readOffers([
    'Яблоня Мелба, 2-летка, ОКС — 450 руб.',
    'Хоста Патриот, 2-3 почки, С2 — 350 руб.',
    'Смородина чёрная Титания, ОКС — 180 руб., от 20 шт. — 140 руб.',
  ])
  expect(offers.map(({ verdict, root, price, price_tiers }) => [verdict, root, price, price_tiers])).toEqual([
    ['clear', 'bare_root', 450, []],
    ['clear', 'container', 350, []],
    ['clear', 'bare_root', 180, [{ quantity_from: 20, price: 140 }]],
  ])
})

it('«последние 4 шт.» among the remarks says how many there are', async () => {
  const { offers } = await readOffers([
    'Наименование|Размер|Цена|Примечание',
    'Липа мелколистная|С10 150-200|4500|последние 4 шт.',
    'Клён остролистный|С10 200-250|5500|',
  ])
  expect(offers.map(({ verdict, stock_quantity }) => [verdict, stock_quantity])).toEqual([
    ['clear', 4],
    ['clear', null],
  ])
})

it('words of a stock are one where nothing has a title, and a few numbers beside the prices are none', async () => {
  const { offers } = await readOffers([
    'Туя западная|закрытая|1|360 р.|есть',
    'Сосна горная|закрытая|1|275 р.|7 pcs',
    'Ель обыкновенная|в кассетах||41 р.|auf Lager',
    'Липа мелколистная|закрытая|2|550 р.|немає',
    'Клён остролистный|в кассетах||39 р.|немає',
  ])
  expect(offers.map(({ stock, stock_quantity }) => [stock, stock_quantity])).toEqual([
    ['in_stock', null],
    ['in_stock', 7],
    ['in_stock', null],
    ['sold_out', null],
    ['sold_out', null],
  ])
})

it('sizes that stand alone above prices head the columns', async () => {
  const sizes = await readSizes([
    'Колонны и конусы|высота растения, см||',
    '|40-60|60-80|80-100',
    'Туя западная «Smaragd»|650|890|1350',
    '— " — «Brabant»|450||850',
    'Ель обыкновенная|500|700|900',
  ])
  expect(sizes.map(({ latin, height_from, price }) => [latin, height_from, price])).toEqual([
    ["Thuja occidentalis 'Smaragd'", 40, 650],
    ["Thuja occidentalis 'Smaragd'", 60, 890],
    ["Thuja occidentalis 'Smaragd'", 80, 1350],
    ["Thuja occidentalis 'Brabant'", 40, 450],
    ["Thuja occidentalis 'Brabant'", 80, 850],
    ['Picea abies', 40, 500],
    ['Picea abies', 60, 700],
    ['Picea abies', 80, 900],
  ])
})

it('a cultivar belongs to the name that is known, of two in different languages', async () => {
  const { offers } = await readOffers([
    'Nazwa łacińska|Odmiana|Nazwa polska|Pojemnik|Wys. [cm]',
    "Thuja occidentalis|'Smaragd'|Żywotnik zachodni|C5|80/100",
    "Thuja occidentalis|'Brabant'|Żywotnik zachodni|C5|80/100",
    "Picea pungens|'Hoopsii'|Świerk kłujący|C10|80/100",
  ])
  expect(offers.map(({ latin, verdict }) => [latin, verdict])).toEqual([
    ["Thuja occidentalis 'Smaragd'", 'clear'],
    ["Thuja occidentalis 'Brabant'", 'clear'],
    ["Picea pungens 'Hoopsii'", 'clear'],
  ])
})

it('titles that are repeated offer nothing', async () => {
  const titles = 'Сорт|по-русски|Взрослый куст, см|ОКС класс A|ЗКС C4'
  const { offers } = await readOffers([
    titles,
    'Gloria Dei|Глория Деи|100-120|320|',
    'Nostalgie|Ностальжи|80-90|350|690',
    titles,
    'Black Magic|Блэк Мэджик|100-120|320|',
  ])
  expect(offers.map(({ root, price, height_from }) => [root, price, height_from])).toEqual([
    ['bare_root', 320, null],
    ['bare_root', 350, null],
    ['bare_root', 320, null],
  ])
})

it('«Стало» is the price, and of prices from sums of an order the first is the wholesale price', async () => {
  const sale = await readOffers(['Позиция|Высота, см|Было|Стало', 'Липа мелколистная|150-200|790 ₽|550 ₽'])
  expect(sale.offers.map(({ verdict, price }) => [verdict, price])).toEqual([['clear', 550]])
  const sums = await readOffers([
    'Название|Тара|до 20 т.р. (розница)|20–50 т.р. (−10 %)|50–150 т.р. (−20 %)',
    'Липа мелколистная|С10|690|621|552',
    'Клён остролистный|С10|700|630|560',
    'Сирень обыкновенная|С5|400|360|320',
  ])
  expect(sums.offers.map(({ verdict, price, price_tiers }) => [verdict, price, price_tiers])).toEqual([
    ['clear', 690, [{ quantity_from: null, price: 621 }]],
    ['clear', 700, [{ quantity_from: null, price: 630 }]],
    ['clear', 400, [{ quantity_from: null, price: 360 }]],
  ])
  expect(sums.offers[0]?.note).toContain('552')
})

it('a column that calls the kind of the goods and states their roots is one of packings', async () => {
  const { offers } = await readOffers([
    'Наименование породы|Вид посадочного материала|Высота, см|Цена за 1 шт.',
    'Сеянцы|||',
    'Сосна обыкновенная|сеянцы с ОКС|12-20|78',
    'Ель обыкновенная|сеянцы с ЗКС|8-15|145',
    'Липа мелколистная|сеянцы с ОКС|20-30|120',
  ])
  expect(offers.map(({ verdict, root, height_from }) => [verdict, root, height_from])).toEqual([
    ['clear', 'bare_root', 12],
    ['clear', 'container', 8],
    ['clear', 'bare_root', 20],
  ])
})

it('what is sold by the kilogram, and is no plant that anybody knows, is doubtful', async () => {
  const { offers } = await readOffers([
    'Наименование|Высота, см|Цена|Остаток',
    'Липа мелколистная|150-200|4500|5',
    'Фертика Хвойное осеннее 2,5 кг||690|20',
  ])
  expect(offers.map(({ verdict }) => verdict)).toEqual(['clear', 'doubtful'])
})

it('a height beside each price of a packing is that of the plants that are sold so', async () => {
  const sizes = await readSizes([
    'Наименование|С3||С15||Ком (RB)|',
    '|выс., см|цена|выс., см|цена|выс., см|цена',
    'Пихта корейская|30/40|1350|60/80|5200|150/175|18500',
    'Ель обыкновенная|20/25|1100|||80/100|7300',
    'Туя западная|40/60|1000|80/100|4200||',
  ])
  expect(sizes.map(({ verdict, height_from, root, price }) => [verdict, height_from, root, price])).toEqual([
    ['clear', 30, 'container', 1350],
    ['clear', 60, 'container', 5200],
    ['clear', 150, 'ball', 18500],
    ['clear', 20, 'container', 1100],
    ['clear', 80, 'ball', 7300],
    ['clear', 40, 'container', 1000],
    ['clear', 80, 'container', 4200],
  ])
})

it('a title says in which order spread and height stand', async () => {
  const sizesBelow = async (title: string) => {
    const { offers } = await readOffers([
      `Название|${title}|Горш.|Цена`,
      'Туя западная Смарагд|25-30×60-80|С5|1000',
      'Можжевельник горизонтальный Вилтони|40-50х10-15|С3|700',
    ])
    return offers.map(({ height_from, spread_from }) => [height_from, spread_from])
  }
  for (const title of ['Габарит Ш×В', 'Ширина х высота'])
    expect(await sizesBelow(title), title).toEqual([
      [60, 25],
      [10, 40],
    ])
  for (const title of ['Размер ВхШ', 'Высота/ширина'])
    expect(await sizesBelow(title), title).toEqual([
      [25, 60],
      [40, 10],
    ])
})

it('litres that are soon 1 again do not number the rows', async () => {
  const { offers } = await readOffers([
    'Порода|Сорт|Корни|Liter|руб./шт.',
    'Hemerocallis|Longfields Glory|ЗКС|1|320',
    '||ЗКС|2|520',
    '||ЗКС|3|710',
    'Hosta|Patriot|ЗКС|1|350',
    'Hosta|Halcyon|ЗКС|1|450',
    '||ЗКС|2|550',
  ])
  expect(offers.map(({ root_size }) => root_size)).toEqual([1, 2, 3, 1, 1, 2])
})

describe('what a remark says of the whole list', () => {
  const below = (remark: string, ...rows: string[]) =>
    readOffers([
      remark,
      '',
      'Наименование|Высота|Цена',
      ...(rows.length > 0 ? rows : ['Сосна обыкновенная|250-300|1200', 'Ель обыкновенная|200-250|1300']),
    ])

  it.each([
    ['Цены за 10 штук', 120],
    ['Цены указаны за упаковку (10 шт.)', 120],
    ['Цены указаны за 100 шт.', 12],
    ['Цены указаны за 1 шт. при заказе от 10 шт.', 1200],
  ])('«%s» is for how many plants its prices are', async (remark, price) => {
    const { offers, questions } = await below(remark)
    expect(offers.map(offer => [offer.verdict, offer.price])[0]).toEqual(['clear', price])
    expect(questions).toEqual([])
  })

  it.each([
    ['Все растения под заказ, срок 2 недели', 'on_order'],
    ['Всё продано до осени', 'sold_out'],
  ])('«%s» is the stock of rows that say nothing of theirs', async (remark, stock) => {
    const { offers } = await below(remark)
    expect(offers.map(offer => [offer.verdict, offer.stock])).toEqual([
      ['clear', stock],
      ['clear', stock],
    ])
  })

  it('«Поставка весной» is asked about once', async () => {
    const { offers, questions } = await below('Поставка весной 2027 года')
    expect(offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful'])
    expect(questions.map(({ kind, rows, options }) => [kind, rows, options.map(({ value }) => value)])).toEqual([
      ['stock', 2, ['in_stock', 'expected', 'on_order', 'sold_out']],
    ])
  })

  it('thousands of rubles that can hardly be, and a rate without a currency, are asked about', async () => {
    for (const [remark, kind] of [
      ['Цены указаны в тыс. руб.', 'unit'],
      ['Оплата по курсу ЦБ: 1 EUR = 100 руб', 'currency'],
    ] as const) {
      const { offers, questions } = await below(remark)
      expect(
        offers.map(({ verdict }) => verdict),
        remark,
      ).toEqual(['doubtful', 'doubtful'])
      expect(
        questions.map(one => one.kind),
        remark,
      ).toEqual([kind])
    }
  })
})

it('a sheet that is named after another currency has no prices in rubles', async () => {
  const sheet = sheetOf(['Название|Высота|Цена', 'Туя западная Смарагд|80-100|12', 'Ель обыкновенная|80-100|15'])
  const { rows } = await understandSheets([{ ...sheet, name: 'Цены EUR' }], plants, {})
  const offers = rows.filter(({ kind }) => kind === 'offer')
  expect(offers.flatMap(({ variants }) => variants.map(({ price }) => price))).toEqual([null, null])
})

it('packs, trunks and what shops export are not taken for something else', async () => {
  const packs = await readOffers(['Название|Высота|Фасовка|Цена', 'Туя западная Смарагд|200-250|10 шт|1000'])
  expect(packs.offers.map(({ stock_quantity }) => stock_quantity)).toEqual([null])
  const trunks = await readOffers([
    'Название|Ствол|Цена',
    'Клён остролистный|10|1000',
    'Дуб красный|14|900',
    'Липа мелколистная|12|1300',
  ])
  expect(trunks.offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful', 'doubtful'])
  const shop = await readOffers([
    'sku|title|option_pot|option_height_cm|price|compare_at_price|inventory_qty|published',
    'R1|Роза Бонка 82|C3|40|690.00|790.00|18|TRUE',
  ])
  expect(shop.offers).toMatchObject([
    { verdict: 'clear', sku: 'R1', price: 690, stock_quantity: 18, root_size: 3, height_from: 40, note: '' },
  ])
})

it('a line whose parts stand between slashes, with the name above carried down', async () => {
  const { offers } = await readOffers([
    '1. Барбарис Тунберга Ред Чиф / 40-60 / С3 / 620 р / 80 шт',
    '2. -//- Голден Ринг / 40-60 / С3 / 620 р / 35 шт',
    '3. Пузыреплодник Дартс Голд / 60-80 / С5 / 790 р / 30 шт',
    '4. -//- Ред Барон / 60-80 / С5 / 790 р / 28 шт',
  ])
  expect(offers.map(({ latin, verdict, price, stock_quantity }) => [latin, verdict, price, stock_quantity])).toEqual([
    ["Berberis thunbergii 'Red Chief'", 'clear', 620, 80],
    ["Berberis thunbergii 'Golden Ring'", 'clear', 620, 35],
    ["Physocarpus opulifolius 'Dart's Gold'", 'clear', 790, 30],
    ["Physocarpus opulifolius 'Red Baron'", 'clear', 790, 28],
  ])
})

it('a letterhead is said of every table below it', async () => {
  const { offers } = await readOffers([
    'Цены в евро',
    'Название|Цена||Название|Цена',
    'Туя западная|12||Ель обыкновенная|15',
    'Туя западная Смарагд|12||Сосна горная|15',
    'Туя западная Даника|12||Дуб красный|15',
  ])
  expect(offers.map(({ price, note }) => [price, note])).toEqual([
    [null, 'Цена: 12 евро'],
    [null, 'Цена: 15 евро'],
    [null, 'Цена: 12 евро'],
    [null, 'Цена: 15 евро'],
    [null, 'Цена: 12 евро'],
    [null, 'Цена: 15 евро'],
  ])
})

it('a sentence below the rows may say in what they are sold', async () => {
  const { offers, questions } = await readOffers([
    'Таксон|Выс., м|Цена',
    'Пихта сибирская|0,7|900',
    'Лиственница сибирская|1,2|850',
    'Растения отпускаются с открытой корневой системой до распускания почек.',
  ])
  expect(offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful'])
  expect(questions.map(({ kind, rows }) => [kind, rows])).toEqual([['sections', 2]])
})

describe('a column that may say something of the goods is not passed over', () => {
  it.each([
    ['Фывапр', [40, 41, 42, 43]],
    ['Приход', ['01.03', '15.03', '01.04', '01.03']],
    ['Приход', ['01.03.2027', '15.03.2027', '01.04.2027', '01.03.2027']],
  ])(
    'numbers below an unknown title, and days when something arrives, are asked about: %s, %j',
    async (title, cells) => {
      const names = ['Туя западная Smaragd', 'Ель колючая', 'Тис ягодный', 'Липа мелколистная']
      const rows = names.map((name, at) => `${name}|80-100|${cells[at]}|${1000 + at * 100}`)
      const { offers, questions } = await readOffers([`Наименование|Высота|${title}|Цена`, ...rows])
      expect(offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful', 'doubtful', 'doubtful'])
      expect(questions.map(({ kind, rows: count }) => [kind, count])).toEqual([['column', 4]])
    },
  )

  it('numbers that count the rows from one say nothing', async () => {
    const { offers, questions } = await readOffers([
      'Наименование|Высота|Фывапр|Цена',
      'Туя западная Smaragd|80-100|1|1000',
      'Ель колючая|80-100|2|1100',
      'Тис ягодный|40-60|3|1200',
    ])
    expect([questions, offers.map(({ verdict }) => verdict)]).toEqual([[], ['clear', 'clear', 'clear']])
  })
})

it('prices for ten, a hundred and a thousand, each less for one plant, are prices from so many', async () => {
  const { offers, questions } = await readOffers([
    'Вид|H|Цена, руб. за 10 шт|Цена, руб. за 100 шт|Цена, руб. за 1000 шт',
    'Ель обыкновенная|12-20|250|1800|12000',
    'Сосна обыкновенная|30-50|600|4500|35000',
  ])
  expect(offers.map(({ verdict, price, price_tiers }) => [verdict, price, price_tiers])).toEqual([
    [
      'clear',
      25,
      [
        { quantity_from: 100, price: 18 },
        { quantity_from: 1000, price: 12 },
      ],
    ],
    [
      'clear',
      60,
      [
        { quantity_from: 100, price: 45 },
        { quantity_from: 1000, price: 35 },
      ],
    ],
  ])
  expect(questions).toEqual([])
})

it('a line with a price between others is no heading, however little of it is understood', async () => {
  const { offers } = await readOffers([
    'ТУИ',
    'Смарагд 60-70 см с3 — 700р, 90-100 с5 — 1200р',
    'Брабант 100/120 ком 900р',
    'Даника с2 20см 450',
  ])
  expect(offers.map(({ latin }) => latin)).toContain("Thuja occidentalis 'Smaragd'")
})

it('figures that may be a price and a count are neither', async () => {
  const { offers } = await readOffers([
    'Туя западная Смарагд В 80–100 ~680 260 шт.',
    'Спирея средняя В 80–100 ~450 120 шт.',
    'Сосна горная В 40–60 ~350 15 шт.',
  ])
  expect(offers.map(({ verdict, price, stock_quantity }) => [verdict, price, stock_quantity]).slice(0, 2)).toEqual([
    ['doubtful', null, null],
    ['doubtful', null, null],
  ])
})
