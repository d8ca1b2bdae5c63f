// What a heading says of the rows below it: a category, a genus or a plant, and in what it is sold.
import { describe, expect, it } from 'vitest'
import { readOffers } from './test-layouts/read-offers.ts'

/** A list in which a category stands above the heading, and a row that nobody knows below it. */
const below = async (heading: string, row: string) => {
  const { offers, questions } = await readOffers([
    'Наименование|Высота|Цена',
    'Хвойные',
    'Туя западная Smaragd|80-100|1200',
    heading,
    row,
  ])
  return { ...offers.at(-1), questions }
}

describe('a heading with a packing', () => {
  it.each([
    ['Хосты P9', 'mnogoletniki', 'Хоста Фывапра Цукен', 'pot', 9],
    ['HOSTA P9', 'mnogoletniki', 'Hosta Фывапра Цукен', 'pot', 9],
    ['Сорта хост, P9', 'mnogoletniki', 'Хоста Фывапра Цукен', 'pot', 9],
    ['Розы, контейнер 3 л', 'rozy', 'Роза Фывапра Цукен', 'container', 3],
    ['Розы плетистые С3', 'rozy', 'Роза Фывапра Цукен', 'container', 3],
    ['ЛИСТВЕННЫЕ КУСТАРНИКИ (C3)', 'listvennye-kustarniki', 'Фывапра Цукен', 'container', 3],
    ['Многолетники P9', 'mnogoletniki', 'Фывапра Цукен', 'pot', 9],
    ['Травянистые многолетники, горшок 9', 'mnogoletniki', 'Фывапра Цукен', 'pot', 9],
    ['Плодовые деревья (ОКС)', 'plodovye-i-yagodnye', 'Фывапра Цукен', 'bare_root', null],
    ['Кустарники в контейнерах С5', 'listvennye-kustarniki', 'Фывапра Цукен', 'container', 5],
  ])('says what the rows below it are, and in what they are sold: %s', async (heading, category, name, root, size) => {
    const read = await below(heading, 'Фывапра Цукен||300')
    expect(read).toMatchObject({ verdict: 'clear', category, name, root, root_size: size })
  })

  it.each([
    ['Туя западная, ЗКС', 'Brabant|40-60|900', "Thuja occidentalis 'Brabant'", 'container', null],
    ['Сорта гортензии метельчатой, C5', 'Limelight||900', "Hydrangea paniculata 'Limelight'", 'container', 5],
    ['Хосты P9', 'Patriot||300', "Hosta 'Patriot'", 'pot', 9],
  ])('names the plant of cultivars below it: %s', async (heading, row, latin, root, size) => {
    expect(await below(heading, row)).toMatchObject({ verdict: 'clear', latin, root, root_size: size })
  })

  it('gives an unknown cultivar the plant that it names, without the packing and in the singular', async () => {
    const { offers } = await readOffers([
      'Наименование|Высота|Цена',
      'Гортензии метельчатые, С5',
      'Limelight|40-60|900',
      'Фывапра Цукен|40-60|900',
    ])
    expect(offers.at(-1)).toMatchObject({
      name: 'Гортензия метельчатая Фывапра Цукен',
      category: 'listvennye-kustarniki',
      root: 'container',
      root_size: 5,
    })
  })

  it('of several genera gives its name to no row, which is doubtful', async () => {
    const read = await below('Хосты и астильбы P9', 'Фывапра Цукен||300')
    expect(read).toMatchObject({ name: 'Фывапра Цукен', verdict: 'doubtful', root: 'pot', root_size: 9 })
  })

  it('of which nobody knows what it names leaves the category above it, and its rows are doubtful', async () => {
    const read = await below('Фывапра ролды P9', 'Фывапра Цукен||300')
    expect(read).toMatchObject({ name: 'Фывапра Цукен', category: null, verdict: 'doubtful', root: 'pot' })
  })

  it('that contradicts itself makes the rows doubtful that say nothing of it', async () => {
    expect(await below('Кустарники С3-С5', 'Фывапра Цукен||300')).toMatchObject({ verdict: 'doubtful' })
    expect(await below('Хосты P9 С3', 'Patriot||300')).toMatchObject({ verdict: 'doubtful' })
  })

  it('leaves to a row the packing that it states itself', async () => {
    expect(await below('Хосты P9', 'Patriot С2||300')).toMatchObject({ root: 'container', root_size: 2 })
  })
})

describe('a plant alone in its row with a packing', () => {
  it('may be offered on request, or head the rows below it: that is asked, of names that may be below it too', async () => {
    const { offers, questions } = await readOffers([
      'Наименование|Высота|Цена',
      'Хвойные',
      'Туя западная Smaragd|80-100|1200',
      'Гортензия метельчатая, С5',
      'Фывапра Цукен||900',
    ])
    expect(offers.map(({ verdict }) => verdict)).toEqual(['clear', 'doubtful', 'doubtful'])
    expect(questions.map(({ kind, rows }) => [kind, rows])).toEqual([['sections', 2]])
  })
})

describe('a genus or a category below a heading', () => {
  it('keeps the category above if plants of the genus belong to it, and has its own otherwise', async () => {
    const { offers } = await readOffers([
      'Наименование|Высота|Цена',
      'Лиственные деревья',
      'Клёны',
      'Acer platanoides|200-250|5200',
      'Фывапра Цукен|200-250|5300',
      'Астильбы',
      'Фывапра Цукен||300',
    ])
    expect(offers.map(({ category }) => category)).toEqual(['listvennye-derevya', 'listvennye-derevya', 'mnogoletniki'])
  })
})
