import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { companiesScope } from '#server/domains/companies/companies.scopes.ts'
import { productOfScope } from '#server/domains/products/products.scopes.ts'
import { requestBudget, spend, withBudget } from '#server/platform/database/database-budget.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ContentChanges } from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type YieldNow, yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import { GroupedOffers } from './grouped-offers.ts'
import {
  listCompanyFacts,
  listProductRanges,
  type ProductRange,
  type ReadOffers,
  readOffersIn,
  readOffersOf,
} from './offer-index.queries.ts'

/** Products read by one statement, so that it stays well below the statement timeout. */
const productsAtOnce = 5000
/** Such statements under way at once: the database reads while what it has read is written. */
const readAhead = 2
/** If more products than this have changed, all offers are read again. */
const mostChanged = 200_000
/** If more products than this have changed, they are read at once, so that the next search need not wait for them. */
const manyChanged = 100
/** The most uses of the index that may wait for their turn; further ones fail with UNAVAILABLE. */
const mostWaiting = 200
/** Milliseconds of work on the index after which other requests get a turn. */
const longestTurn = 3
/** Offers written between two checks of the time. */
const writtenAtOnce = 2000

/** What has changed since the index was last updated. */
interface Outdated {
  products: Set<number>
  companies: boolean
}

export type OfferIndex = ReturnType<typeof offerIndex>

/**
 * This process's index of all published offers. It is filled once and then updated product by product as transactions
 * change them. Every use sees everything that any process had committed before.
 */
export function offerIndex({ db, changes }: { db: Db; changes: ContentChanges }) {
  let index: GroupedOffers | null = null
  /** The version of the content that the index shows. */
  let shown = -1
  let outdated: Outdated = { products: new Set(), companies: false }
  /** Whether the index has to be filled again, because changes may have been missed. */
  let isLost = true
  /** An index being filled, the version of the content when filling began, and what is not in it yet. */
  let filling: { draft: GroupedOffers; state: number; left: ProductRange[] | null } | null = null
  /** While the offers are sorted anew: what they do not contain. */
  let sorting: Outdated | null = null
  let running: Promise<void> | null = null
  const turns = pLimit(1)

  function outdate(products: Iterable<number>, companies: boolean): void {
    for (const since of [outdated, sorting ?? outdated]) {
      for (const product of products) since.products.add(product)
      since.companies ||= companies
    }
  }

  changes.subscribe(changed => {
    if (changed === 'everything') isLost = true
    else {
      const scopes = [...changed]
      outdate(
        scopes.map(productOfScope).filter(product => product !== null),
        scopes.includes(companiesScope),
      )
    }
    // Limits the memory of a process in which nobody searches for a long time.
    if (outdated.products.size > mostChanged) isLost = true
    if (isLost) outdated.products.clear()
    // After this turn, when the changes count as known. If it fails, the next search tries again and says so.
    else if (outdated.products.size > manyChanged)
      void setImmediate()
        .then(update)
        .catch(() => undefined)
  })

  /** Continues where an attempt stopped because the database did not answer. */
  async function fill(): Promise<void> {
    if (isLost || !filling) {
      isLost = false
      index = null
      sorting = null
      outdated = { products: new Set(), companies: false }
      filling = { draft: new GroupedOffers({ isDraft: true }), state: changes.known(), left: null }
    }
    const mine = filling
    if (mine.left === null) {
      mine.draft.setCompanies(await withBudget(requestBudget, () => listCompanyFacts(db)))
      mine.left = await withBudget(requestBudget, () => listProductRanges(db, productsAtOnce))
    }
    const { draft, left } = mine
    const yieldNow = yieldToEventLoop(longestTurn)
    const reading: Promise<ReadOffers>[] = []
    for (;;) {
      for (const range of left.slice(reading.length, readAhead)) {
        const read = withBudget(requestBudget, () => readOffersIn(db, range))
        // If an earlier one fails, nobody waits for it.
        read.catch(() => undefined)
        reading.push(read)
      }
      const read = await reading.shift()
      if (!read) break
      for (let at = 0; at < read.count; at += writtenAtOnce) {
        draft.append(read, at, Math.min(read.count, at + writtenAtOnce))
        await yieldNow()
      }
      left.shift()
    }
    index = await draft.sorted(yieldNow)
    shown = mine.state
    filling = null
  }

  async function replace(
    into: GroupedOffers,
    products: readonly number[],
    parts: readonly ReadOffers[],
  ): Promise<void> {
    const yieldNow = yieldToEventLoop(longestTurn)
    const gone = new Set(products)
    for (const read of parts) {
      const places = Map.groupBy(read.whole.product.keys(), at => read.whole.product[at] ?? 0)
      for (const [product, own] of places) {
        into.replace(product, read, own)
        gone.delete(product)
        await yieldNow()
      }
    }
    for (const product of gone) {
      into.replace(product, null, [])
      await yieldNow()
    }
  }

  async function refresh(into: GroupedOffers): Promise<void> {
    const { companies } = outdated
    const products = [...outdated.products]
    outdated = { products: new Set(), companies: false }
    const parts: ReadOffers[] = []
    let facts: Awaited<ReturnType<typeof listCompanyFacts>> = []
    try {
      // Everything is read before anything is written, so that no search sees half of a transaction.
      if (companies) facts = await withBudget(requestBudget, () => listCompanyFacts(db))
      for (let first = 0; first < products.length; first += productsAtOnce) {
        const ids = products.slice(first, first + productsAtOnce)
        parts.push(await withBudget(requestBudget, () => readOffersOf(db, ids)))
      }
    } catch (error) {
      outdate(products, companies)
      throw error
    }
    try {
      await turns(async () => {
        // Offers that move are in no set of changed products.
        if (into.setCompanies(facts)) sorting = null
        await replace(into, products, parts)
      })
    } catch (error) {
      isLost = true
      throw error
    }
  }

  /** Sorts the offers anew while searches go on; what has changed meanwhile is then read again. */
  async function sortAnew(from: GroupedOffers): Promise<void> {
    const since = { products: new Set(outdated.products), companies: outdated.companies }
    const state = shown
    sorting = since
    const sorted = await from.sorted(yieldToEventLoop(longestTurn))
    if (sorting !== since || isLost) return
    ;[index, shown, outdated, sorting] = [sorted, state, since, null]
  }

  async function follow(): Promise<void> {
    if (isLost || !index) return fill()
    const [state, refreshed] = [changes.known(), index]
    await refresh(refreshed)
    // Otherwise it has been replaced meanwhile by one that does not show this yet.
    if (index !== refreshed) return
    shown = state
    if (sorting === null && index.isScattered())
      sortAnew(index).catch(() => {
        isLost = true
      })
  }

  function update(): Promise<void> {
    running ??= follow().finally(() => {
      running = null
    })
    return running
  }

  async function current(): Promise<GroupedOffers> {
    const asked = await changes.current()
    // An update that was already running may have read too early for this caller. Then another one follows.
    while (isLost || !index || shown < asked) await spend(update())
    return index
  }

  return {
    /** Fills the index, so that the first search does not have to wait. */
    async prepare(): Promise<void> {
      await current()
    },

    /**
     * Runs `use` with the index, which then includes every change committed before this call. Only one use runs at a
     * time, and nothing is written meanwhile; other requests run while `use` awaits `yieldNow`. Throws UNAVAILABLE if
     * too many uses are waiting or the request's time is up.
     */
    async use<Result>(use: (offers: GroupedOffers, yieldNow: YieldNow) => Result | Promise<Result>): Promise<Result> {
      const offers = await current()
      if (turns.pendingCount >= mostWaiting) throw new AppError('UNAVAILABLE')
      let isAwaited = true
      const turn = turns(async () => {
        await setImmediate()
        if (!isAwaited) throw new AppError('UNAVAILABLE')
        return use(offers, yieldToEventLoop(longestTurn))
      })
      try {
        return await spend(turn)
      } finally {
        isAwaited = false
      }
    },
  }
}
