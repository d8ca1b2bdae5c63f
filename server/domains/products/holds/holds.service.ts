import { holdsOnPage } from '#contract/holds-on-page.ts'
import { writeLabel } from '#contract/size-label.ts'
import type { Hold } from '#contract/variants.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { availableOf, isCounted } from '../variants/available.ts'
import { presentSizes } from '../variants/variants.present.ts'
import { findOwner } from '../variants/variants.queries.ts'
import {
  changeHolds,
  insertHolds,
  keepHolds,
  listHeld,
  listHoldsOf,
  listHoldsOfDeal,
  lockStock,
  reduceStock,
  sumHolds,
} from './holds.queries.ts'
import type { HoldRow } from './holds.tables.ts'

/**
 * Holds plants for lines of deals, in the order given, all of them or none: returns the lines for which too few are left,
 * with their number. Of variants that are gone or not counted nothing is held. The caller has locked the deals' company
 * for sharing, so that nobody deletes a variant meanwhile.
 */
export async function holdStock(tx: Tx, wanted: HoldRow[]): Promise<{ lineId: string; left: number }[]> {
  const stock = new Map(
    (await lockStock(tx, [...new Set(wanted.map(({ variantId }) => variantId))])).map(row => [row.id, row]),
  )
  const held: HoldRow[] = []
  const tooFew: { lineId: string; left: number }[] = []
  for (const hold of wanted) {
    const row = stock.get(hold.variantId)
    const left = row && availableOf(row)
    if (row === undefined || left === undefined || left === null) continue
    if (hold.quantity > left) tooFew.push({ lineId: hold.lineId, left })
    else {
      held.push(hold)
      row.heldQuantity += hold.quantity
    }
  }
  if (tooFew.length > 0) return tooFew
  await insertHolds(tx, held)
  await sumHolds(tx, [...new Set(held.map(({ variantId }) => variantId))])
  return []
}

export const confirmHolds = keepHolds

/** The plants of a line that leave the nursery, of the variant that it names. */
export interface TakenPlants {
  lineId: string
  variantId: number | null
  quantity: number
}

const variantsIn = (rows: { variantId: number | null }[]) => [
  ...new Set(rows.flatMap(({ variantId }) => variantId ?? [])),
]

/** A line for which the company states fewer plants than it hands over of their variant. */
export interface ShortLine {
  lineId: string
  stated: number
  handed: number
}

/**
 * Takes plants that are handed over out of the stock, and ends as much of the holds for these lines. Where the company
 * itself states less than it hands over nothing is taken: returns those lines.
 */
export async function takeFromStock(tx: Tx, dealId: string, taken: TakenPlants[]): Promise<ShortLine[]> {
  const holds = new Map((await listHoldsOfDeal(tx, dealId)).map(hold => [hold.lineId, hold]))
  const stock = await lockStock(tx, variantsIn(taken))
  const counted = new Set(stock.filter(isCounted).map(({ id }) => id))
  const sums = new Map<number, number>()
  for (const { variantId, quantity } of taken)
    if (variantId !== null && counted.has(variantId)) sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  const stated = new Map(stock.map(({ id, stockQuantity }) => [id, stockQuantity ?? 0]))
  const short = taken.flatMap(({ lineId, variantId, quantity }) => {
    const handed = sums.get(variantId ?? 0) ?? 0
    const have = stated.get(variantId ?? 0) ?? 0
    return quantity > 0 && handed > have ? [{ lineId, stated: have, handed }] : []
  })
  if (short.length > 0) return short
  if (sums.size > 0)
    await reduceStock(
      tx,
      [...sums].map(([variantId, quantity]) => ({ variantId, quantity })),
    )
  const changed = taken.flatMap(({ lineId, quantity }) => {
    const hold = holds.get(lineId)
    return hold ? [{ lineId, variantId: hold.variantId, quantity: hold.quantity - quantity }] : []
  })
  await changeHolds(tx, dealId, changed)
  await sumHolds(tx, variantsIn(changed))
  return []
}

/** Ends everything that is held for a deal. */
export async function releaseHolds(tx: Tx, dealId: string): Promise<void> {
  const holds = await listHoldsOfDeal(tx, dealId)
  if (holds.length === 0) return
  const held = variantsIn(holds)
  await lockStock(tx, held)
  await changeHolds(
    tx,
    dealId,
    holds.map(({ lineId }) => ({ lineId, quantity: 0 })),
  )
  await sumHolds(tx, held)
}

/** How many deals an error names. */
const namedMost = 5

/**
 * The rule for whoever deletes variants, by hand or in bulk: none of which a deal holds something. Throws CONFLICT, which
 * names the deals. The caller has locked the company.
 */
export async function refuseHeld(tx: Tx, which: { variantIds: number[] } | { productIds: number[] }): Promise<void> {
  if (Object.values(which).every(list => list.length === 0)) return
  const held = await listHeld(tx, which, namedMost)
  const [first] = held
  if (!first) return
  const label = writeLabel(presentSizes(first.variant))
  const deals = [...new Set(held.map(({ dealId }) => dealId))]
  throw new AppError(
    'CONFLICT',
    `${label === '' ? 'Размер' : `Размер «${label}»`} удалить нельзя: он обещан в ${deals.length > 1 ? 'сделках' : 'сделке'} ${deals.map(id => `/deals/${id}`).join(', ')}. Его можно снять с продажи.`,
  )
}

/** A part of what deals hold of a variant. Throws FORBIDDEN for everybody but its company, NOT_FOUND for what they do not see. */
export async function listHolds(db: Db, { companyId }: Actor, variantId: number, page: number): Promise<Hold[]> {
  const owner = await findOwner(db, variantId)
  const isOwn = owner?.companyId === companyId
  if (!isOwn && owner?.isActive !== true) throw new AppError('NOT_FOUND', 'Такого размера нет.')
  if (!isOwn) throw new AppError('FORBIDDEN', 'Это видит только компания, которая его предлагает.')
  const holds = await listHoldsOf(db, variantId, pageRange({ page, page_size: holdsOnPage }))
  return holds.map(({ dealId, quantity, until }) => ({ deal: dealId, quantity, until: until?.toISOString() ?? null }))
}
