import { lockForBulk, undoBulk } from '#server/domains/products/bulk/change-in-bulk.service.ts'
import { hasUndo } from '#server/domains/products/products.api.ts'
import { withBudget } from '#server/platform/database/database-budget.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { priceListRolledBack } from '../price-lists.events.ts'
import {
  findLastApplied,
  findList,
  isAnotherApplying,
  type ListRow,
  lockList,
  updateList,
} from '../price-lists.queries.ts'
import { publishProgress } from './apply-list.service.ts'

/** Milliseconds that rolling back an import of thousands of variants may take. */
const patience = 60_000

/**
 * The error if something that the list wrote has been changed since. `names`: the changed products, null for deleted
 * ones.
 */
function changedSince(names: (string | null)[]): AppError {
  const known = names.filter(name => name !== null).map(name => `«${name}»`)
  const what = known.length > 0 ? known.join(', ') : 'удалённые растения'
  return new AppError('CONFLICT', `После применения изменили: ${what}. Поэтому вернуть всё, как было, нельзя.`)
}

/**
 * Whether the list has written something, be it only into what it does not contain, of which nothing is recorded any more:
 * another list was applied after it, undone and deleted.
 */
async function isForgotten(tx: Tx, { id, counts, missing }: ListRow): Promise<boolean> {
  const listed = counts ? counts.new + counts.changed + counts.unchanged : 0
  const written = missing === 'keep' ? listed : listed + (counts?.missing ?? 0)
  return written > 0 && !(await hasUndo(tx, id))
}

/**
 * Undoes the company's last applied list exactly. Throws NOT_FOUND, and CONFLICT if it is not the last applied one or
 * if something that it wrote has been changed since; the message names the products.
 */
export async function rollBackList(slowly: Db, companyId: number, actorId: string, id: string): Promise<void> {
  await withBudget(patience, () =>
    slowly.transaction(async tx => {
      const known = await findList(tx, companyId, id)
      if (!known) throw new AppError('NOT_FOUND', 'Такого прайс-листа нет.')
      const { appliedById } = known.list
      await lockForBulk(tx, companyId, [actorId, ...(appliedById === null ? [] : [appliedById])])
      const list = await lockList(tx, id)
      if (list?.status !== 'applied') throw new AppError('CONFLICT', 'Вернуть можно только применённый прайс-лист.')
      if (await isAnotherApplying(tx, companyId, id)) {
        throw new AppError('CONFLICT', 'Сейчас применяется другой прайс-лист.')
      }
      if ((await findLastApplied(tx, companyId)) !== id || (await isForgotten(tx, list))) {
        throw new AppError('CONFLICT', 'Вернуть можно только последний применённый прайс-лист.')
      }
      const names = await undoBulk(tx, id)
      if (names.length > 0) throw changedSince(names)
      await priceListRolledBack.emit(tx, { postId: list.postId })
      await updateList(tx, id, { status: 'rolled_back', postId: null })
      await publishProgress(tx, list, 'rolled_back', 0, 0)
    }),
  )
}
