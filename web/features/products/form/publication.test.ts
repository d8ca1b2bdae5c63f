import { expect, test } from 'vitest'
import type { Plant } from '#contract/plants.ts'
import type { Product } from '#contract/products.ts'
import { publicationOf as publicationWhile } from './publication.ts'

const publicationOf = (known: Omit<Parameters<typeof publicationWhile>[0], 'isNaming'>) =>
  publicationWhile({ ...known, isNaming: false })
const name = { category: '2', genus: 'Туя', species: 'западная' }
const plant = { id: 1 } as Plant
const saved = { genus: 'Туя', species: 'западная', is_active: false, review: null } as Product

test('stays open until category, genus and species are filled in', () => {
  for (const part of ['category', 'genus', 'species'])
    expect(publicationOf({ name: { ...name, [part]: ' ' }, product: null, plant }).kind).toBe('open')
})

test('the directory decides about a new product', () => {
  expect(publicationOf({ name, product: null, plant: undefined }).kind).toBe('asking')
  expect(publicationOf({ name, product: null, plant }).kind).toBe('at-once')
  expect(publicationOf({ name, product: null, plant: null }).kind).toBe('waits')
})

test('stays open while the name is being typed', () => {
  expect(publicationWhile({ name, product: null, plant: undefined, isNaming: true }).kind).toBe('open')
})

test('a saved product stays as it is until its plant is changed', () => {
  expect(publicationOf({ name, product: saved, plant })).toEqual({ kind: 'stays', isPublished: false })
  const other = { ...name, species: 'складчатая' }
  expect(publicationOf({ name: other, product: saved, plant }).kind).toBe('at-once')
  expect(publicationOf({ name: other, product: { ...saved, is_active: true }, plant: null }).kind).toBe('waits')
})

test('a product that was sent back is reviewed again under the same name, one that was taken down under any name', () => {
  const returned: Product = { ...saved, review: { state: 'returned', reason: 'Нет такого' } }
  const hidden: Product = { ...saved, review: { state: 'hidden', reason: 'Чужой снимок' } }
  const other = { ...name, species: 'складчатая' }
  for (const product of [returned, hidden]) expect(publicationOf({ name, product, plant }).kind).toBe('checked-again')
  expect(publicationOf({ name: other, product: returned, plant }).kind).toBe('at-once')
  expect(publicationOf({ name: other, product: hidden, plant }).kind).toBe('checked-again')
})
