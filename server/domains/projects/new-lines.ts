import type { LineAnswer, LineChanges, NewLines } from '#contract/projects.ts'
import { writeWish } from '#contract/size-label.ts'
import { presentSizes } from '#server/domains/products/variants/variants.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { noWish, type ScheduleLine } from '#server/reading/schedules/schedule-line.ts'
import { findSize, listOfferedPlants } from './options/options.queries.ts'
import type { LineContent } from './projects.present.ts'
import { listPlantZones } from './projects.queries.ts'

export const invalid = (field: string, message: string, code: string) =>
  new AppError('INVALID_INPUT', undefined, { [field]: fieldError(message, code) })

export const noSuchPlant = (field: string) => invalid(field, 'Такого растения нет в справочнике', 'not_in_list')

/** A line of a schedule without a chosen offer. */
export const rowOf = (line: ScheduleLine, position: number): LineContent => ({
  id: uuidv7(),
  position,
  text: line.text,
  name: line.name,
  isNote: line.isNote,
  quantity: line.quantity,
  unit: line.unit,
  wish: line.wish,
  plantId: line.plant,
  candidates: line.plant === null ? line.candidates : [],
  chosenVariantId: null,
})

const written = (parts: (string | false)[]) => parts.filter(Boolean).join(', ')

/** A line for an offer, which is chosen unless it is sold out, or for a plant. Throws INVALID_INPUT. */
export async function lineFor(
  db: Db,
  { variant, plant, quantity = null }: Omit<NewLines, 'text'>,
  { byId }: NamedPlants,
): Promise<LineContent> {
  const pieces = quantity !== null && `${String(quantity).replace('.', ',')} шт`
  const line = { candidates: [], isNote: false, quantity, unit: 'шт' as const }
  if (!variant) {
    const known = byId.get(plant ?? 0)
    if (!known) throw noSuchPlant('plant')
    const text = written([known.name, pieces])
    return { ...rowOf({ ...line, text, name: known.name, wish: noWish, plant: known.id }, 1) }
  }
  const found = await findSize(db, variant)
  if (!found) throw invalid('variant', 'Такого предложения нет', 'not_in_list')
  const { size, name, plantId } = found
  const { root_size, ...sizes } = presentSizes(size)
  const wish = { ...sizes, root_size_from: root_size, root_size_to: root_size }
  const text = written([name, writeWish(wish), pieces])
  const isChosen = plantId !== null && size.stock !== 'sold_out'
  return {
    ...rowOf({ ...line, text, name, wish, plant: plantId }, 1),
    chosenVariantId: isChosen ? variant : null,
  }
}

/** The quantity and the size that are wanted, corrected. Throws INVALID_INPUT. */
export function correctedContent(
  line: Pick<LineContent, 'quantity' | 'unit' | 'wish'>,
  { quantity, unit, wish: given }: Pick<LineChanges, 'quantity' | 'unit' | 'wish'>,
): Partial<Pick<LineContent, 'quantity' | 'unit' | 'wish'>> {
  const changes: Partial<Pick<LineContent, 'quantity' | 'unit' | 'wish'>> = {}
  if (quantity !== undefined) changes.quantity = quantity
  if (unit !== undefined) changes.unit = unit
  if (changes.quantity != null && unit === undefined && line.unit === null) changes.unit = 'шт'
  if (!given) return changes
  const wish = { ...line.wish, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  for (const span of ['height', 'spread', 'girth', 'root_size'] as const) {
    const [from, to] = [wish[`${span}_from`], wish[`${span}_to`]]
    if (from !== null && to !== null && from > to) throw invalid(`wish.${span}_to`, 'Меньше, чем «от»', 'order')
  }
  return { ...changes, wish }
}

/** Applies what was corrected and chosen in the preview. Throws INVALID_INPUT if a plant does not exist. */
export async function withAnswers(
  db: Db,
  lines: LineContent[],
  answers: readonly LineAnswer[],
  { byId }: NamedPlants,
): Promise<LineContent[]> {
  const byPosition = new Map(answers.map(answer => [answer.position, answer]))
  const planted = lines.map((read): LineContent => {
    const answer = byPosition.get(read.position)
    const line = answer && !read.isNote ? { ...read, ...correctedContent(read, answer) } : read
    const plant = answer?.plant
    if (plant === undefined) return line
    if (plant !== null && !byId.has(plant)) throw noSuchPlant('answers')
    return { ...line, plantId: plant, candidates: [], isNote: line.isNote && plant === null }
  })
  const [offered, zones] = await Promise.all([
    listOfferedPlants(db, [...new Set(answers.flatMap(({ chosen }) => chosen ?? []))]),
    listPlantZones(db, [...new Set(planted.flatMap(({ plantId }) => plantId ?? []))]),
  ])
  return planted.map(line => {
    const chosen = byPosition.get(line.position)?.chosen ?? null
    const isOffered = chosen !== null && line.plantId !== null && offered.get(chosen) === zones.get(line.plantId)?.id
    return isOffered ? { ...line, chosenVariantId: chosen } : line
  })
}
