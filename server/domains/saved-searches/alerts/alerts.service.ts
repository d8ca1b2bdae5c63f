import { setImmediate as turn } from 'node:timers/promises'
import { findWorded, listPlantFacts, type OfferQuery } from '#server/domains/offers/offers.api.ts'
import { type Alerted, findAlerted, readAlerted, indexOfRows } from '#server/domains/offers/search/alerted-offers.ts'
import { asksForFacts, resolveQuery } from '#server/domains/offers/search/resolve-query.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { tellByEmail, tellingSubject } from '#server/domains/telling/telling.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { doneBy, type JobHandler } from '#server/platform/jobs/job-workers.ts'
import { dayInMoscow } from '#server/platform/moscow-day.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { savedSearchFound, stockArrived } from '../saved-searches.events.ts'
import { queryReader, summariesOf } from '../saved-searches.service.ts'
import type { SavedSearchRow } from '../saved-searches.tables.ts'
import type { unsubscribeTokens } from '../unsubscribe-tokens.ts'
import { type Told, toldByEmail } from './alert-email.ts'
import { alertTelling, lookingTime } from './alerts.jobs.ts'
import {
  addKnown,
  addUntold,
  type ChangeRow,
  countInstantEmail,
  deleteTold,
  endChanges,
  endTelling,
  hasWork,
  type KnownOffer,
  listChanges,
  listDue,
  listEarlierChanges,
  listOwnCompanies,
  listUntold,
  listWatching,
  lockDue,
  lockSearch,
  rowsBefore,
  rowsNow,
  setDue,
} from './alerts.queries.ts'
import { dueAfter } from './due.ts'

export interface AlertDeps {
  db: Db
  names: () => Promise<NamedPlants>
  tokens: ReturnType<typeof unsubscribeTokens>
  publicUrl: string
}

/** The numbers of changes, searches and due searches that are read at once. */
const atOnce = { changes: 1000, searches: 500, due: 100 } as const
/** The maximum number of offers in one email; below them it states how many more there are. */
const mostInEmail = 20
/** The maximum number of instant emails per person and day. Later finds are shown as notifications only. */
export const mostInstantEmails = 24

/** Sends the job if there is work. */
export async function sendIfDue(db: Db): Promise<void> {
  if (await hasWork(db, new Date())) await db.transaction(tx => alertTelling.send(tx, [{ data: {} }]))
}

/** Finds news and notifies the people whose searches are due. */
export const alertTeller = (deps: AlertDeps): JobHandler =>
  doneBy(alertTelling, async (_data, { signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(lookingTime * 1000)])
    await findNews(deps, until)
    await tellDue(deps, until)
  })

/** What the changed offers have in common with a query. Most searches can be skipped by comparing these. */
interface Facts {
  products: Set<number>
  companies: Set<number>
  categories: Set<string>
  plants: Set<number>
  plantSlugs: Set<string>
}

const factsOf = (changes: ChangeRow[]): Facts => ({
  products: new Set(changes.map(({ productId }) => productId)),
  companies: new Set(changes.map(({ companyId }) => companyId)),
  categories: new Set(changes.map(({ category }) => category)),
  plants: new Set(changes.flatMap(({ plantId }) => plantId ?? [])),
  plantSlugs: new Set(changes.flatMap(change => change.plantSlugs)),
})

const meets = <Value>(wanted: readonly Value[], there: Set<Value>) =>
  wanted.length === 0 || wanted.some(value => there.has(value))

/** Returns false only if none of the changed offers can match. */
function mayMatch({ filters, searched }: OfferQuery, { productId }: SavedSearchRow, facts: Facts): boolean {
  return (
    (productId === null || facts.products.has(productId)) &&
    meets(filters.company, facts.companies) &&
    meets(filters.category, facts.categories) &&
    meets(filters.plant, facts.plantSlugs) &&
    (searched?.words !== '' || searched.plantIds.some(id => facts.plants.has(id)))
  )
}

/** An offer before or after a change, as a query found it. */
type State = Alerted & { isBefore: boolean }

/**
 * Compares the states before and after a change. `found`: offers that did not match before, or whose price is lower or
 * newly stated. `seen`: offers that the person could see before they became dearer or disappeared.
 */
export function judge(states: State[]): { found: KnownOffer[]; seen: Omit<KnownOffer, 'wasKopecks'>[] } {
  const pricesOf = (isBefore: boolean) =>
    new Map(states.filter(state => state.isBefore === isBefore).map(state => [state.variantId, state.unitKopecks]))
  const [before, now] = [pricesOf(true), pricesOf(false)]
  const found = [...now].flatMap(([variantId, priceKopecks]): KnownOffer[] => {
    const was = before.get(variantId)
    // A price where there was none is news only if it is lower than one announced earlier; `addUntold` decides that.
    if (was === undefined || (was === null && priceKopecks !== null))
      return [{ variantId, priceKopecks, wasKopecks: null }]
    return was !== null && priceKopecks !== null && priceKopecks < was
      ? [{ variantId, priceKopecks, wasKopecks: was }]
      : []
  })
  const seen = [...before].flatMap(([variantId, priceKopecks]) => {
    const after = now.get(variantId)
    const isSame = after === priceKopecks
    const isCheaper = typeof after === 'number' && priceKopecks !== null && after < priceKopecks
    return isSame || isCheaper ? [] : [{ variantId, priceKopecks }]
  })
  return { found, seen }
}

/** What of the directory queries need: read once, and before a transaction, which on one connection waits forever. */
function directory({ db }: AlertDeps) {
  let listed: ReturnType<typeof listCategories> | undefined
  let facts: ReturnType<typeof listPlantFacts> | undefined
  return async (query: OfferQuery) => ({
    categories: await (listed ??= listCategories(db)),
    plantFacts: asksForFacts(query) ? await (facts ??= listPlantFacts(db)) : [],
  })
}

/** The changed offers as they were and as they are, for searches to be asked about. */
async function statesOf(db: Db, changes: ChangeRow[]) {
  return {
    products: [...new Set(changes.map(({ productId }) => productId))],
    before: await indexOfRows(db, rowsBefore(changes.map(({ id }) => id))),
    now: await indexOfRows(db, rowsNow([...new Set(changes.map(({ variantId }) => variantId))])),
  }
}

interface Asking {
  search: SavedSearchRow
  query: OfferQuery
  ownCompanies: number[]
}

/** Matches one saved search against changed offers. Repeating it after a crash gives the same result. */
async function ask(
  { db }: AlertDeps,
  { search: { id, productId, every }, query, ownCompanies }: Asking,
  { products, before, now: after }: Awaited<ReturnType<typeof statesOf>>,
  known: Awaited<ReturnType<ReturnType<typeof directory>>>,
  now: Date,
) {
  const worded = (words: string) => findWorded(db, words, products)
  const alert = { query: await resolveQuery(db, query, { ...known, worded }), ownCompanies, productId }
  const [was, is] = [await findAlerted(before, alert), await findAlerted(after, alert)]
  const { found, seen } = judge([
    ...was.map(offer => ({ ...offer, isBefore: true })),
    ...is.map(offer => ({ ...offer, isBefore: false })),
  ])
  const due = dueAfter(every, now)
  if (due === null || found.length + seen.length === 0) return
  await db.transaction(async tx => {
    // The search before its offers, as where it is notified or deleted, which may happen meanwhile.
    if (!(await lockSearch(tx, id))) return
    // `seen` comes first. An offer that was seen without a price is then known, so that its new price is not news.
    await addKnown(tx, id, seen)
    if (await addUntold(tx, id, found)) await setDue(tx, id, due)
  })
}

/** Processes the new changes in batches and stores for each saved search which offers are news. */
export async function findNews(deps: AlertDeps, signal: AbortSignal, now = new Date()): Promise<void> {
  while (!signal.aborted) {
    const changes = await listChanges(deps.db, atOnce.changes)
    if (changes.length === 0) return
    const offered = changes.filter(({ isPublished }) => isPublished)
    if (!(await askAll(deps, offered, signal, now))) return
    await deps.db.transaction(tx => endChanges(tx, changes))
  }
}

/** Returns false if it was interrupted. Then all searches are matched again. */
async function askAll(deps: AlertDeps, changes: ChangeRow[], signal: AbortSignal, now: Date): Promise<boolean> {
  if (changes.length === 0) return true
  const facts = factsOf(changes)
  const ids = changes.map(({ id }) => id)
  let all: ReturnType<typeof statesOf> | undefined
  const read = queryReader(deps)
  const known = directory(deps)
  for (let last: string | null = null; ;) {
    const searches: SavedSearchRow[] = await listWatching(deps.db, last, atOnce.searches)
    const [earlier, own] = await Promise.all([
      listEarlierChanges(deps.db, searches, ids),
      listOwnCompanies(deps.db, [...new Set(searches.map(({ personId }) => personId))]),
    ])
    for (const search of searches) {
      if (signal.aborted) return false
      const query = await read(search.query)
      if (!mayMatch(query, search, facts)) continue
      const old = earlier.get(search.id)
      const states = old
        ? await statesOf(
            deps.db,
            changes.filter(({ id }) => !old.has(id)),
          )
        : await (all ??= statesOf(deps.db, changes))
      await ask(deps, { search, query, ownCompanies: own.get(search.personId) ?? [] }, states, await known(query), now)
    }
    last = searches.at(-1)?.id ?? null
    if (searches.length < atOnce.searches) return true
    await turn()
  }
}

/** Notifies the people whose searches are due by now, each search in a transaction of its own. */
export async function tellDue(deps: AlertDeps, signal: AbortSignal, now = new Date()): Promise<void> {
  while (!signal.aborted) {
    const due = await listDue(deps.db, now, atOnce.due)
    const read = queryReader(deps)
    const known = directory(deps)
    for (const { id, query: text } of due) {
      if (signal.aborted) return
      // Read before the transaction: the embedded database has one connection, and this read would wait for it forever.
      const query = await read(text)
      await tellOne(deps, id, { text, query, known: await known(query) }, now)
    }
    if (due.length < atOnce.due) return
  }
}

/**
 * Notifies the person of one saved search and stores that this has been done, in one transaction. So the email is
 * queued exactly once. Offers that were sold or became dearer meanwhile are left out.
 */
async function tellOne(
  deps: AlertDeps,
  id: string,
  { text, query, known }: { text: string; query: OfferQuery; known: Awaited<ReturnType<ReturnType<typeof directory>>> },
  now: Date,
) {
  await deps.db.transaction(async tx => {
    const due = await lockDue(tx, id, now)
    // Another process has sent the notification, or the search was changed and starts anew.
    if (due?.search.query !== text) return
    const { search, confirmedEmail, mayHear } = due
    const untold = new Map((await listUntold(tx, id)).map(offer => [offer.variantId, offer.wasKopecks]))
    const index = await indexOfRows(tx, rowsNow([...untold.keys()]))
    const matching = await findAlerted(index, {
      query: await resolveQuery(tx, query, { ...known, worded: words => findWorded(tx, words, index.productIds()) }),
      ownCompanies: (await listOwnCompanies(tx, [search.personId])).get(search.personId) ?? [],
      productId: search.productId,
    })
    const news = matching.filter(({ variantId, unitKopecks }) => {
      const was = untold.get(variantId) ?? null
      return was === null || (unitKopecks !== null && unitKopecks < was)
    })
    if (mayHear && news.length > 0) {
      const offers = await readAlerted(tx, news.slice(0, mostInEmail))
      const told = { search, offers, was: untold, count: news.length }
      await tell(deps, tx, told, confirmedEmail, now)
    }
    if (isStockAlert(search) && news.length > 0) await deleteTold(tx, id)
    else await endTelling(tx, id, news)
  })
}

const isStockAlert = ({ productId, plantId }: SavedSearchRow) => productId !== null || plantId !== null

async function tell(
  { tokens, publicUrl }: AlertDeps,
  tx: Tx,
  told: Omit<Told, 'summary' | 'isLastToday'> & { search: SavedSearchRow },
  to: string | null,
  now: Date,
) {
  const { search, offers, count } = told
  const { id, personId } = search
  const [first] = offers
  if (!first) return
  if (isStockAlert(search)) await stockArrived.emit(tx, { personId, productId: first.product.id })
  else await savedSearchFound.emit(tx, { personId, savedSearchId: id, offers: count })
  // Only confirmed addresses get emails.
  if (to === null) return
  const isInstant = isStockAlert(search) || search.every === 'instant'
  const nth = isInstant ? await countInstantEmail(tx, personId, dayInMoscow(now)) : 0
  if (nth > mostInstantEmails) return
  const summary = (await summariesOf(tx, [search])).get(id) ?? ''
  const content = { ...told, summary, isLastToday: nth === mostInstantEmails }
  const email = toldByEmail(to, content, { publicUrl, token: tokens.tokenOf(id) })
  const subject = tellingSubject({ type: 'saved_search_found', savedSearchId: id })
  await tellByEmail(tx, [{ email, personId }], { kind: 'saved_searches', subject, path: '/notifications' })
}
