import fc from 'fast-check'
import type { Notification } from '#contract/notifications.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { findNews, tellDue } from '#server/domains/saved-searches/alerts/alerts.service.ts'
import { savedSearches, variantChanges } from '#server/domains/saved-searches/saved-searches.tables.ts'
import { unsubscribeTokens } from '#server/domains/saved-searches/unsubscribe-tokens.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { publicUrl, secret } from '#server/test/app.ts'
import { everybody, person, runHistories, thing } from './histories.ts'
import { makeListings } from './listings.ts'

/**
 * Alerts of saved searches: 0 is a buyer, 1 and 2 are two nurseries with a product each. Each new or newly cheaper offer
 * is told once to whom it is news, never to its own company.
 */
type Deed =
  | { deed: 'save'; who: number; query: Query }
  | { deed: 'forget'; who: number; search: number }
  /** `isTold`: the job runs at once. */
  | { deed: 'price'; who: number; variant: number; price: number; isTold: boolean }
  | { deed: 'stock'; who: number; variant: number; stock: 'sold_out' | 'in_stock'; isTold: boolean }
  | { deed: 'offer'; who: number; price: number }
  /** The job that looks for news and tells them. */
  | { deed: 'tell' }
type Query = 'any' | 'cheap' | 'inStock'

interface Offer {
  by: number
  price: number
  isSoldOut: boolean
}

interface State {
  offers: Record<string, Offer>
  /** `known`: the lowest price at which the person could see an offer, or was told of it. */
  searches: Record<string, { by: number; query: Query; known: Record<string, number>; before: Record<string, Offer> }>
  /** Notifications of each, with their numbers of offers; they go with the search. */
  told: { search: string; count: number }[][]
}

const buyer = 0
const firstSearch = '-3'
const cheap = 250
const initialPrice = 300
const seller = fc.constantFrom(1, 2)
const price = fc.constantFrom(100, 200, 300, 400)
const sellerOf = [0, 1, 2] as const
/** A variant and who changes it: mostly its own nursery, as histories are short. */
const changed = fc
  .record({
    variant: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
    who: fc.option(seller, { nil: null, freq: 1 }),
    isTold: fc.boolean(),
  })
  .map(({ variant, who, isTold }) => ({ variant, who: who ?? (variant === 0 ? 1 : 2), isTold }))
const changing: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(changed, price).map(([one, at]): Deed => ({ deed: 'price', ...one, price: at })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(changed, fc.constantFrom('sold_out', 'in_stock'))
      .map(([one, stock]): Deed => ({ deed: 'stock', ...one, stock })),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('offer'), who: seller, price }) },
)
const saving: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constant('save'),
      who: person,
      query: fc.constantFrom<Query[]>('any', 'cheap', 'inStock'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('forget'), who: person, search: thing }) },
)
/** Nothing is told at the same time. */
const quietly = changing.map((deed): Deed => ('isTold' in deed ? { ...deed, isTold: false } : deed))
const telling = fc.constant<Deed>({ deed: 'tell' })

const isListed = (query: Query, { price: at, isSoldOut }: Offer) =>
  query === 'any' || (query === 'cheap' ? at <= cheap : !isSoldOut)
/** What is sold out is listed, but no news. */
const matches = (query: Query, offer: Offer) => !offer.isSoldOut && isListed(query, offer)

function tell(state: State): void {
  for (const [name, search] of Object.entries(state.searches)) {
    const found = Object.entries(state.offers).filter(([offer, now]) => {
      const before = search.before[offer]
      if (before && matches(search.query, before))
        search.known[offer] = Math.min(search.known[offer] ?? Infinity, before.price)
      if (now.by === search.by || !matches(search.query, now)) return false
      const known = search.known[offer]
      if (known !== undefined && known <= now.price) return false
      search.known[offer] = now.price
      return true
    })
    search.before = structuredClone(state.offers)
    if (found.length > 0) state.told[search.by]?.push({ search: name, count: found.length })
  }
}

runHistories<Deed, State, 'variant' | 'search', 'told' | 'searches'>({
  name: 'alerts',
  share: 20,
  withCompany: [1, 2],
  deeds: fc.oneof(
    { weight: 3, arbitrary: saving },
    { weight: 6, arbitrary: changing },
    { weight: 3, arbitrary: telling },
  ),
  // The job reads and tells one search after another, so that a change in its midst has no place before or after it.
  together: fc.oneof(
    fc.tuple(telling, telling),
    fc.tuple(quietly, quietly),
    fc.tuple(saving, quietly),
    fc.tuple(saving, telling),
  ),
  aims: { variant: 'variant', search: 'search' },

  step(state, deed, name) {
    if (deed.deed === 'tell') {
      tell(state)
      return null
    }
    const { who } = deed
    if (deed.deed === 'save') {
      state.searches[name] = { by: who, query: deed.query, known: {}, before: structuredClone(state.offers) }
      return [201, Object.values(state.offers).filter(offer => isListed(deed.query, offer)).length]
    }
    if (deed.deed === 'forget') {
      if (state.searches[deed.search.name]?.by !== who) return 404
      delete state.searches[deed.search.name]
      state.told = state.told.map(told => told.filter(({ search }) => search !== deed.search.name))
      return 200
    }
    if (deed.deed === 'offer') {
      state.offers[name] = { by: who, price: deed.price, isSoldOut: false }
      return null
    }
    const found = state.offers[deed.variant.name]
    if (!found || found.by !== who) return 0
    if (deed.deed === 'stock') found.isSoldOut = deed.stock === 'sold_out'
    else found.price = deed.price
    if (deed.isTold) tell(state)
    return 1
  },

  sees: {
    told: (state, who) => state.told[who]?.map(({ count }) => count),
    searches: (state, who) =>
      Object.entries(state.searches)
        .filter(([, { by }]) => by === who)
        .map(
          ([name, { query }]) =>
            `${name} ${Object.values(state.offers).filter(offer => isListed(query, offer)).length}`,
        ),
  },

  async begin({ processes: { server, calls }, things, of }) {
    const { database } = server
    const { db } = database
    // The job looks at all searches.
    await db.delete(savedSearches)
    await db.delete(variantChanges)
    names ??= namedPlants({ db, changes: contentChanges(database.quick) })
    const job = {
      names,
      publicUrl,
      db: database.jobs,
      tokens: unsubscribeTokens(secret),
    }
    const listing = (who: number, at: number) => ({ companyId: of(who).companyId, createdById: of(who).id, price: at })
    const offers = await makeListings(db, [listing(1, initialPrice), listing(2, initialPrice)])
    await db.delete(variantChanges)
    const firstNames = ['-1', '-2'] as const
    for (const [index, { variantId }] of offers.entries())
      things.add('variant', firstNames[index] ?? '', String(variantId))
    const companies = `company=${of(1).companyId}&company=${of(2).companyId}`
    const queries = { any: companies, cheap: `${companies}&price_to=${cheap}`, inStock: `${companies}&stock=in_stock` }
    const never = new AbortController().signal
    async function tellNews(): Promise<void> {
      await findNews(job, never)
      await tellDue(job, never)
    }
    const first = { name: firstSearch, query: queries.any, every: 'instant' }
    things.add('search', firstSearch, (await calls[0]('POST', 'saved-searches/', of(buyer), first)).body.id)
    const initial = Object.fromEntries(
      firstNames.map((name, index) => [name, { by: sellerOf[index + 1] ?? 0, price: initialPrice, isSoldOut: false }]),
    )
    return {
      state: {
        offers: initial,
        searches: { [firstSearch]: { by: buyer, query: 'any', known: {}, before: structuredClone(initial) } },
        told: everybody.map(() => []),
      },

      async act(deed, name, call) {
        if (deed.deed === 'tell') {
          await tellNews()
          return null
        }
        const who = of(deed.who)
        if (deed.deed === 'save') {
          const form = { name, query: queries[deed.query], every: 'instant' }
          const { status, body } = await call('POST', 'saved-searches/', who, form)
          if (status !== 201) return status
          things.add('search', name, body.id)
          return [201, body.offers_count]
        }
        if (deed.deed === 'forget') return (await call('DELETE', `saved-searches/${deed.search.id}/`, who)).status
        if (deed.deed === 'offer') {
          const [made] = await makeListings(db, [listing(deed.who, deed.price)])
          things.add('variant', name, String(made?.variantId))
          return null
        }
        const { price: at, stock } = { price: undefined, stock: undefined, ...deed }
        const change = { id: Number(deed.variant.id), ...(at && { price: at }), ...(stock && { stock }) }
        const { status, body } = await call('POST', 'variants/change/', who, { changes: [change] })
        if (status !== 200) return status
        if (body.changed > 0 && deed.isTold) await tellNews()
        return body.changed
      },

      look: {
        async told(_, get) {
          const told = (await get('notifications/')) as Notification[]
          return told.map(({ body }) => Number(/: (\d+) /.exec(body)?.[1]))
        },
        async searches(_, get) {
          const searches = (await get('saved-searches/')) as { name: string; offers_count: number }[]
          return searches.map(found => `${found.name} ${found.offers_count}`)
        },
      },
    }
  },
})

let names: (() => Promise<NamedPlants>) | undefined
