import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { offerSearchCalls } from '#contract/offer-search.ts'
import { offerCalls } from '#contract/offers.ts'
import { plantCatalogueCalls } from '#contract/plant-catalogue.ts'
import { categoriesScope } from '#server/domains/plants/plants.scopes.ts'
import { bulkChannel } from '#server/domains/products/products.api.ts'
import { offersScope } from '#server/domains/products/products.scopes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { OfferIndex } from './index/offer-index.ts'
import { type OfferDeps, offerService } from './offers.service.ts'
import { plantCatalogue } from './plants/plant-catalogue.service.ts'
import type { offerSearch } from './search/offer-search.service.ts'

/**
 * Milliseconds between two reads of the content changes. A process that pauses for more than half of `keptMinutes` must
 * treat everything as changed.
 */
const lookEvery = 5 * 60_000

/** Milliseconds before the next attempt to prepare searches when the database did not answer. */
const prepareAgain = 1000

/** How far a process is with what its searches need in memory. */
export interface SearchPreparation {
  /** It listens, and searches would have to wait. */
  isUnderWay(): boolean
  /** Settles when searches are answered, or the process is closed. */
  done: Promise<void>
}

export function offerRoutes(
  app: FastifyInstance,
  deps: OfferDeps & {
    publicUrl: string
    names: () => Promise<NamedPlants>
    search: ReturnType<typeof offerSearch>
    index: OfferIndex
    listen: Database['listen']
  },
): SearchPreparation {
  const { publicUrl, names, changes, search, index, listen } = deps
  const offers = offerService(deps)
  const plants = plantCatalogue(deps)
  const look = () => void changes.current().catch(() => {})
  let looking: NodeJS.Timeout | undefined
  let listening: Promise<(() => Promise<void>) | undefined> | undefined
  const { promise: done, resolve: finish }: PromiseWithResolvers<void> = Promise.withResolvers()
  let isPrepared = false
  let isClosed = false
  /** The names of plants and the index of offers. */
  async function prepare(): Promise<void> {
    while (!isClosed) {
      try {
        await Promise.all([names(), index.prepare()])
        break
      } catch {
        await sleep(prepareAgain, undefined, { ref: false })
      }
    }
    isPrepared = true
    finish()
  }
  // Nor does the first search after a price list wait for what it has changed.
  app.addHook('onListen', async () => {
    void prepare()
    looking = setInterval(look, lookEvery).unref()
    listening = listen(bulkChannel, look, look).catch(() => undefined)
  })
  app.addHook('onClose', async () => {
    isClosed = true
    clearInterval(looking)
    const end = await listening
    await end?.()
  })

  registerCalls(app, offerSearchCalls, {
    'GET /offers/': ({ query, address, shows }) => search.search(query, publicUrl + address, shows),
  })

  registerCalls(app, plantCatalogueCalls, {
    // Declares no scopes, so the response depends on everything: an unpublished or missing entry has no scope that
    // would change when it appears.
    'GET /compare/': async ({ query }) => {
      const [compared, named] = await Promise.all([
        search.compareOffers(query.offer, query.place),
        plants.comparePlants(query.plant),
      ])
      return { ...compared, plants: named }
    },
    'GET /plants/': ({ query, address, shows }) => plants.listPlants(query, publicUrl + address, shows),
    'GET /plants/:slug/': ({ params, query, shows }) => plants.getPlant(params.slug, query, shows),
    'GET /plants/:slug/offers/': async ({ params, query, address, shows }) =>
      search.search({ ...query, plant: [await plants.slugOf(params.slug)] }, publicUrl + address, shows),
    'GET /offers/suggest/': ({ query, shows }) => plants.suggest(query.q ?? '', shows),
  })

  registerCalls(app, offerCalls, {
    'GET /products/': ({ query, address, shows }) => offers.searchProducts(query, publicUrl + address, shows),
    'GET /showcase/': ({ shows }) => offers.showcase(shows),
    'GET /products/latest/': ({ shows }) => offers.listLatest(shows),
    'GET /products/categories/': ({ shows }) => {
      shows(categoriesScope, offersScope(null))
      return offers.listCategoriesWithCounts()
    },
    'GET /products/:category_slug/': ({ params, query, address, shows }) =>
      offers.listCategory(params.category_slug, query, publicUrl + address, shows),
    'GET /products/:category_slug/:product_slug/related/': ({ params, actor, shows }) =>
      offers.listRelated(actor, params.category_slug, params.product_slug, shows),
  })

  // From the very moment of listening: the framework runs its hooks a little later.
  return { isUnderWay: () => app.server.listening && !isPrepared, done }
}
