import type { InputOf } from '#contract/calls.ts'
import type { PlantRef } from '#contract/plants.ts'
import { lineUnits } from '#contract/project-limits.ts'
import type { LineWish, ProjectLine } from '#contract/projects.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'

export type LineForm = InputOf<'PATCH /projects/:id/lines/:line/', 'body'>

/** A wish as it is typed. */
export type TypedWish = Record<keyof LineWish, string>

/** A line as it is typed. */
export interface TypedLine {
  /** `undefined`: as it is. */
  plant: PlantRef | null | undefined
  quantity: string
  unit: string
  wish: TypedWish
}

export const typedOf = ({ quantity, unit, wish }: ProjectLine): TypedLine => ({
  plant: undefined,
  quantity: numberText(quantity),
  unit: unit ?? 'шт',
  wish: Object.fromEntries(
    Object.entries(wish).map(([name, value]) => [name, typeof value === 'number' ? numberText(value) : (value ?? '')]),
  ) as TypedWish,
})

/** What a person has changed of a line. */
export function changesOf(line: ProjectLine, { plant, quantity, unit, wish }: TypedLine): LineForm {
  const before = typedOf(line)
  const names = (Object.keys(wish) as (keyof LineWish)[]).filter(name => wish[name].trim() !== before.wish[name])
  const wished = names.map(name => [
    name,
    name === 'form' || name === 'root' ? wish[name] || null : withoutSpaces(wish[name]) || null,
  ])
  return {
    ...(plant === undefined ? {} : { plant: plant?.id ?? null }),
    ...(quantity.trim() === before.quantity ? {} : { quantity: withoutSpaces(quantity) || null }),
    ...(unit === before.unit ? {} : { unit: lineUnits.find(known => known === unit) ?? null }),
    ...(names.length > 0 ? { wish: Object.fromEntries(wished) } : {}),
  } as LineForm
}
