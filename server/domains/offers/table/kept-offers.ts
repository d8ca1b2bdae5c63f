import pLimit from 'p-limit'
import { companiesScope } from '#server/domains/companies/companies.scopes.ts'
import { productOfScope } from '#server/domains/products/products.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { requestBudget, spend, withBudget } from '#server/platform/database/database-budget.ts'
import type { ContentChanges } from '#server/platform/http/cache/content-changes.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { listCompanyFacts, type ReadOffers, readOffersAfter, readOffersOf } from './offer-table.queries.ts'
import { type OfferTable, offerTable } from './offer-table.ts'

/** Products that one statement reads: it must stay well under the time that a statement may take. */
const productsAtOnce = 5000
/** Changed products above which all offers are read anew. */
const mostChanged = 200_000
/** Uses of the table that wait for their turn; whoever comes then is told to come later. */
const mostWaiting = 200
/** Milliseconds for which the table is worked on without letting other requests have a turn. */
const longestTurn = 15
/** Offers that are written between two looks at the clock. */
const writtenAtOnce = 2000

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Lets others have a turn when enough time has passed since the last; to be awaited now and then in long work. */
export type Breathe = () => Promise<void> | undefined
function breathing(): Breathe {
  let since = performance.now()
  return () => {
    if (performance.now() - since < longestTurn) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

/** What has changed since the table was last brought up to date. */
interface Outdated {
  products: Set<number>
  companies: boolean
}

export type KeptOffers = ReturnType<typeof keptOffers>

/**
 * The table of all offers of this process. It is filled once, and then follows what transactions change, product by
 * product: whoever uses it finds in it all that was committed before, by any process.
 */
export function keptOffers({ db, changes }: { db: Db; changes: ContentChanges }) {
  let table: OfferTable | null = null
  /** The state of the content that the table shows. */
  let shown = -1
  let outdated: Outdated = { products: new Set(), companies: false }
  /** What was read no longer counts: changes may have been missed. */
  let isLost = true
  /** What is being filled, from the state of which it began, and the last product that it has. */
  let filling: { table: OfferTable; state: number; after: number | null } | null = null
  let running: Promise<void> | null = null
  const turns = pLimit(1)

  changes.subscribe(changed => {
    if (changed === 'everything') isLost = true
    else
      for (const scope of changed) {
        const product = productOfScope(scope)
        if (product !== null) outdated.products.add(product)
        else if (scope === companiesScope) outdated.companies = true
      }
    // Nobody may ask for offers for a long time.
    if (outdated.products.size > mostChanged) isLost = true
    if (isLost) outdated.products.clear()
  })

  async function write(into: OfferTable, read: ReadOffers, breathe: Breathe): Promise<void> {
    for (let at = 0; at < read.count; at += writtenAtOnce) {
      into.append(read, at, Math.min(read.count, at + writtenAtOnce))
      await breathe()
    }
  }

  /** Goes on where an attempt that the database did not answer has ended. */
  async function fill(): Promise<void> {
    if (isLost || !filling) {
      isLost = false
      table = null
      outdated = { products: new Set(), companies: false }
      filling = { table: offerTable(), state: changes.known(), after: null }
    }
    const mine = filling
    if (mine.after === null) {
      mine.table.setCompanies(await withBudget(requestBudget, () => listCompanyFacts(db)))
      mine.after = 0
    }
    for (;;) {
      const after: number = mine.after
      const { read, last }: Awaited<ReturnType<typeof readOffersAfter>> = await withBudget(requestBudget, () =>
        readOffersAfter(db, after, productsAtOnce),
      )
      if (last === null) break
      await write(mine.table, read, breathing())
      mine.after = last
    }
    await mine.table.arrange(breathing())
    table = mine.table
    shown = mine.state
    filling = null
  }

  async function replace(into: OfferTable, products: readonly number[], parts: readonly ReadOffers[]): Promise<void> {
    const breathe = breathing()
    const isLeft = new Set(products)
    for (const read of parts) {
      const places = Map.groupBy(read.whole.product.keys(), at => read.whole.product[at] ?? 0)
      for (const [product, own] of places) {
        into.replace(product, read, own)
        isLeft.delete(product)
        await breathe()
      }
    }
    for (const product of isLeft) {
      into.remove(product)
      await breathe()
    }
  }

  async function refresh(into: OfferTable): Promise<void> {
    const { companies } = outdated
    const products = [...outdated.products]
    outdated = { products: new Set(), companies: false }
    const parts: ReadOffers[] = []
    let facts: Awaited<ReturnType<typeof listCompanyFacts>> = []
    try {
      // All is read before anything is written, so that no search finds half of what one transaction has changed.
      if (companies) facts = await withBudget(requestBudget, () => listCompanyFacts(db))
      for (let first = 0; first < products.length; first += productsAtOnce) {
        const ids = products.slice(first, first + productsAtOnce)
        parts.push(await withBudget(requestBudget, () => readOffersOf(db, ids)))
      }
    } catch (error) {
      for (const product of products) outdated.products.add(product)
      outdated.companies ||= companies
      throw error
    }
    try {
      await turns(async () => {
        into.setCompanies(facts)
        await replace(into, products, parts)
      })
    } catch (error) {
      isLost = true
      throw error
    }
  }

  async function follow(): Promise<void> {
    if (isLost || !table) return fill()
    const state = changes.known()
    await refresh(table)
    shown = state
  }

  async function current(): Promise<OfferTable> {
    const asked = await changes.current()
    // What others began to read may be too old for this caller by now, and is looked at again.
    while (isLost || !table || shown < asked) {
      running ??= follow().finally(() => {
        running = null
      })
      await spend(running)
    }
    return table
  }

  return {
    /** So that the first search need not wait. */
    async prepare(): Promise<void> {
      await current()
    },

    /**
     * Runs `use` with the table as it is after all changes of which the caller could know. One has its turn at a time,
     * and nothing is written meanwhile, though other requests are served while it breathes. Throws UNAVAILABLE when too
     * many wait.
     */
    async use<Result>(use: (table: OfferTable, breathe: Breathe) => Result | Promise<Result>): Promise<Result> {
      const kept = await current()
      if (turns.pendingCount >= mostWaiting) throw new AppError('UNAVAILABLE')
      let isAwaited = true
      const turn = turns(async () => {
        await nextTurn()
        if (!isAwaited) throw new AppError('UNAVAILABLE')
        return use(kept, breathing())
      })
      try {
        return await spend(turn)
      } finally {
        isAwaited = false
      }
    },
  }
}
