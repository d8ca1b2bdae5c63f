import type { PriceListCounts } from '#contract/price-lists.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Catalogue, Comparison } from '../comparing/comparison.ts'
import { letterAnswering, listApplying } from '../price-lists.jobs.ts'
import { shownQuestions } from '../price-lists.present.ts'
import { isAnotherApplying, type ListRow, updateList } from '../price-lists.queries.ts'
import { findAddress, findLetter, markApplyingItself } from './by-mail.queries.ts'
import { mayGoItsOwnWay, shareGoing } from './own-way.ts'

/** Has the person who sent a list by e-mail told what became of it. Nothing for any other list. */
export async function answerSoon(tx: Tx, listId: string): Promise<void> {
  if (await findLetter(tx, listId)) await letterAnswering.send(tx, [{ data: { listId } }])
}

const openQuestions = (list: Pick<ListRow, 'questions' | 'answers'>) =>
  shownQuestions(list).filter(({ answer }) => answer === null).length

/**
 * What becomes of a list that came by e-mail and has just been read: it is applied by itself if the company wants that
 * and nothing in it is in doubt, or its sender is told. Returns whether it is being applied. Nothing for any other list.
 */
export async function settleLetter(
  tx: Tx,
  list: ListRow,
  found: { comparison: Comparison; catalogue: Catalogue; counts: PriceListCounts } & Pick<ListRow, 'questions'>,
): Promise<boolean> {
  const letter = await findLetter(tx, list.id)
  if (!letter) return false
  const applies = (await findAddress(tx, list.companyId))?.applies ?? null
  const { comparison, catalogue, counts, questions } = found
  const goes =
    applies !== null &&
    list.createdById !== null &&
    // Nobody has looked at it since and had it read in another way.
    list.reading === 1 &&
    mayGoItsOwnWay(counts, openQuestions({ ...list, questions }), shareGoing(comparison, catalogue, applies)) &&
    !(await isAnotherApplying(tx, list.companyId, list.id))
  if (!goes) {
    await letterAnswering.send(tx, [{ data: { listId: list.id } }])
    return false
  }
  await updateList(tx, list.id, {
    ...{ status: 'applying', missing: applies, appliedById: list.createdById, beganAt: new Date() },
  })
  await markApplyingItself(tx, list.id)
  await listApplying.send(tx, [{ data: { listId: list.id } }])
  return true
}

/** Whether a list that is being applied by itself must not be after all, because the company has changed meanwhile. */
export async function mustBeLookedAt(
  tx: Tx,
  list: ListRow,
  { comparison, catalogue }: { comparison: Comparison; catalogue: Catalogue },
  counts: PriceListCounts,
): Promise<boolean> {
  const letter = await findLetter(tx, list.id)
  if (!letter?.appliesItself || list.missing === null) return false
  return !mayGoItsOwnWay(counts, openQuestions(list), shareGoing(comparison, catalogue, list.missing))
}
