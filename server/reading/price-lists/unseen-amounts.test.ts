// Prices, stocks and units as lists write them that nobody has thought of, each on the smallest list that needs it.
import { describe, expect, it } from 'vitest'
import { readOffers, readSizes } from './test-layouts/read-offers.ts'

const names = ['Туя западная Смарагд', 'Ель колючая Глаука', 'Липа мелколистная']

describe('prices', () => {
  it.each([
    'RUB 470',
    '470 рос. руб.',
    '470 руб. штука',
    '470 р за шт.',
    '470 руб.-',
    '₽ 470,00',
    '470 RUR',
    '470 руб. с НДС',
  ])('are rubles however that is written: %s', async written => {
    const { offers } = await readOffers(['Название|Высота, см|Цена', ...names.map(name => `${name}|60-80|${written}`)])
    expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual(names.map(() => ['clear', 470]))
  })

  it('in lines too', async () => {
    const { offers } = await readOffers([
      'Tiarella cordifolia - cont.1l - RUB 410',
      'Thalictrum aquilegiifolium - cont.3l - RUB 560',
      'Acorus calamus - горшок Ø8 - RUB 1.205',
    ])
    expect(offers.map(({ price, root_size }) => [price, root_size])).toEqual([
      [410, 1],
      [560, 3],
      [1205, 8],
    ])
  })

  it.each([
    ['Стоимость тысячи, руб.', 4600, 4.6],
    ['Цена тысячи сеянцев', 4600, 4.6],
    ['Десяток, руб.', 4600, 460],
  ])('are of one plant below «%s»', async (title, stated, price) => {
    const { offers } = await readOffers([
      `Название|Высота, см|${title}`,
      ...names.map(name => `${name}|12-20|${stated}`),
    ])
    expect(offers.map(one => one.price)).toEqual(names.map(() => price))
  })

  it('of ten or of one if one takes ten: a person is asked', async () => {
    const { offers, questions } = await readOffers([
      'Название|Высота, см|Цена (10 шт.)',
      ...names.map(name => `${name}|60-80|4600`),
    ])
    expect(questions.map(({ kind, options }) => [kind, options.map(({ value }) => value).slice(0, 2)])).toEqual([
      ['unit', ['each', 'ten']],
    ])
    expect(offers.every(({ verdict, price }) => verdict === 'doubtful' && price === null)).toBe(true)
  })

  it('from a quantity, in whatever words', async () => {
    const { offers } = await readOffers([
      'Название|Высота, см|Цена|Партия от 5 шт.|от 20 растений|100 и более, руб.',
      ...names.map(name => `${name}|60-80|500|450|400|350`),
    ])
    expect(offers.map(({ price, price_tiers }) => [price, price_tiers])).toEqual(
      names.map(() => [
        500,
        [
          { quantity_from: 5, price: 450 },
          { quantity_from: 20, price: 400 },
          { quantity_from: 100, price: 350 },
        ],
      ]),
    )
  })

  it.each(['по запр.', 'дог-ная', 'Preis auf Anfrage', 'индивидуально'])('on request: %s', async written => {
    const { offers } = await readOffers([
      'Название|Высота, см|Цена',
      'Липа мелколистная|60-80|500',
      `Ель обыкновенная|60-80|${written}`,
    ])
    expect(offers.map(({ verdict, price }) => [verdict, price])).toEqual([
      ['clear', 500],
      ['clear', null],
    ])
  })

  it('of a tray beside those of one are a remark', async () => {
    const { offers } = await readOffers([
      'Название|Горшок|Шт. в лотке|Цена за шт.|Цена за лоток',
      ...names.map(name => `${name}|P9|12|165|1980`),
    ])
    expect(offers.map(({ verdict, price, stock_quantity }) => [verdict, price, stock_quantity])).toEqual(
      names.map(() => ['clear', 165, null]),
    )
    expect(offers[0]?.note).toContain('1980')
  })

  it('of packings below «Оптовая цена за 1 шт.»', async () => {
    const sizes = await readSizes([
      'Наименование|Оптовая цена за 1 шт., руб.||',
      '|Р9|С2|С5',
      'Барбарис Тунберга|180|390|520',
      'Кизильник блестящий|90|240|',
      'Ирга Ламарка||300|550',
    ])
    expect(sizes.map(({ root, root_size, price_tiers }) => [root, root_size, price_tiers[0]?.price])).toEqual([
      ['pot', 9, 180],
      ['container', 2, 390],
      ['container', 5, 520],
      ['pot', 9, 90],
      ['container', 2, 240],
      ['container', 2, 300],
      ['container', 5, 550],
    ])
  })

  it('«12 тыс.» at the end of a line that has no other', async () => {
    const { offers } = await readOffers([
      'Липа Гринспайр, ком, 12 тыс.',
      'Клён остролистный, ком, 9500₽',
      'Берёза повислая, ком, 8 500₽',
    ])
    expect(offers.map(({ price, stock_quantity }) => [price, stock_quantity])).toEqual([
      [12_000, null],
      [9500, null],
      [8500, null],
    ])
  })
})

describe('a column of units', () => {
  it('says of each row what its price and its stock are counted in', async () => {
    const { offers } = await readOffers([
      'Порода|Высота, см|Ед. изм.|Цена за ед., руб.|Количество, ед.',
      'Сосна обыкновенная|12-20|тыс. шт.|4600|850',
      'Ель европейская|10-20|тыс. шт.|13800|210,5',
      'Сосна кедровая сибирская|30-40|шт.|120|1500',
    ])
    expect(offers.map(({ verdict, price, stock_quantity }) => [verdict, price, stock_quantity])).toEqual([
      ['clear', 4.6, 850_000],
      ['clear', 13.8, 210_500],
      ['clear', 120, 1500],
    ])
  })

  it('says nothing of prices whose title says that they are of one plant', async () => {
    const { offers } = await readOffers([
      'Порода|Высота, см|Ед. изм.|Цена за шт.|Остаток, шт.',
      ...names.map(name => `${name}|12-20|тыс. шт.|46|850`),
    ])
    expect(offers.map(({ price, stock_quantity }) => [price, stock_quantity])).toEqual(names.map(() => [46, 850]))
  })
})

describe('words', () => {
  it('whose middle is cut out are what they stand for', async () => {
    const { offers } = await readOffers([
      'Наимен-ние|Ст-ть, руб.|Кол-во',
      'Сосна чёрная; выс-та 20-30; конт-р 3л|295|5 раст.',
      'Сосна Веймутова; выс-та 30-40; к-р 5 л|410|85 и более',
      'Липа мелколистная; обх-т 8-10; гор-к Р9|600|3 саженца',
    ])
    expect(
      offers.map(({ verdict, height_from, girth_from, root, root_size, stock_quantity, stock_is_minimum }) => [
        ...[verdict, height_from, girth_from, root, root_size],
        ...[stock_quantity, stock_is_minimum],
      ]),
    ).toEqual([
      ['clear', 20, null, 'container', 3, 5, false],
      ['clear', 30, null, 'container', 5, 85, true],
      ['clear', null, 8, 'pot', 9, 3, false],
    ])
  })

  it('of a stock are known among remarks, and keep what they say', async () => {
    const said = ['кончились', 'уже продали', 'ждём машину', 'заказ за месяц', 'есть повреждения кроны']
    const { offers } = await readOffers([
      'Название|Высота, см|Цена|Примечание',
      ...said.map(text => `Туя западная|60-80|500|${text}`),
    ])
    expect(offers.map(({ stock, note }) => [stock, note])).toEqual([
      ['sold_out', 'кончились'],
      ['sold_out', 'уже продали'],
      ['on_order', 'ждём машину'],
      ['on_order', 'заказ за месяц'],
      ['in_stock', 'есть повреждения кроны'],
    ])
  })
})

describe('«Под заказ»', () => {
  const rows = [
    'Название|Высота, см|Цена',
    'Туя западная|60-80|500',
    'Под заказ (2-3 недели):',
    'Липа мелколистная|200-250|4500',
  ]

  it('above rows is said of them, up to «В наличии»', async () => {
    const { offers } = await readOffers([...rows, 'В наличии на сегодня:', 'Ель обыкновенная|40-60|700'])
    expect(offers.map(({ verdict, stock }) => [verdict, stock])).toEqual([
      ['clear', 'in_stock'],
      ['clear', 'on_order'],
      ['clear', 'in_stock'],
    ])
  })

  it('may go on below another heading: a person has to see it', async () => {
    const { offers } = await readOffers([...rows, 'Кустарники', 'Сирень обыкновенная|60-80|900'])
    expect(offers.map(({ verdict, stock }) => [verdict, stock]).at(-1)).toEqual(['doubtful', 'on_order'])
  })

  it('«продано» in small letters below a row may be said of that row', async () => {
    const { offers } = await readOffers([
      'Название|Высота, см|Цена',
      'Туя западная|60-80|500',
      'продано',
      'Липа мелколистная|200-250|4500',
    ])
    expect(offers.map(({ verdict }) => verdict)).toEqual(['doubtful', 'clear'])
  })
})

it('«Упаковка: конт-р 3 л» heads rows in whatever column it stands; what is not understood of it is asked', async () => {
  const titles = '№|Род|Вид|Размер, см|Цена'
  const { offers } = await readOffers([
    titles,
    '|Упаковка: конт-р 3 л|||',
    '1|Рододендрон|кэтевбинский|15-20|130',
    '|Упаковка: прикорн. ком 40 см|||',
    '2|Клематис|альпийский|125-150|1750',
  ])
  expect(offers.map(({ root, root_size }) => [root, root_size])).toEqual([
    ['container', 3],
    ['ball', 40],
  ])
  const strange = await readOffers([titles, '|Упаковка: контейнер бульк|||', '1|Липа|мелколистная|150-200|4500'])
  expect(strange.offers.map(({ verdict }) => verdict)).toEqual(['doubtful'])
})

it('a row that repeats the values above it is no row of titles', async () => {
  const { offers } = await readOffers([
    'Preis|Stück|Packung|Höhe, cm|StU|Name',
    '320|3 шт.|RB 40|100-125|10-12|Tilia cordata',
    'Preis auf Anfrage|5 шт.|RB 45|200-250|12-14|Acer platanoides',
    'Preis auf Anfrage|25 раст.|RB 60|250-300|16-18|Tilia cordata',
    '500|4 шт.|RB 60|300-350|18-20|Acer platanoides',
  ])
  expect(offers).toHaveLength(4)
})

it('a stock of few keeps the word that says so, as no number does', async () => {
  const { offers } = await readOffers([
    'Наименование|Цена|Наличие',
    'Туя западная Smaragd|1000|мало',
    'Ель колючая|1000|последние',
    'Тис ягодный|900|в наличии',
    'Хоста Patriot|400|мало (5 шт.)',
  ])
  expect(offers.map(({ verdict, stock, stock_quantity, note }) => [verdict, stock, stock_quantity, note])).toEqual([
    ['clear', 'in_stock', null, 'мало'],
    ['clear', 'in_stock', null, 'последние'],
    ['clear', 'in_stock', null, ''],
    ['clear', 'in_stock', 5, ''],
  ])
})
