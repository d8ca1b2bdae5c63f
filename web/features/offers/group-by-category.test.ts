import { expect, test } from 'vitest'
import type { ProductCard } from '#contract/products.ts'
import { groupByCategory } from './group-by-category.ts'

const card = (id: number, category: string) =>
  ({ id, category: { id: category.charCodeAt(0), name: category, slug: category } }) as ProductCard

test('categories are sorted by size, then by name; products keep their order', () => {
  const groups = groupByCategory([card(4, 'Розы'), card(3, 'Хвойные'), card(2, 'Лианы'), card(1, 'Хвойные')])
  expect(groups.map(group => [group.category.name, group.products.map(product => product.id)])).toEqual([
    ['Хвойные', [3, 1]],
    ['Лианы', [2]],
    ['Розы', [4]],
  ])
})
