import type { PriceListStatus } from '#contract/price-lists.ts'
import { companyIdOf, listMembers } from '#server/domains/companies/companies.api.ts'
import type { NamedPlants } from '#server/domains/plants/named-plants.ts'
import { changeInBulk, lockForBulk } from '#server/domains/products/bulk/change-in-bulk.service.ts'
import { drawStandIns } from '#server/domains/products/bulk/stand-ins.ts'
import { variantColumns } from '#server/domains/products/variants/variant-form.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { publish } from '#server/platform/live/live.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { compareList, fateOfMissing } from '../comparing/compare-list.service.ts'
import { countRows } from '../comparing/compare-rows.ts'
import { priceListApplied } from '../price-lists.events.ts'
import { listApplying } from '../price-lists.jobs.ts'
import {
  findListById,
  type ListRow,
  listCategoriesOfRows,
  lockList,
  updateList,
  writeComparison,
} from '../price-lists.queries.ts'

/** Tells the people of the company how far a list has come. */
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

/** The list goes back to where it can be applied, with a sentence for its company. */
export async function giveUpApplying(tx: Tx, list: ListRow, error: string): Promise<void> {
  await updateList(tx, list.id, { status: 'ready', error, missing: null, appliedById: null })
  await publishProgress(tx, list, 'ready', 0, 0)
}

interface ApplyDeps {
  /** For long transactions. */
  slowly: Db
  media: MediaStore
  names: () => Promise<NamedPlants>
}

/** Applies a list that waits for it. */
export async function applyList({ slowly, media, names }: ApplyDeps, listId: string): Promise<void> {
  const waiting = await findListById(slowly, listId)
  if (waiting?.status !== 'applying') return
  const named = await names()
  const standIns = new Map<number, string>()
  let categories = await listCategoriesOfRows(slowly, listId)
  await slowly.transaction(tx => publishProgress(tx, waiting, 'applying', 0, waiting.counts?.offers ?? 0))
  do {
    const drawn = await drawStandIns(
      media,
      categories.map(({ slug }) => slug),
    )
    for (const { id, slug } of categories) standIns.set(id, drawn.get(slug) ?? '')
    // Nothing is drawn while anything is held: where products are needed of other categories by now, it begins again.
    categories = await applyOnce(slowly, named, waiting, standIns)
  } while (categories.length > 0)
}

/**
 * Applies a list in one transaction, so that all of it is visible or nothing. What the rows mean is found again under
 * the locks: the company may have changed its products since they were shown. Returns the categories whose drawings it
 * lacks, and has changed nothing then.
 */
async function applyOnce(
  slowly: Db,
  named: NamedPlants,
  waiting: ListRow,
  standIns: Map<number, string>,
): Promise<{ id: number; slug: string }[]> {
  const listId = waiting.id
  return slowly.transaction(async tx => {
    const { companyId, appliedById: actorId } = waiting
    await lockForBulk(tx, companyId, actorId === null ? [] : [actorId])
    const list = await lockList(tx, listId)
    if (list?.status !== 'applying' || list.missing === null) return []
    if (actorId === null || (await companyIdOf(tx, actorId)) !== companyId) {
      const gone = 'Тот, кто применял прайс-лист, больше не работает в компании. Примените его ещё раз.'
      await giveUpApplying(tx, list, gone)
      return []
    }
    const { comparison, catalogue, different, creatorId } = await compareList(tx, named, list, {
      companyId,
      userId: actorId,
    })
    const { changed, added, created } = comparison
    const lacking = new Set(created.map(({ categoryId }) => categoryId).filter(id => !standIns.has(id)))
    if (lacking.size > 0) return [...lacking].flatMap(id => catalogue.categoryOf(id) ?? [])
    const { soldOut, withdrawn } = fateOfMissing(comparison, catalogue, list.missing)
    await putMedia(tx, [...standIns.values()])
    const newProductIds = await changeInBulk(tx, {
      changeId: listId,
      companyId,
      actorId,
      assignedToId: actorId === creatorId ? null : actorId,
      confirmed: comparison.confirmed,
      changed: changed.map(({ variant, ...one }) => ({ ...one, variant: variantColumns(variant) })),
      added: added.map(({ variant, ...one }) => ({ ...one, variant: variantColumns(variant) })),
      created: created.map(({ variants, ...one }) => ({ ...one, variants: variants.map(variantColumns) })),
      soldOut,
      withdrawn,
      republished: comparison.republished,
      standIns,
    })
    await writeComparison(tx, listId, different)
    const counts = countRows(comparison)
    const news = counts.new + counts.changed > 0
    const postId = news ? uuidv7() : null
    await priceListApplied.emit(tx, {
      postId,
      authorId: actorId,
      companyId,
      newProductIds,
      added: added.length + created.reduce((sum, { variants }) => sum + variants.length, 0),
      changed: changed.length,
    })
    await updateList(tx, listId, { status: 'applied', appliedAt: new Date(), counts, postId, error: null })
    await publishProgress(tx, list, 'applied', counts.offers, counts.offers)
    return []
  })
}

/** Applies lists; one that cannot be applied however often it is tried is ready again. */
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
