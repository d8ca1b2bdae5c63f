import { expect, test } from 'vitest'
import type { Plant } from '#contract/plants.ts'
import { alreadyFilled, fillIn } from './fill-in.ts'
import { emptyValues, type ProductValues } from './values.ts'

const lookup = (id: number) => ({ id, name: String(id), description: '' })
const plant = (facts: Partial<Plant> = {}): Plant => ({
  id: 1,
  genus: 'Туя',
  species: "западная 'Smaragd'",
  latin_name: "Thuja occidentalis 'Smaragd'",
  synonyms: '',
  winter_hardiness: lookup(3),
  growth_pattern: null,
  crown_shape: lookup(29),
  annual_growth: '15–20 см',
  light_requirements: 'солнце',
  foliage_or_needles_color: '',
  landscape_use: '',
  height_at_maturity: 4.5,
  get_image: '',
  get_thumbnail: '',
  ...facts,
})
const form = (values: Partial<ProductValues> = {}) => ({ ...emptyValues(''), ...values })

test('empty fields are filled from the directory', () => {
  const { changes, filled } = fillIn(form(), {}, plant())
  expect(changes).toEqual({
    winter_hardiness: '3',
    crown_shape: '29',
    annual_growth: '15–20 см',
    light_requirements: 'солнце',
    height_at_maturity: '4,5',
  })
  expect(filled).toEqual(changes)
})

test('typed or chosen values stay', () => {
  const { changes, filled } = fillIn(form({ winter_hardiness: '5', light_requirements: 'полутень' }), {}, plant())
  expect(changes).not.toHaveProperty('winter_hardiness')
  expect(changes).not.toHaveProperty('light_requirements')
  expect(filled).not.toHaveProperty('light_requirements')
})

test('another plant replaces the values filled from the last one, and empties those that it lacks', () => {
  const first = fillIn(form(), {}, plant())
  const other = plant({ id: 2, winter_hardiness: lookup(5), light_requirements: '', landscape_use: 'изгороди' })
  const { changes, filled } = fillIn(form(first.changes), first.filled, other)
  expect(changes).toEqual({ winter_hardiness: '5', light_requirements: '', landscape_use: 'изгороди' })
  expect(filled).toMatchObject({ winter_hardiness: '5', crown_shape: '29', landscape_use: 'изгороди' })
  expect(filled).not.toHaveProperty('light_requirements')
})

test('values that were filled and then edited stay with another plant', () => {
  const first = fillIn(form(), {}, plant())
  const byHand = form({ ...first.changes, crown_shape: '30' })
  const { changes, filled } = fillIn(byHand, first.filled, plant({ id: 2, crown_shape: lookup(26) }))
  expect(changes).not.toHaveProperty('crown_shape')
  expect(filled).not.toHaveProperty('crown_shape')
})

test('a plant that is not in the directory empties the filled fields, and only them', () => {
  const first = fillIn(form(), {}, plant())
  const { changes, filled } = fillIn(
    form({ ...first.changes, foliage_or_needles_color: 'золотистый' }),
    first.filled,
    null,
  )
  expect(changes).toEqual(Object.fromEntries(Object.keys(first.filled).map(name => [name, ''])))
  expect(filled).toEqual({})
})

test('values of a saved product that equal the directory’s are replaced with the plant too', () => {
  const saved = form({ winter_hardiness: '3', crown_shape: '30' })
  const filled = alreadyFilled(saved, plant())
  expect(filled).toEqual({ winter_hardiness: '3' })
  const { changes } = fillIn(saved, filled, plant({ id: 2, winter_hardiness: lookup(6) }))
  expect(changes).toMatchObject({ winter_hardiness: '6' })
  expect(changes).not.toHaveProperty('crown_shape')
})
