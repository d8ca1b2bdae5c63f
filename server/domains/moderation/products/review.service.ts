import type { z } from 'zod'
import type {
  newPlantForm,
  productsQuery,
  ReviewedProduct,
  ReviewState,
  SeenProduct,
} from '#contract/moderation/products.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { listMembers, lockCompany } from '#server/domains/companies/companies.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import { redrawProducts } from '#server/domains/products/linked-pictures.service.ts'
import { syncWithPlants } from '#server/domains/products/linked-products.service.ts'
import { countReviewed, linkToPlant, type ProductRow, updateReview } from '#server/domains/products/products.api.ts'
import { productSaved } from '#server/domains/products/products.events.ts'
import { lockReference } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { decideAgainst, type Grounds } from '../decisions/decide-against.ts'
import { presentForReview, stateOf } from './review.present.ts'
import { countForReview, findForReview, listForReview } from './review.queries.ts'
import { addPlantOf, knownEntry } from './reviewed-plant.ts'

type Deps = { db: Db; media: MediaStore }
type NewPlant = z.output<typeof newPlantForm>

/** Throws NOT_FOUND for a page past the end. */
export async function listForModeration(
  deps: Deps,
  actor: Actor,
  query: z.output<typeof productsQuery>,
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

async function getReviewed(db: Db | Tx, id: number): Promise<ProductRow> {
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

/**
 * Throws CONFLICT if another moderator has decided, or the supplier has changed the product, since this one loaded it.
 */
function checkSeen(row: ProductRow, seen: SeenProduct): void {
  const state = stateOf(row)
  if (state !== seen.state && isDecided(state)) throw new AppError('CONFLICT', decided[state])
  if (state !== seen.state || row.product.updatedAt.toISOString() !== seen.updated_at)
    throw new AppError('CONFLICT', 'Пока вы смотрели, объявление изменили. Прочитайте его ещё раз.')
}

interface Decision extends Grounds {
  /** The state in which the product must still be. */
  from: 'unapproved' | 'awaiting' | 'approved'
  review: 'returned' | 'hidden' | null
  action: keyof typeof late
}

/** The errors if another moderator was faster. */
const late = {
  publish: 'Объявление уже опубликовано.',
  return: 'На это объявление уже ответили.',
  hide: 'Объявление уже снято с публикации.',
}

/** Records a decision, with its consequences. The caller has locked the product. */
async function decide(tx: Tx, actor: Actor, id: number, { from, review, reason, rule, action }: Decision) {
  const isApproved = action === 'publish'
  if (!(await updateReview(tx, id, from, { isApproved, review, reviewReason: reason }))) {
    throw new AppError('CONFLICT', late[action])
  }
  const row = await getReviewed(tx, id)
  await productSaved.emit(tx, { productId: id })
  await tellSupplier(tx, actor, row, action, reason)
  const deed = { action, subject: 'product', subjectId: id, subjectName: row.name, reason } as const
  if (isApproved) await record(tx, actor, deed)
  else await decideAgainst(tx, actor, { ...deed, rule, owner: { companyId: row.product.companyId } })
}

const asItIs = { from: 'unapproved', review: null, reason: '', rule: 'other', action: 'publish' } as const

/** Locks a product with its company and its author. Throws NOT_FOUND. */
async function lockReviewed(tx: Tx, id: number): Promise<ProductRow> {
  const { product } = await getReviewed(tx, id)
  await lockCompany(tx, product.companyId)
  if (product.createdById !== null) await lockPeople(tx, [product.createdById])
  return getReviewed(tx, id)
}

/** Publishes a product that was taken down. Throws NOT_FOUND, and CONFLICT if it is not any more. */
export async function republishProduct(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (stateOf(await lockReviewed(tx, id)) !== 'hidden') throw new AppError('CONFLICT', 'Объявление уже не снято.')
  await decide(tx, actor, id, asItIs)
}

/**
 * Decisions about one product. Each throws NOT_FOUND if it no longer exists and CONFLICT if another moderator was
 * faster.
 */
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
      await change(tx, await lockReviewed(tx, id))
      if (tiesToDirectory) await redrawProducts(tx, [id])
    })
    const [presented] = await presentForReview(deps, [await getReviewed(db, id)], actor)
    if (!presented) throw new Error('a product is presented as nothing')
    return presented
  }

  const publish = (tx: Tx, actor: Actor, id: number) => decide(tx, actor, id, asItIs)

  return {
    publish: (actor: Actor, id: number, seen: SeenProduct) =>
      action(actor, id, async (tx, row) => {
        checkSeen(row, seen)
        await publish(tx, actor, id)
      }),

    /** Publishes it as a plant of the directory, which is added to the product's category. */
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

    /** Publishes it as a new plant, which is added to the directory. */
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

    sendBack: (actor: Actor, id: number, { reason, rule, ...seen }: SeenProduct & Grounds) =>
      action(actor, id, async (tx, row) => {
        checkSeen(row, seen)
        await decide(tx, actor, id, { from: 'awaiting', review: 'returned', reason, rule, action: 'return' })
      }),

    hide: (actor: Actor, id: number, { reason, rule }: Grounds) =>
      action(actor, id, tx =>
        decide(tx, actor, id, { from: 'approved', review: 'hidden', reason, rule, action: 'hide' }),
      ),
  }
}

const notificationTypes = { publish: 'product_published', return: 'product_returned', hide: 'product_hidden' } as const

/**
 * Notifies the product's author and its assignee of a moderator's decision, if they still work at the company; if
 * neither does, the company's creator.
 */
async function tellSupplier(
  tx: Tx,
  actor: Actor,
  { product, creatorId }: ProductRow,
  action: keyof typeof notificationTypes,
  reason: string,
): Promise<void> {
  const members = new Set((await listMembers(tx, product.companyId)).map(({ id }) => id))
  const concerned = [product.createdById, product.assignedToId].filter(id => id !== null && members.has(id))
  const fact = { actorId: actor.id, type: notificationTypes[action], productId: product.id, details: reason }
  for (const recipientId of new Set(concerned.length > 0 ? concerned : [creatorId])) {
    if (recipientId !== null) await notify(tx, { recipientId, ...fact })
  }
}
