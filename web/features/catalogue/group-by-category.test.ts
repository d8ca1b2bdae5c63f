import { expect, test } from 'vitest'
import type { ProductCard } from '#contract/catalogue.ts'
import { groupByCategory } from './group-by-category.ts'

const card = (id: number, category: string) => ({ id, category: { id: category.length, name: category, slug: category } }) as ProductCard

test('categories come in alphabetical order, listings stay in theirs', () => {
  const groups = groupByCategory([card(3, 'Хвойные'), card(2, 'Ёлки'), card(1, 'Хвойные')])
  expect(groups.map(group => [group.category.name, group.products.map(product => product.id)])).toEqual([
    ['Ёлки', [2]],
    ['Хвойные', [3, 1]],
  ])
})
