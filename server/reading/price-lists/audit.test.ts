import { expect, it } from 'vitest'
import { seededPlants } from './test-layouts/seeded-plants.ts'
import { understandSheets } from './understand-sheets.ts'

const plants = seededPlants()

async function read(rows: string[][], answers: { question: string; value: string }[] = []) {
  return understandSheets([{ name: 'Лист1', isHidden: false, merges: [], rows }], plants, { answers })
}
const offersIn = async (rows: string[][]) => (await read(rows)).rows.filter(({ kind }) => kind === 'offer')

const titles = ['Название', 'Высота, см', 'Обхват, см', 'Контейнер', 'Цена, руб.']

it.each([
  ['a trunk of a hydrangea', ['Гортензия метельчатая Лаймлайт', '', '180', 'С5', '900'], 'girth_from'],
  ['a hosta as high as a man', ['Хоста Патриот', '250-300', '', 'С2', '300'], 'height_from'],
  ['a thyme of two metres', ['Тимьян ползучий', '200-250', '', 'С2', '300'], 'height_from'],
  ['a pot of half a metre', ['Хоста Патриот', '', '', 'Р50', '300'], 'root_size'],
])('puts %s in doubt', async (_, row, field) => {
  const [offer] = await offersIn([titles, row])
  expect(offer).toMatchObject({ verdict: 'doubtful', problems: [{ field, code: 'implausible' }] })
})

it('puts a price in doubt that is a hundred times that of others of the same size', async () => {
  const row = (name: string, price: string) => [name, '80-100', '', 'С5', price]
  const offers = await offersIn([
    titles,
    row('Туя западная Смарагд', '900'),
    row('Туя западная Брабант', '800'),
    row('Ель обыкновенная', '850'),
    row('Сосна обыкновенная', '95000'),
    row('Пихта корейская', '1100'),
  ])
  expect(offers.map(({ verdict }) => verdict)).toEqual(['clear', 'clear', 'clear', 'doubtful', 'clear'])
})

it('asks what tells two rows of one plant and size apart that have two prices', async () => {
  const row = (price: string) => ['Туя западная Смарагд', '80-100', '', 'С5', price]
  const offers = await offersIn([titles, row('900'), row('1400')])
  expect(offers.map(({ problems }) => problems.map(({ code }) => code))).toEqual([['repeated'], ['repeated']])
})

it('reads two prices in the lines of a cell as none', async () => {
  const [offer] = await offersIn([titles, ['Туя западная Смарагд', '80-100', '', 'С5', '160\n128']])
  expect(offer).toMatchObject({ verdict: 'doubtful', variants: [{ price: null }] })
})

it('loses no number of a name', async () => {
  const [offer] = await offersIn([titles, ['Туя западная Смарагд 80-100 С5 820', '', '', '', '900']])
  expect(offer?.verdict).not.toBe('clear')
})

const below = (heading: string) => [
  ['Название', 'Высота, см', 'Цена, руб.'],
  [heading, '', ''],
  ['Туя западная Смарагд', '80-100', '900'],
  ['Ель обыкновенная', '60-80', '1200'],
  ['Сосна обыкновенная', '40-60', '700'],
]

it('reads a heading that states the packing of the rows below it', async () => {
  const { rows, questions } = await read(below('Растения Контейнер 3 л.'))
  expect(questions).toEqual([])
  expect(rows.map(({ kind }) => kind)).toEqual(['header', 'section', 'offer', 'offer', 'offer'])
  expect(rows[2]).toMatchObject({ verdict: 'clear', variants: [{ root: 'container', root_size: 3 }] })
})

it('asks what a heading says of the rows below it, and reads them as answered', async () => {
  const sheet = below('Ящ. 30')
  const { rows, questions } = await read(sheet)
  expect(questions).toMatchObject([{ kind: 'sections', rows: 3, answer: null }])
  expect(rows.slice(2).map(({ verdict }) => verdict)).toEqual(['doubtful', 'doubtful', 'doubtful'])
  const [question] = questions
  const answered = await read(sheet, [{ question: question?.id ?? '', value: 'container' }])
  expect(answered.questions).toMatchObject([{ kind: 'sections', answer: 'container' }])
  expect(answered.rows[2]).toMatchObject({ verdict: 'clear', variants: [{ root: 'container', root_size: 30 }] })
  const nothing = await read(sheet, [{ question: question?.id ?? '', value: 'ignore' }])
  expect(nothing.rows[2]).toMatchObject({ verdict: 'clear', variants: [{ root: null }] })
})

it('asks which column names the plants if many rows have got one name', async () => {
  const { questions, rows } = await read([
    ['Название', 'Вариант', 'Цена, руб.'],
    ...['Полянка', 'Опушка', 'Ручеёк', 'Зорька', 'Дымка', 'Пурга'].map((text, at) => [
      'Посадочный лот',
      `Лесная ${text}`,
      String(500 + at * 10),
    ]),
  ])
  expect(questions.some(({ kind }) => kind === 'names')).toBe(true)
  expect(rows.filter(({ kind }) => kind === 'offer').every(({ verdict }) => verdict !== 'clear')).toBe(true)
})

it('asks once what names alone in their rows are', async () => {
  const { questions, rows } = await read([
    titles,
    ['Туя западная Смарагд', '80-100', '', 'С5', '900'],
    ['Гортензия метельчатая Лаймлайт', '', '', '', ''],
    ['Туя западная Брабант', '80-100', '', 'С5', '800'],
  ])
  expect(questions).toMatchObject([{ kind: 'sections', rows: 1, options: [{ value: 'offer' }, { value: 'heading' }] }])
  expect(rows[2]).toMatchObject({ kind: 'offer', verdict: 'doubtful' })
})
