import { expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { cutText } from './cut-text.ts'
import { productSearch, sortProducts } from './product-rows.ts'

const defaults = {
  latin_name: '',
  category: { id: 1, name: 'Хвойные растения', slug: 'hvoynye' },
  description: '',
  price: null,
  is_active: true,
  assigned_to: null,
  review: null,
}
const product = (id: number, some: Partial<Product>) =>
  ({ ...defaults, id, name: `Растение ${id}`, ...some }) as unknown as Product
const named = (...names: string[]) => names.map((name, index) => product(index + 1, { name }))
const names = (products: Product[]) => products.map(({ name }) => name)
const ids = (products: Product[]) => products.map(({ id }) => id)

test('texts are cut after thirty letters, shorter ones are left as they are', () => {
  expect(cutText('Туя западная', 30, '...')).toBe('Туя западная')
  expect(cutText('я'.repeat(30), 30, '...')).toBe('я'.repeat(30))
  expect(cutText('я'.repeat(31), 30)).toBe('я'.repeat(30))
  expect(cutText('я'.repeat(31), 30, '...')).toBe(`${'я'.repeat(30)}...`)
  expect(cutText(`${'🌲'.repeat(31)}`, 30)).toBe('🌲'.repeat(30))
})

test('names are sorted as Russians sort them, whatever their punctuation and case', () => {
  const sorted = sortProducts(named('«Ясень»', 'ель', "'Берёза'", 'Ёлка', 'Береза 2', 'Береза 10', 'Жасмин'), 'name')
  expect(names(sorted)).toEqual(["'Берёза'", 'Береза 2', 'Береза 10', 'Ёлка', 'ель', 'Жасмин', '«Ясень»'])
})

test('groups are sorted in the same way', () => {
  const list = ['Хвойные', '«Лианы»', 'Розы'].map((name, index) =>
    product(index + 1, { category: { id: index + 1, name, slug: '' } }),
  )
  expect(ids(sortProducts(list, 'category'))).toEqual([2, 3, 1])
})

test('prices are sorted as numbers, and what has none comes last', () => {
  const list = [null, 1500, 90.5, 0, null, 200].map((price, index) => product(index + 1, { price }))
  expect(ids(sortProducts(list, 'price'))).toEqual([4, 3, 6, 2, 1, 5])
})

test('without a column the order stays, and sorting leaves the list itself alone', () => {
  const list = named('Б', 'А')
  expect(sortProducts(list, '')).toEqual(list)
  sortProducts(list, 'name')
  expect(names(list)).toEqual(['Б', 'А'])
})

const list = [
  product(17, { name: 'Клён остролистный', latin_name: 'Acer platanoides', price: 12500 }),
  product(18, { name: 'Туя западная', description: 'Зелёная изгородь', is_active: false }),
  product(19, {
    name: 'Роза',
    category: { id: 2, name: 'Розы', slug: 'rozy' },
    assigned_to: { id: 'x', name: 'Анна', email: 'Anna@sad.example' },
  }),
  product(20, { name: 'Пихта', is_active: false, review: { state: 'returned', reason: 'Уточните сорт' } }),
  product(21, { name: 'Кедр', is_active: false, review: { state: 'hidden', reason: 'Чужой снимок' } }),
]

test.each([
  ['КЛЕН', [17]],
  ['клён', [17]],
  ['acer', [17]],
  ['18', [18]],
  ['12 500', [17]],
  ['зеленая', [18]],
  ['опубликуется', [18]],
  ['розы', [19]],
  ['anna@SAD', [19]],
  ['не назначен', [17, 18, 20, 21]],
  ['вернули', [20]],
  ['чужой снимок снято', [21]],
  ['туя изгородь', [18]],
  ['туя розы', []],
  ['  ', [17, 18, 19, 20, 21]],
])('a search for «%s» finds %j', (query, found) => {
  expect(ids(productSearch(list)(list, query))).toEqual(found)
})

test('the words found keep the order of the table', () => {
  expect(ids(productSearch(list)(sortProducts(list, 'name'), 'не'))).toEqual([21, 17, 20, 18])
})
