import type { Plant } from '#contract/plants.ts'
import { numberText } from '#web/lib/number-text.ts'
import type { ProductValues } from './values.ts'

/** Fields of the form that the directory can fill. */
export const directoryFields = [
  'winter_hardiness',
  'growth_pattern',
  'crown_shape',
  'annual_growth',
  'light_requirements',
  'foliage_or_needles_color',
  'landscape_use',
  'height_at_maturity',
] as const
export type DirectoryField = (typeof directoryFields)[number]

/** Fields still as the directory filled them, with their values. */
export type Filled = Partial<Record<DirectoryField, string>>

/** The directory's facts as values of the form, `""` where it has none. */
export function factsOf(plant: Plant): Record<DirectoryField, string> {
  return {
    winter_hardiness: plant.winter_hardiness ? String(plant.winter_hardiness.id) : '',
    growth_pattern: plant.growth_pattern ? String(plant.growth_pattern.id) : '',
    crown_shape: plant.crown_shape ? String(plant.crown_shape.id) : '',
    annual_growth: plant.annual_growth,
    light_requirements: plant.light_requirements,
    foliage_or_needles_color: plant.foliage_or_needles_color,
    landscape_use: plant.landscape_use,
    height_at_maturity: numberText(plant.height_at_maturity),
  }
}

type DirectoryValues = Pick<ProductValues, DirectoryField>

/** Those of a product's values that equal the directory's: they are replaced when another plant is chosen. */
export function alreadyFilled(values: DirectoryValues, plant: Plant): Filled {
  const facts = factsOf(plant)
  return Object.fromEntries(
    directoryFields.filter(name => facts[name] !== '' && facts[name] === values[name]).map(name => [name, facts[name]]),
  )
}

/**
 * The changes to the form when the plant becomes this one, or one that is not in the directory (`null`): empty fields are
 * filled, fields that the directory filled and nobody has edited since are replaced or emptied, all others stay.
 */
export function fillIn(
  values: DirectoryValues,
  filled: Filled,
  plant: Plant | null,
): { changes: Filled; filled: Filled } {
  const facts = plant ? factsOf(plant) : null
  const changes: Filled = {}
  const nowFilled: Filled = {}
  for (const name of directoryFields) {
    const value = values[name]
    if (value !== '' && value !== filled[name]) continue
    const fact = facts?.[name] ?? ''
    if (fact !== value) changes[name] = fact
    if (fact !== '') nowFilled[name] = fact
  }
  return { changes, filled: nowFilled }
}
