import type { z } from 'zod'
import type {
  listingsQuery,
  newPlantForm,
  ReviewedProduct,
  ReviewState,
  SeenProduct,
} from '#contract/moderation/products.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { redrawProducts } from '#server/domains/products/linked-pictures.service.ts'
import { syncWithPlants } from '#server/domains/products/linked-products.service.ts'
import { lockProduct } from '#server/domains/products/lock-product.ts'
import type { ProductRow } from '#server/domains/products/products.api.ts'
import { countReviewed, linkToPlant, updateReview } from '#server/domains/products/products.api.ts'
import { productSaved } from '#server/domains/products/products.events.ts'
import { lockReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { presentForReview, stateOf } from './review.present.ts'
import { countForReview, findForReview, listForReview } from './review.queries.ts'
import { addPlantOf, knownEntry } from './reviewed-plant.ts'
import { tellSupplier } from './tell-supplier.ts'

type Deps = { db: Db; media: MediaStore }
type NewPlant = z.output<typeof newPlantForm>

/** Throws NOT_FOUND for a page past the end. */
export async function listForModeration(
  deps: Deps,
  actor: Actor,
  query: z.output<typeof listingsQuery>,
  address: string,
) {
  const { tab, search } = query
  const [rows, count, counts] = await Promise.all([
    listForReview(deps.db, tab, search, pageRange(query)),
    countForReview(deps.db, tab, search),
    countReviewed(deps.db),
  ])
  return { ...pageLinks(address, query, count), results: await presentForReview(deps, rows, actor), counts }
}

async function getListing(db: Db | Tx, id: number): Promise<ProductRow> {
  const row = await findForReview(db, id)
  if (!row) throw new AppError('NOT_FOUND', 'Такого объявления нет.')
  return row
}

const decided = {
  published: 'Объявление уже опубликовано.',
  returned: 'Объявление уже вернули.',
  hidden: 'Объявление уже сняли с публикации.',
}
const isDecided = (state: ReviewState): state is keyof typeof decided => state in decided

/** Throws CONFLICT when another moderator has decided since this one read the product, or the supplier has changed it. */
function checkSeen(row: ProductRow, seen: SeenProduct): void {
  const state = stateOf(row)
  if (state !== seen.state && isDecided(state)) throw new AppError('CONFLICT', decided[state])
  if (state !== seen.state || row.product.updatedAt.toISOString() !== seen.updated_at)
    throw new AppError('CONFLICT', 'Пока вы смотрели, объявление изменили. Прочитайте его ещё раз.')
}

interface Decision {
  /** The state in which the product must still be. */
  from: 'unapproved' | 'awaiting' | 'approved'
  review: 'returned' | 'hidden' | null
  reason: string
  action: keyof typeof late
}

/** Said when another moderator was quicker. */
const late = {
  publish: 'Объявление уже опубликовано.',
  return: 'На это объявление уже ответили.',
  hide: 'Объявление уже снято с публикации.',
}

/** Writes a decision down, with all that follows from it. The caller holds the product. */
async function decide(tx: Tx, actor: Actor, id: number, { from, review, reason, action }: Decision) {
  const isApproved = action === 'publish'
  if (!(await updateReview(tx, id, from, { isApproved, review, reviewReason: reason }))) {
    throw new AppError('CONFLICT', late[action])
  }
  const row = await getListing(tx, id)
  await productSaved.emit(tx, { productId: id })
  await tellSupplier(tx, actor, row, action, reason)
  await record(tx, actor, { action, subject: 'product', subjectId: id, subjectName: row.name, reason })
}

/** Decisions about one product. Each throws NOT_FOUND for one that is gone and CONFLICT when somebody was quicker. */
export function productReview(deps: Deps) {
  const { db } = deps

  async function action(
    actor: Actor,
    id: number,
    change: (tx: Tx, row: ProductRow) => Promise<void>,
    { tiesToDirectory = false } = {},
  ): Promise<ReviewedProduct> {
    await db.transaction(async tx => {
      if (tiesToDirectory) await lockReference(tx)
      const { product } = await getListing(tx, id)
      await lockProduct(tx, product.companyId, product.createdById)
      await change(tx, await getListing(tx, id))
    })
    if (tiesToDirectory) await redrawProducts(deps, [id])
    const [listing] = await presentForReview(deps, [await getListing(db, id)], actor)
    if (!listing) throw new Error('a listing is presented as nothing')
    return listing
  }

  const publish = (tx: Tx, actor: Actor, id: number) =>
    decide(tx, actor, id, { from: 'unapproved', review: null, reason: '', action: 'publish' })

  return {
    publish: (actor: Actor, id: number, seen: SeenProduct) =>
      action(actor, id, async (tx, row) => {
        checkSeen(row, seen)
        await publish(tx, actor, id)
      }),

    /** As a plant of the directory, which is offered under the product's category from then on. */
    publishAs: (actor: Actor, id: number, { species, ...seen }: SeenProduct & { species: number }) =>
      action(
        actor,
        id,
        async (tx, row) => {
          checkSeen(row, seen)
          await linkToPlant(tx, id, await knownEntry(tx, species, row.product.categoryId))
          await syncWithPlants(tx, { productIds: [id] })
          await publish(tx, actor, id)
        },
        { tiesToDirectory: true },
      ),

    /** As a plant that is new to the directory, and from then on known to it. */
    publishNew: (actor: Actor, id: number, { updated_at, state, ...plant }: SeenProduct & NewPlant) =>
      action(
        actor,
        id,
        async (tx, row) => {
          checkSeen(row, { updated_at, state })
          await linkToPlant(tx, id, await addPlantOf(tx, actor, row, plant))
          await syncWithPlants(tx, { productIds: [id] })
          await publish(tx, actor, id)
        },
        { tiesToDirectory: true },
      ),

    sendBack: (actor: Actor, id: number, { reason, ...seen }: SeenProduct & { reason: string }) =>
      action(actor, id, async (tx, row) => {
        checkSeen(row, seen)
        await decide(tx, actor, id, { from: 'awaiting', review: 'returned', reason, action: 'return' })
      }),

    hide: (actor: Actor, id: number, { reason }: { reason: string }) =>
      action(actor, id, tx => decide(tx, actor, id, { from: 'approved', review: 'hidden', reason, action: 'hide' })),
  }
}
