import { AppError } from '#server/platform/http/errors.ts'

/** The state of an entry of the directory or of a list, on which moderators' actions depend. */
interface Entry {
  id: number
  name: string
  isHidden: boolean
  mergedIntoId: number | null
}

/** Throws CONFLICT if the entry has another name than the moderator saw. */
export function assertNotStale({ name }: Pick<Entry, 'name'>, was: string): void {
  if (name !== was) throw new AppError('CONFLICT', `Запись уже переименовали: теперь это «${name}».`)
}

/** Throws CONFLICT for a merged entry, which can no longer be changed. */
export function checkUnmerged({ mergedIntoId }: Pick<Entry, 'mergedIntoId'>): void {
  if (mergedIntoId !== null) throw new AppError('CONFLICT', 'Запись уже объединена с другой.')
}

const refuseTarget = (message: string) =>
  new AppError('INVALID_INPUT', undefined, { into: [{ message, code: 'not_in_list' }] })

/** Throws CONFLICT for an entry that is already merged, INVALID_INPUT for a target that cannot replace it. */
export function checkMerge<Target extends Entry>(entry: Entry, target: Target | undefined): asserts target is Target {
  checkUnmerged(entry)
  if (!target) throw refuseTarget('Такой записи нет')
  if (target.id === entry.id) throw refuseTarget('Выберите другую запись, не эту же')
  if (target.isHidden) throw refuseTarget('Эта запись скрыта: выберите другую или сначала верните её')
}

type Named = Pick<Entry, 'id' | 'name'>

/** Swaps the names of two entries: entries of one list never have the same name, not even between two statements. */
export async function exchangeNames(
  rename: (id: number, name: string) => Promise<unknown>,
  one: Named,
  other: Named,
): Promise<void> {
  await rename(other.id, `${other.name} (${other.id})`)
  await rename(one.id, other.name)
  await rename(other.id, one.name)
}
