import type { Category, PlantRef } from '#contract/plants.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import type { Correction, RowContent } from '#server/reading/price-lists/rows.ts'
import { asWritten } from './variant-changes.ts'

/** Looks up the plants and categories that rows name. */
export interface Directory {
  plantOf(id: number): PlantRef | null
  categoryOf(id: number): Category | null
  /** The plant's main category. */
  mainCategoryOf(plantId: number): Category | null
}

/** Names that a company has assigned to plants; `null` means a plant that the directory does not have. */
export type RememberedNames = ReadonlyMap<string, number | null>

const ofPlants = new Set(['name', 'plant', 'latin_name', 'genus', 'species', 'cultivar'])

/** What identifies a text that was not read. */
export const unreadKey = ({ column, text }: RowContent['unread'][number]) => `${column} ${text}`

/**
 * The row as the company means it: as read, with the plant remembered for its name, and with the person's correction.
 * Nothing else settles a text that was not read than sizes that a person has written, or the choice to keep the row
 * without it.
 */
export function correctedRow(
  read: RowContent,
  correction: Correction | null,
  names: RememberedNames,
  { plantOf, categoryOf, mainCategoryOf }: Directory,
): RowContent {
  const row = { ...read }
  const saidOfName = names.get(normalizeName(read.name))
  const plantId = correction?.plant === undefined ? saidOfName : correction.plant
  let problems = read.problems
  if (plantId !== undefined) {
    row.plant = plantId === null ? null : plantOf(plantId)
    row.candidates = []
    row.isPlantChosen = true
    problems = problems.filter(({ field }) => !ofPlants.has(field))
  }
  if (correction?.name !== undefined) row.name = correction.name
  if (correction?.category) {
    row.category = categoryOf(correction.category)
    problems = problems.filter(({ field }) => field !== 'category')
  }
  row.category ??= row.plant && mainCategoryOf(row.plant.id)
  if (row.category) problems = problems.filter(({ field }) => field !== 'category')
  if (correction?.variants) {
    row.variants = correction.variants.map(asWritten)
    problems = problems.filter(({ field }) => field === 'category' || ofPlants.has(field))
    row.unread = []
  }
  row.problems = problems
  if (correction?.is_skipped === true) return { ...row, unread: [], doubt: 'skipped' }
  const seen = new Set(correction?.is_skipped === false ? correction.seen : [])
  row.unread = row.unread.filter(text => !seen.has(unreadKey(text)))
  if (read.doubt === 'skipped' && correction?.is_skipped !== false) return { ...row, unread: [] }
  const isAsked = row.candidates.length > 0 && !row.plant
  const isOpen = isAsked || problems.length > 0 || row.unread.length > 0
  const isSettled = !isOpen && (plantId !== undefined || correction !== null || read.problems.length > 0)
  if (read.doubt === 'rejected')
    return { ...row, doubt: isSettled ? null : correction?.variants ? 'doubtful' : 'rejected' }
  if (read.doubt === 'skipped') return { ...row, doubt: isOpen ? 'doubtful' : null }
  return { ...row, doubt: isSettled ? null : (read.doubt ?? (row.unread.length > 0 ? 'doubtful' : null)) }
}
