import {
  mostCounted,
  mostSaved,
  readOfferQuery,
  type SavedPlant,
  type SavedSearch,
  type SavedSearchInput,
  type StockAlert,
  type StockAlertInput,
} from '#contract/saved-searches.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { type offerSearch, offerQueryOf } from '#server/domains/offers/search/offer-search.service.ts'
import { listCategories } from '#server/domains/plants/plants.api.ts'
import { presentPlantRef } from '#server/domains/plants/plants.present.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { getFilterLookups } from '#server/domains/reference/lookups.service.ts'
import { placeSpeaker } from '#server/domains/reference/places/places.service.ts'
import { listPlaces } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { dueAfter } from './alerts/due.ts'
import {
  type AlertRow,
  countAlerts,
  countSavedPlants,
  countSearches,
  deleteAlert,
  deleteSearch,
  findAlert,
  findPlantStock,
  findProductStock,
  forgetPlant,
  forgetUntold,
  hasUntold,
  insertSearch,
  listAlerts,
  listFilterNames,
  listSavedPlants,
  listSearches,
  lockSearch,
  type SavedPlantRow,
  savePlant,
  unsubscribe,
  updateSearch,
  watchAnew,
} from './saved-searches.queries.ts'
import type { SavedSearchRow } from './saved-searches.tables.ts'
import { summaryOf } from './search-summary.ts'
import type { unsubscribeTokens } from './unsubscribe-tokens.ts'

export interface SavedSearchDeps {
  db: Db
  names: () => Promise<NamedPlants>
  search: Pick<ReturnType<typeof offerSearch>, 'count' | 'prepare'>
}

const noSuch = () => new AppError('NOT_FOUND', 'Такого сохранённого поиска нет.')
const deleted = { message: 'deleted' as const }

/** The summaries of these searches in words, by id. */
export async function summariesOf(db: Db, rows: Pick<SavedSearchRow, 'id' | 'query'>[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const asked = rows.map(({ id, query }) => ({ id, filters: readOfferQuery(query) }))
  const [named, categories, regions, places] = await Promise.all([
    listFilterNames(db, {
      plantSlugs: asked.flatMap(({ filters }) => filters.plant),
      companyIds: asked.flatMap(({ filters }) => filters.company),
    }),
    listCategories(db),
    getFilterLookups(db, 'region'),
    listPlaces(
      db,
      asked.flatMap(({ filters }) => (filters.hardy ? (filters.place ?? []) : [])),
    ),
  ])
  const names = {
    ...named,
    categories: new Map(categories.map(({ slug, name }) => [slug, name])),
    regions: new Map(regions.map(({ id, name }) => [id, name])),
    places: new Map(places.map(({ id, name }) => [id, name])),
  }
  return new Map(asked.map(({ id, filters }) => [id, summaryOf(filters, names)]))
}

/** Returns a function that interprets stored queries. It reads regions and categories only once. */
export function queryReader({ db, names }: Pick<SavedSearchDeps, 'db' | 'names'>) {
  let known: ReturnType<typeof getFilterLookups> | undefined
  const regions = () => (known ??= getFilterLookups(db, 'region'))
  let listed: ReturnType<typeof listCategories> | undefined
  const categories = () => (listed ??= listCategories(db))
  const places = placeSpeaker(db)
  return async (query: string) => offerQueryOf({ db, names, regions, categories, places }, readOfferQuery(query))
}

async function present(deps: SavedSearchDeps, rows: SavedSearchRow[]): Promise<SavedSearch[]> {
  const { db, search } = deps
  const read = queryReader(deps)
  const [counts, summaries] = await Promise.all([
    Promise.all(rows.map(async ({ query }) => search.count(await read(query)))),
    summariesOf(db, rows),
  ])
  return rows.map(({ id, name, query, every, createdAt }, index) => ({
    id,
    name,
    query,
    every,
    summary: summaries.get(id) ?? '',
    offers_count: Math.min(counts[index] ?? 0, mostCounted),
    created_at: createdAt.toISOString(),
  }))
}

/**
 * Loads what the search requires in memory. If it were unavailable only later, the search would be saved but the response
 * would fail.
 */
async function prepareFor({ names, search }: SavedSearchDeps, query: string): Promise<void> {
  await Promise.all([readOfferQuery(query).search ? names() : null, search.prepare()])
}

async function presentOne(deps: SavedSearchDeps, row: SavedSearchRow): Promise<SavedSearch> {
  const [search] = await present(deps, [row])
  if (!search) throw new Error('one row, one search')
  return search
}

export async function listSavedSearches(deps: SavedSearchDeps, actor: Actor): Promise<SavedSearch[]> {
  return present(deps, await listSearches(deps.db, actor.id))
}

/**
 * Throws CONFLICT with this text if the limit is reached. The person is locked, so that two concurrent requests cannot
 * exceed it.
 */
async function withRoom(tx: Tx, actor: Actor, counted: typeof countSearches, most: number, words: string) {
  await lockPeople(tx, [actor.id])
  if ((await counted(tx, actor.id)) >= most) throw new AppError('CONFLICT', words)
}

/** Throws CONFLICT if the person already has the maximum number of searches. */
export async function saveSearch(deps: SavedSearchDeps, actor: Actor, input: SavedSearchInput): Promise<SavedSearch> {
  await prepareFor(deps, input.query)
  const row = await deps.db.transaction(async tx => {
    const words = `Сохранить можно ${mostSaved.searches} поисков: удалите ненужный.`
    await withRoom(tx, actor, countSearches, mostSaved.searches, words)
    return insertSearch(tx, { id: uuidv7(), personId: actor.id, ...input })
  })
  if (!row) throw new Error('insert left no row')
  return presentOne(deps, row)
}

/** A changed query starts anew. Throws NOT_FOUND if the search does not belong to the actor. */
export async function changeSearch(
  deps: SavedSearchDeps,
  actor: Actor,
  id: string,
  { name, query, every }: { [Field in keyof SavedSearchInput]?: SavedSearchInput[Field] | undefined },
): Promise<SavedSearch> {
  await prepareFor(deps, query ?? '')
  const row = await deps.db.transaction(async tx => {
    const known = await lockSearch(tx, actor.id, id)
    if (!known) throw noSuch()
    const next = { name: name ?? known.name, query: query ?? known.query, every: every ?? known.every }
    const isOther = next.query !== known.query
    // Offers that appeared while notifications were off are not news.
    const wasSilent = known.every === 'never' && next.every !== 'never'
    if (isOther || wasSilent) await watchAnew(tx, id)
    else if (next.every === 'never') await forgetUntold(tx, id)
    const isDue = !isOther && !wasSilent && (await hasUntold(tx, id))
    return updateSearch(tx, id, { ...next, dueAt: isDue ? dueAfter(next.every, new Date()) : null })
  })
  return presentOne(deps, row)
}

export async function removeSearch(db: Db, actor: Actor, id: string) {
  if (!(await deleteSearch(db, actor.id, id))) throw noSuch()
  return deleted
}

/** Anyone with the signed address may call this, any number of times. Throws NOT_FOUND if the signature is wrong. */
export async function unsubscribeBy(db: Db, tokens: ReturnType<typeof unsubscribeTokens>, token: string) {
  const id = tokens.idOf(token)
  if (id === null) throw new AppError('NOT_FOUND', 'Такого адреса нет.')
  await db.transaction(tx => unsubscribe(tx, id))
  return { message: 'unsubscribed' as const }
}

/** A product that is not published is shown without what its company may have made of it since. */
function presentAlert({ id, createdAt, product, isPublished, categorySlug, company, plant }: AlertRow): StockAlert {
  const shown = isPublished
    ? { name: product?.name ?? '', get_absolute_url: productPath(categorySlug ?? '', product?.slug ?? '') }
    : { name: 'Снято с продажи', get_absolute_url: `/teams/get_current_team/${company?.id}` }
  return {
    id,
    product: product && { id: product.id, ...shown, company_name: company?.blockedAt ? '' : (company?.name ?? '') },
    plant: presentPlantRef(plant),
    created_at: createdAt.toISOString(),
  }
}

export async function listStockAlerts(db: Db, actor: Actor): Promise<StockAlert[]> {
  return (await listAlerts(db, actor.id)).map(presentAlert)
}

/** The product or plant to watch, with whether it is already in stock. */
async function stockOf(tx: Tx, input: StockAlertInput) {
  if ('product' in input) {
    const found = await findProductStock(tx, input.product)
    return found && { watched: { productId: found.id }, query: '', isInStock: found.isInStock }
  }
  const found = await findPlantStock(tx, input.plant)
  const query = found && new URLSearchParams({ plant: found.slug }).toString()
  return found && { watched: { plantId: found.id }, query: query ?? '', isInStock: found.isInStock }
}

/**
 * Creates an alert that notifies the actor once when a product or a plant is in stock. If there already is one, returns
 * it. Throws NOT_FOUND for an unpublished product or an unknown plant, and CONFLICT if it is in stock or if the person
 * has the maximum number of alerts.
 */
export async function alertOfStock(db: Db, actor: Actor, input: StockAlertInput): Promise<StockAlert> {
  return db.transaction(async tx => {
    const asked = await stockOf(tx, input)
    if (!asked) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    const { watched, query } = asked
    const known = await findAlert(tx, actor.id, watched)
    if (known) return presentAlert(known)
    const words = `Ждать поступления можно ${mostSaved.alerts} растений: удалите ненужное.`
    await withRoom(tx, actor, countAlerts, mostSaved.alerts, words)
    await insertSearch(tx, { id: uuidv7(), personId: actor.id, name: '', query, every: 'instant', ...watched })
    // Checked after the insert, from which on every arrival is noticed. So no arrival between the two is missed.
    if ((await stockOf(tx, input))?.isInStock)
      throw new AppError('CONFLICT', 'Это уже есть в наличии: обновите страницу.')
    const row = await findAlert(tx, actor.id, watched)
    if (!row) throw new Error('insert left no row')
    return presentAlert(row)
  })
}

export async function removeStockAlert(db: Db, actor: Actor, id: string) {
  if (!(await deleteAlert(db, actor.id, id))) throw new AppError('NOT_FOUND', 'Поступления этого вы не ждёте.')
  return deleted
}

function presentSavedPlant({ plant, offersCount, createdAt }: SavedPlantRow): SavedPlant {
  const ref = presentPlantRef(plant)
  if (!ref) throw new Error('joined, so it is there')
  return { plant: ref, offers_count: offersCount, created_at: createdAt.toISOString() }
}

export async function listPlantsOf(db: Db, actor: Actor): Promise<SavedPlant[]> {
  return (await listSavedPlants(db, actor.id)).map(presentSavedPlant)
}

/**
 * Saving a plant again changes nothing. Throws NOT_FOUND for a plant that the directory does not show, and CONFLICT if
 * the person has the maximum number of saved plants.
 */
export async function keepPlant(db: Db, actor: Actor, plantId: number): Promise<SavedPlant> {
  return db.transaction(async tx => {
    const found = await findPlantStock(tx, plantId)
    if (!found) throw new AppError('NOT_FOUND', 'Такого растения нет.')
    const words = `Сохранить можно ${mostSaved.plants} растений: удалите ненужное.`
    await withRoom(tx, actor, countSavedPlants, mostSaved.plants, words)
    return presentSavedPlant(await savePlant(tx, actor.id, found.id))
  })
}

export async function removePlant(db: Db, actor: Actor, plantId: number) {
  if (!(await forgetPlant(db, actor.id, plantId)))
    throw new AppError('NOT_FOUND', 'Этого растения среди сохранённых нет.')
  return deleted
}
