import type { Category, PlantRef } from '#contract/plants.ts'
import { normalizeName } from '#server/domains/reference/normalize-name.ts'
import { problem } from '#server/reading/price-lists/row-problems.ts'
import type { Correction, RowContent } from '#server/reading/price-lists/rows.ts'
import { asWritten } from './variant-changes.ts'

/** Looks up the plants and categories that rows name. */
export interface Directory {
  plantOf(id: number): PlantRef | null
  categoryOf(id: number): Category | null
  /** The plant's main category. */
  mainCategoryOf(plantId: number): Category | null
  /** The plant that a name means, or those that it may mean; the category of the plant, or of all plants of its genus. */
  plantNamed(name: string): Pick<RowContent, 'plant' | 'candidates' | 'category'>
}

/** Names that a company has assigned to plants; `null` means a plant that the directory does not have. */
export type RememberedNames = ReadonlyMap<string, number | null>

const ofPlants = new Set(['name', 'plant', 'latin_name', 'genus', 'species', 'cultivar'])

/** What identifies a text that was not read. */
export const unreadKey = ({ column, text }: RowContent['unread'][number]) => `${column} ${text}`

/**
 * A row as if this name stood in the list: it means the plant of that name, and none of what was read of the other one.
 * A category that only the other plant has said is gone with it.
 */
function renamed(read: RowContent, name: string, { plantNamed, mainCategoryOf }: Directory): RowContent {
  const { plant, candidates, category: own } = plantNamed(name)
  const isOfPlant = read.plant !== null && read.category?.id === mainCategoryOf(read.plant.id)?.id
  const isOther = plant?.id !== read.plant?.id
  const problems = read.problems.filter(({ field }) => !ofPlants.has(field))
  if (!plant && candidates.length > 0)
    problems.push(problem('plant', 'several', 'Выберите растение или оставьте новым'))
  const category = isOfPlant && isOther ? own : (read.category ?? own)
  if (category === null && !problems.some(({ field }) => field === 'category'))
    problems.push(problem('category', 'required', 'Выберите категорию'))
  const doubt = read.doubt ?? (problems.length > 0 ? 'doubtful' : null)
  return { ...read, name, plant, candidates, category, problems, doubt }
}

/**
 * The row as the company means it: as read, with the plant remembered for its name, and with the person's correction. A
 * name that was corrected is the one that counts.
 * Nothing else settles a text that was not read than sizes that a person has written, or the choice to keep the row
 * without it.
 */
export function correctedRow(
  asRead: RowContent,
  correction: Correction | null,
  names: RememberedNames,
  directory: Directory,
): RowContent {
  const { plantOf, categoryOf, mainCategoryOf } = directory
  const read = correction?.name === undefined ? asRead : renamed(asRead, correction.name, directory)
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
