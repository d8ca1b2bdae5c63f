import type { PlantRef } from '#contract/plants.ts'
import type { PriceListRow } from '#contract/price-lists.ts'
import { writeLabel } from '#contract/size-label.ts'
import type { Stock, WritableVariant } from '#contract/variants.ts'
import { questionOf, readingText } from '#web/features/products/form/sizes/questions.ts'
import type { Api } from '#web/lib/api.ts'
import { numberText, withoutSpaces } from '#web/lib/number-text.ts'
import type { Messages } from '#web/ui/refusals.ts'
import type { Correction } from './use-correct-row.ts'

/** A size as it is typed. */
export interface TypedSize {
  size: string
  price: string
  stock: Stock
  quantity: string
  date: string
}

/** A row as it is typed. */
export interface RowValues {
  name: string
  category: string
  /** `undefined`: as it is. */
  plant: PlantRef | null | undefined
  sizes: TypedSize[]
}

const typedOf = (variant: WritableVariant): TypedSize => ({
  size: writeLabel(variant),
  price: numberText(variant.price),
  stock: variant.stock,
  quantity: numberText(variant.stock_quantity),
  date: variant.available_from ?? '',
})

export const valuesOf = (row: PriceListRow): RowValues => ({
  name: row.name,
  category: String(row.category?.id ?? ''),
  plant: undefined,
  sizes: row.variants.map(typedOf),
})

const sizeFields = [
  'form',
  'height_from',
  'height_to',
  'spread_from',
  'spread_to',
  'girth_from',
  'girth_to',
  'stem_height',
  'stems',
  'transplants',
  'root',
  'root_size',
] as const satisfies (keyof WritableVariant)[]

const sizesOf = (variant: Partial<WritableVariant>) =>
  Object.fromEntries(sizeFields.map(field => [field, variant[field] ?? null]))

/** What is meant by sizes that were typed anew, by their places; what cannot be read is an error of its field. */
export async function readSizes(
  api: Api,
  typed: readonly TypedSize[],
  variants: readonly WritableVariant[],
): Promise<{ read: Map<number, Partial<WritableVariant>>; errors: Messages }> {
  const read = new Map<number, Partial<WritableVariant>>()
  const errors: Messages = {}
  const changed = typed.flatMap(({ size }, place) => {
    const before = variants[place]
    return before && size.trim() !== writeLabel(before) ? [{ place, size: size.trim() }] : []
  })
  for (const { place, size } of changed) if (size === '') read.set(place, {})
  const asked = changed.filter(({ size }) => size !== '')
  if (asked.length === 0) return { read, errors }
  const answer = await api.call('POST /variants/read/', { body: { text: asked.map(({ size }) => size).join('\n') } })
  for (const [index, { place }] of asked.entries()) {
    const line = answer.lines[index]
    const variant = answer.variants[index]
    const doubt = line?.doubts[0]
    if (doubt) {
      const readings = doubt.alternatives.map(readingText).join(' или ')
      errors[`variants.${place}.size`] = readings
        ? `${questionOf(doubt)} Напишите словами: ${readings}`
        : questionOf(doubt)
    } else if (!line || !variant || line.rest !== '' || sizeFields.every(field => variant[field] === null)) {
      errors[`variants.${place}.size`] = `Непонятно: «${line?.rest || line?.text || asked[index]?.size}»`
    } else read.set(place, variant)
  }
  return { read, errors }
}

const ofPlants = new Set(['name', 'plant', 'latin_name', 'genus', 'species', 'cultivar', 'category'])

/** Whether something else than its plant is in doubt: saved as it stands, it counts. */
const hasDoubtfulSizes = ({ problems, unread }: PriceListRow) =>
  unread.length > 0 || problems.some(({ field }) => !ofPlants.has(field))

/** What a person has changed of a row; `read`: what the sizes mean that were typed anew. */
export function correctionOf(
  row: PriceListRow,
  { name, category, plant, sizes }: RowValues,
  read: ReadonlyMap<number, Partial<WritableVariant>>,
): Correction {
  const isChanged = sizes.some((size, place) => {
    const before = row.variants[place]
    return before && JSON.stringify(size) !== JSON.stringify(typedOf(before))
  })
  const variants = row.variants.map((variant, place) => {
    const size = sizes[place]
    const anew = read.get(place)
    if (!size) return variant
    return {
      ...variant,
      ...(anew ? sizesOf(anew) : {}),
      price: withoutSpaces(size.price),
      stock: size.stock,
      stock_quantity: withoutSpaces(size.quantity),
      stock_is_minimum: variant.stock_is_minimum && size.quantity !== '',
      available_from: size.stock === 'expected' ? size.date : null,
    }
  })
  return {
    ...(name.trim() === row.name ? {} : { name }),
    ...(plant === undefined ? {} : { plant: plant?.id ?? null }),
    ...(category === String(row.category?.id ?? '') ? {} : { category }),
    // Sizes that a person has seen and left are as they were read.
    ...(isChanged || hasDoubtfulSizes(row) ? { variants } : {}),
  }
}
