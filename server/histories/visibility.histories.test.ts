import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { ReviewState } from '#contract/moderation/products.ts'
import type { Offer } from '#contract/offer-search.ts'
import type { Post } from '#contract/posts.ts'
import type { Product, ProductCard } from '#contract/products.ts'
import { companyMembers } from '#server/domains/companies/companies.tables.ts'
import { productsPublicationChanged } from '#server/domains/products/products.events.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { staffEmail, type TestServer } from '#server/test/app.ts'
import { makePerson } from '#server/test/factories.ts'
import { person, runHistories, thing } from './histories.ts'
import { makeListings } from './listings.ts'

/**
 * Who sees which product: 0 has created a nursery, 1 works there at first, 2 is a stranger. Of two products one is
 * published and one awaits a moderator. The company sees all of its own, others what is published, in every list.
 */
type Deed =
  | { deed: 'open' | 'describe' | 'delete'; who: number; product: number }
  | { deed: 'assign'; who: number; product: number; to: number | null }
  | { deed: 'stock'; who: number; product: number; stock: 'sold_out' | 'in_stock' }
  /** A moderator publishes a product, or takes it down. */
  | { deed: 'publish'; product: number }
  | { deed: 'hide'; product: number }
  | { deed: 'leave' }
  | { deed: 'invite' }

interface Shown {
  isPublished: boolean
  isSoldOut: boolean
  assignedTo: number | null
  /** Also of its post in the feed. */
  description: string
}

interface State {
  products: Record<string, Shown>
  isEmployed: boolean
}

const creator = 0
const employee = 1
const either = fc.constantFrom(0, 1)
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ deed: fc.constantFrom('open', 'describe'), who: person, product: either }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('delete'), who: person, product: thing }) },
  {
    weight: 4,
    arbitrary: fc.record({
      deed: fc.constant('assign'),
      who: fc.constantFrom(0, 0, 0, 1, 2),
      product: either,
      to: fc.constantFrom(employee, employee, null, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('stock'),
      who: person,
      product: either,
      stock: fc.constantFrom('sold_out', 'in_stock'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('publish'), product: either }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('hide'), product: either }) },
  { weight: 2, arbitrary: fc.constantFrom<Deed[]>({ deed: 'leave' }, { deed: 'leave' }, { deed: 'invite' }) },
)

const worksThere = ({ isEmployed }: State, who: number) => who === creator || (who === employee && isEmployed)
const mayChange = (state: State, who: number, product: Shown) =>
  who === creator || (worksThere(state, who) && product.assignedTo === who)

const own = (state: State, who: number) => (worksThere(state, who) ? Object.keys(state.products) : published(state))
const shown = ({ products }: State) => Object.entries(products).filter(([, { isPublished }]) => isPublished)
const published = (state: State) => shown(state).map(([name]) => name)

let moderator: { authorization: string } | undefined

runHistories<Deed, State, 'product', 'ofCompany' | 'mine' | 'latest' | 'inCategory' | 'offers' | 'posts'>({
  name: 'visibility',
  share: 20,
  withCompany: [creator],
  deeds,
  aims: { product: 'product' },

  step(state, deed, name) {
    if (deed.deed === 'leave') {
      if (!state.isEmployed) return 409
      state.isEmployed = false
      for (const product of Object.values(state.products)) product.assignedTo = null
      return 200
    }
    if (deed.deed === 'invite') {
      if (state.isEmployed) return 409
      state.isEmployed = true
      return 200
    }
    const found = state.products[deed.product.name]
    if (deed.deed === 'publish' || deed.deed === 'hide') {
      if (!found) return 404
      if (found.isPublished === (deed.deed === 'publish')) return 409
      found.isPublished = deed.deed === 'publish'
      return 200
    }
    const { who } = deed
    if (deed.deed === 'assign') {
      if (who !== creator) return 403
      if (deed.to !== null && !worksThere(state, deed.to)) return 400
      if (!found) return 0
      found.assignedTo = deed.to
      return 1
    }
    if (deed.deed === 'stock') {
      if (!worksThere(state, who)) return 403
      if (!found || !mayChange(state, who, found)) return 0
      found.isSoldOut = deed.stock === 'sold_out'
      return 1
    }
    if (!found || (!found.isPublished && !worksThere(state, who))) return 404
    if (deed.deed === 'open') return [found.isPublished, found.description, found.assignedTo]
    if (!mayChange(state, who, found)) return 403
    if (deed.deed === 'delete') delete state.products[deed.product.name]
    else found.description = `Описание ${name}`
    return 200
  },

  sees: {
    ofCompany: own,
    mine: (state, who) =>
      worksThere(state, who)
        ? Object.entries(state.products).map(
            ([name, { isPublished, assignedTo }]) => `${name} ${isPublished} ${assignedTo}`,
          )
        : [],
    latest: published,
    inCategory: published,
    offers: state => shown(state).map(([name, { isSoldOut }]) => `${name} ${isSoldOut}`),
    posts: state => shown(state).map(([name, { description }]) => `${name} ${description}`),
  },

  async begin({ processes: { server }, things, of, numberOf }) {
    const { db } = server.database
    moderator ??= await staffOf(server)
    const staff = moderator
    const { companyId, id: createdById } = of(creator)
    await db.insert(companyMembers).values({ userId: of(employee).id, companyId })
    const names = ['1 published', '2 waiting'] as const
    const listings = await makeListings(db, [
      { companyId, createdById, price: 100 },
      { companyId, createdById, price: 200, isApproved: false },
    ])
    const productIds = listings.map(({ productId }) => productId)
    // Makes the post of the published one.
    await db.transaction(tx => productsPublicationChanged.emit(tx, { productIds }))
    const productOf = (id: string) => listings.find(({ productId }) => String(productId) === id)
    for (const [index, { productId }] of listings.entries())
      things.add('product', names[index] ?? '', String(productId))
    const nameOf = (id: number | undefined) => things.nameOf('product', id)
    /** Others' products are in the same lists. */
    const ours = (listed: { id: number }[]) => listed.map(({ id }) => nameOf(id)).filter(name => name !== 'unknown')
    const assigned = ({ assigned_to: to }: Product) => (to ? numberOf(to.id) : null)
    const first = { isSoldOut: false, assignedTo: null, description: '' }
    return {
      state: {
        isEmployed: true,
        products: { [names[0]]: { ...first, isPublished: true }, [names[1]]: { ...first, isPublished: false } },
      },

      async act(deed, name, call) {
        if (deed.deed === 'leave') return (await call('POST', 'teams/leave/', of(employee))).status
        if (deed.deed === 'invite')
          return (await call('POST', 'teams/add_member/', of(creator), { email: of(employee).email })).status
        const listing = productOf(deed.product.id)
        if (deed.deed === 'publish' || deed.deed === 'hide') {
          const path = `staff/listings/${listing?.productId}/`
          if (deed.deed === 'hide') return (await call('POST', `${path}hide/`, staff, { reason: 'Проверка' })).status
          const seen = await findSeen(db, listing?.productId ?? 0)
          return seen ? (await call('POST', `${path}publish/`, staff, seen)).status : 404
        }
        const who = of(deed.who)
        const ids = [Number(deed.product.id)]
        if (deed.deed === 'assign') {
          const form = { ids, assigned_to: deed.to === null ? null : of(deed.to).id }
          const { status, body } = await call('POST', 'products/assign/', who, form)
          return status === 200 ? body.changed : status
        }
        if (deed.deed === 'stock') {
          const changes = [{ id: listing?.variantId, stock: deed.stock }]
          const { status, body } = await call('POST', 'variants/change/', who, { changes })
          return status === 200 ? body.changed : status
        }
        const path = `products/hvoynye/${listing?.slug}/`
        if (deed.deed === 'delete') return (await call('DELETE', `${path}delete/`, who)).status
        if (deed.deed === 'describe')
          return (await call('POST', `${path}edit/`, who, { description: `Описание ${name}` })).status
        const { status, body } = await call('GET', path, who)
        const opened = body as Product
        return status === 200 ? [opened.is_active, opened.description, assigned(opened)] : status
      },

      look: {
        ofCompany: async (_, get) => ours((await get(`products/get_all_products/${companyId}/`)) as ProductCard[]),
        async mine(_, get) {
          const mine = (await get('products/my_products/')) as Product[]
          return mine.map(one => `${nameOf(one.id)} ${one.is_active} ${assigned(one)}`)
        },
        latest: async (_, get) => ours((await get('products/latest/')) as ProductCard[]),
        inCategory: async (_, get) => ours((await get('products/hvoynye/?page_size=20')).products as ProductCard[]),
        async offers(_, get) {
          const offers = (await get(`offers/?company=${companyId}`)).results as Offer[]
          return offers.map(one => `${nameOf(one.product.id)} ${one.variant.stock === 'sold_out'}`)
        },
        async posts(_, get) {
          const posts = (await get(`posts/profile/${createdById}/`)).posts as Post[]
          return posts.map(one => `${nameOf(one.product?.id)} ${one.body}`)
        },
      },
    }
  },
})

async function staffOf({ database: { db }, bearer }: TestServer): Promise<{ authorization: string }> {
  const { id } = await makePerson(db, { email: staffEmail })
  return { authorization: await bearer(id) }
}

/** What a moderator has seen of a product: its page shows much more. */
async function findSeen(db: Db, id: number) {
  const [row] = await db
    .select({ updatedAt: products.updatedAt, isApproved: products.isApproved, review: products.review })
    .from(products)
    .where(eq(products.id, id))
  if (!row) return null
  const state: ReviewState = row.isApproved
    ? 'published'
    : row.review === 'withdrawn'
      ? 'returned'
      : (row.review ?? 'new')
  return { updated_at: row.updatedAt.toISOString(), state }
}
