import type { MissingChoice, PriceListStatus } from '#contract/price-lists.ts'
import { companyIdOf, listMembers } from '#server/domains/companies/companies.api.ts'
import {
  type BulkChange,
  discardPrepared,
  lockForBulk,
  makePrepared,
  prepareBulk,
  tidyAfterBulk,
} from '#server/domains/products/bulk/change-in-bulk.service.ts'
import { drawPlaceholders } from '#server/domains/products/bulk/placeholder-pictures.ts'
import { variantColumns } from '#server/domains/products/variants/variant-form.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { publish, publishAtOnce } from '#server/platform/live/live.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { type YieldNow, yieldToEventLoop, throttled } from '#server/platform/yield-to-event-loop.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { answerSoon, mustBeLookedAt } from '../by-mail/settle-letter.service.ts'
import { compareList, fateOfMissing } from '../comparing/compare-list.service.ts'
import { countRows } from '../comparing/comparison.ts'
import { priceListApplied } from '../price-lists.events.ts'
import { listApplying } from '../price-lists.jobs.ts'
import {
  findListById,
  type ListRow,
  listCategoriesOfRows,
  lockList,
  stateOfOffered,
  updateList,
  writeComparison,
} from '../price-lists.queries.ts'

/** Sends the progress of a list to the members of its company. `done` and `total` are numbers of rows. */
export async function publishProgress(
  tx: Tx,
  { id, companyId }: Pick<ListRow, 'id' | 'companyId'>,
  status: PriceListStatus,
  done: number,
  total: number,
): Promise<void> {
  const userIds = (await listMembers(tx, companyId)).map(member => member.id)
  await publish(tx, { type: 'price_list', id, status, done, total }, { userIds })
}

/** Returns the list to `ready`, so that it can be applied again. `error` is a sentence for the company. */
export async function giveUpApplying(tx: Tx, list: ListRow, error: string): Promise<void> {
  await discardPrepared(tx, { changeId: list.id, companyId: list.companyId })
  await updateList(tx, list.id, { status: 'ready', error, missing: null, appliedById: null })
  await answerSoon(tx, list.id)
  await publishProgress(tx, list, 'ready', 0, 0)
}

interface ApplyDeps {
  /** A database handle for long transactions. */
  slowly: Db
  media: MediaStore
  names: () => Promise<NamedPlants>
}

const memberIdsOf = async (db: Db | Tx, companyId: number) => (await listMembers(db, companyId)).map(({ id }) => id)

/** So often the progress of a list is told. */
const parts = 20

/**
 * Tells the members how far applying has come, before its transaction: of the work that is known to come, `share` is
 * done. `done` is this share of the rows, because no row is done before all are. One message after the other, for each
 * may go by another connection; `allTold` waits for the last, so that none comes after the end.
 */
function progressTeller(slowly: Db, id: string, userIds: string[], total: number) {
  let told = 0
  let sending = Promise.resolve()
  return {
    tell(share: number): void {
      const part = Math.min(parts - 1, Math.floor(share * parts))
      if (part <= told) return
      told = part
      const done = Math.floor((total * part) / parts)
      sending = sending
        .then(() => publishAtOnce(slowly, { type: 'price_list', id, status: 'applying', done, total }, { userIds }))
        // Failures are ignored: the next message, or the final one, replaces this one.
        .catch(() => undefined)
    },
    allTold: () => sending,
  }
}

/** Breathes, and counts how often: `onShare` is told which share of about `expected` times it was. */
function counted(yieldNow: YieldNow, expected: number, onShare: (share: number) => void): YieldNow {
  let count = 0
  return () => {
    count++
    onShare(Math.min(1, count / Math.max(1, expected)))
    return yieldNow()
  }
}

/** About so often comparing breathes for a row. */
const breathsOfRow = 6

/** Applies a list whose status is `applying`. */
export async function applyList({ slowly, media, names }: ApplyDeps, listId: string): Promise<void> {
  const waiting = await findListById(slowly, listId)
  if (waiting?.status !== 'applying') return
  const named = await names()
  const placeholders = new Map<number, string>()
  let categories = await listCategoriesOfRows(slowly, listId)
  await slowly.transaction(tx => publishProgress(tx, waiting, 'applying', 0, waiting.counts?.offers ?? 0))
  for (let tries = 1; ; tries++) {
    const drawn = await drawPlaceholders(
      media,
      categories.map(({ slug }) => slug),
    )
    for (const { id, slug } of categories) placeholders.set(id, drawn.get(slug) ?? '')
    const left = await applyOnce(slowly, named, waiting, placeholders, tries >= preparations)
    if (left === 'done') break
    // Nothing is drawn while locks are held. If products in further categories are needed by now, it starts again.
    categories = left === 'changed' ? [] : left
  }
  await tidyAfterBulk(slowly, { changeId: listId, companyId: waiting.companyId })
}

/** So often a list is prepared without locks, if the company changes something meanwhile each time. */
const preparations = 3

type Compared = Awaited<ReturnType<typeof compareList>>

/** The change that a compared list makes, or the categories for which drawings are missing. */
function changeOf(
  { comparison, catalogue, creatorId }: Compared,
  { id, companyId }: ListRow,
  { missing, actorId }: { missing: MissingChoice; actorId: string },
  placeholders: Map<number, string>,
): BulkChange | { id: number; slug: string }[] {
  const { changed, added, created } = comparison
  const lacking = new Set(
    created.map(({ categoryId }) => categoryId).filter(categoryId => !placeholders.has(categoryId)),
  )
  if (lacking.size > 0) return [...lacking].flatMap(categoryId => catalogue.categoryOf(categoryId) ?? [])
  return {
    changeId: id,
    companyId,
    actorId,
    assignedToId: actorId === creatorId ? null : actorId,
    confirmed: comparison.confirmed,
    changed: changed.map(({ variant, ...one }) => ({ ...one, variant: variantColumns(variant) })),
    added: added.map(({ variant, ...one }) => ({ ...one, variant: variantColumns(variant) })),
    created: created.map(({ variants, ...one }) => ({ ...one, variants: variants.map(variantColumns) })),
    ...fateOfMissing(comparison, catalogue, missing),
    republished: comparison.republished,
    placeholders,
  }
}

/**
 * Applies a list in one transaction, so that either all of it is visible or nothing. Others wait for its locks, and for
 * the embedded database's only connection: so the rows are compared again, what they change is computed, and what they
 * replace is recorded before it, in many short ones (prepareBulk). If the company has changed something meanwhile, changes
 * nothing (`changed`), or does all of it again in the transaction if `isPatient`. If drawings for some categories are
 * missing, changes nothing and returns these categories.
 */
async function applyOnce(
  slowly: Db,
  named: NamedPlants,
  waiting: ListRow,
  placeholders: Map<number, string>,
  isPatient: boolean,
): Promise<'done' | 'changed' | { id: number; slug: string }[]> {
  const listId = waiting.id
  const { companyId, appliedById: actorId } = waiting
  const importer = { companyId, userId: actorId ?? '' }
  const offered = await stateOfOffered(slowly, companyId)
  const members = await memberIdsOf(slowly, companyId)
  const { rows, offers } = waiting.counts ?? { rows: 0, offers: 0 }
  const { tell, allTold } = progressTeller(slowly, listId, members, offers)
  const yieldNow = counted(throttled(), rows * breathsOfRow, share => tell(share / 2))
  const comparedBefore = await compareList(slowly, named, waiting, importer, yieldNow)
  const missingBefore = waiting.missing
  const preparedBefore =
    actorId === null || missingBefore === null
      ? null
      : await (async () => {
          const change = changeOf(comparedBefore, waiting, { missing: missingBefore, actorId }, placeholders)
          if (Array.isArray(change)) return change
          const { length: count } = [change.confirmed, change.changed, change.added, change.soldOut].flat()
          const breaths = change.created.length + count / 10
          return prepareBulk(
            slowly,
            change,
            counted(throttled(), breaths, share => tell((1 + share) / 2)),
          )
        })()
  await allTold()
  if (Array.isArray(preparedBefore)) return preparedBefore
  return slowly.transaction(async tx => {
    await lockForBulk(tx, companyId, actorId === null ? [] : [actorId])
    const list = await lockList(tx, listId)
    if (list?.status !== 'applying' || list.missing === null) return 'done'
    if (actorId === null || (await companyIdOf(tx, actorId)) !== companyId) {
      const gone = 'Тот, кто применял прайс-лист, больше не работает в компании. Примените его ещё раз.'
      await giveUpApplying(tx, list, gone)
      return 'done'
    }
    const isSame =
      list.beganAt.getTime() === waiting.beganAt.getTime() && (await stateOfOffered(tx, companyId)) === offered
    if (!isSame && !isPatient) return 'changed'
    const compared = isSame ? comparedBefore : await compareList(tx, named, list, importer, yieldToEventLoop())
    if (await mustBeLookedAt(tx, list, compared, countRows(compared.comparison))) {
      await giveUpApplying(tx, list, 'Каталог за это время изменился: проверьте прайс-лист и примените его сами.')
      return 'done'
    }
    let prepared = preparedBefore
    if (!isSame || prepared === null) {
      const change = changeOf(compared, list, { missing: list.missing, actorId }, placeholders)
      if (Array.isArray(change)) return change
      prepared = await prepareBulk(tx, change, yieldToEventLoop())
    }
    await putMedia(tx, [...placeholders.values()])
    // Without rests: others wait for its locks.
    const newProductIds = await makePrepared(tx, prepared, yieldToEventLoop())
    if (newProductIds === null) return 'changed'
    const { comparison, different } = compared
    await writeComparison(tx, listId, different)
    const counts = countRows(comparison)
    const news = counts.new + counts.changed > 0
    const postId = news ? uuidv7() : null
    await priceListApplied.emit(tx, {
      postId,
      authorId: actorId,
      companyId,
      newProductIds,
      added: comparison.added.length + comparison.created.reduce((sum, { variants }) => sum + variants.length, 0),
      changed: comparison.changed.length,
    })
    await updateList(tx, listId, { status: 'applied', appliedAt: new Date(), counts, postId, error: null })
    await answerSoon(tx, listId)
    await publishProgress(tx, list, 'applied', counts.offers, counts.offers)
    return 'done'
  })
}

/** The job handler that applies lists. A list that cannot be applied after all retries becomes `ready` again. */
export const listApplier = (deps: ApplyDeps): JobHandler =>
  doneBy(listApplying, async ({ listId }, { attempt }) => {
    try {
      await applyList(deps, listId)
    } catch (error) {
      if (attempt <= listApplying.options.retries) throw error
      await deps.slowly.transaction(async tx => {
        const list = await lockList(tx, listId)
        if (list?.status !== 'applying') return
        await giveUpApplying(tx, list, 'Применить прайс-лист не удалось. Ничего не изменилось, попробуйте ещё раз.')
      })
      throw error
    }
  })
