import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { Post } from '#contract/posts.ts'
import type { MissingChoice, PriceList, PriceListStatus } from '#contract/price-lists.ts'
import type { Product, ProductCard } from '#contract/products.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { applyList } from '#server/domains/price-lists/applying/apply-list.service.ts'
import { findListById } from '#server/domains/price-lists/price-lists.queries.ts'
import { storeReading } from '#server/domains/price-lists/read-list.service.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { refOf } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { ReadRow } from '#server/reading/price-lists/rows.ts'
import { emptyVariant } from '#server/test/variants.ts'
import { person, runHistories } from './histories.ts'
import type { Call, Person } from './two-processes.ts'

/**
 * Price lists of two nurseries, 0 and 1, who import lists of the same three article numbers; 2 is a buyer. Applying
 * writes a list wholly, undoing the last one restores exactly what was, unless it was changed by hand since.
 */
interface Row {
  price: number
  /** The wholesale price. */
  tier: number | null
}
type Rows = Partial<Record<Sku, Row>>
type Sku = 'А' | 'Б' | 'В'
type Deed =
  | { deed: 'upload'; who: number; rows: Rows }
  /** Both at once: a history is too short to be random about each. */
  | { deed: 'import'; who: number; rows: Rows; missing: MissingChoice }
  | { deed: 'apply'; who: number; list: number; missing: MissingChoice }
  | { deed: 'undo'; who: number; list: number }
  | { deed: 'remove'; who: number; list: number }
  | { deed: 'reprice'; who: number; sku: Sku }
  /** Corrects a row before the list is applied: another price, or `null` to skip it. */
  | { deed: 'correct'; who: number; list: number; sku: Sku; price: number | null }
  /** Has the list read again: corrections stay. */
  | { deed: 'reread'; who: number; list: number }

interface Offered extends Row {
  isSoldOut: boolean
  isPublished: boolean
}
type Catalogue = Partial<Record<Sku, Offered>>

interface State {
  catalogues: [Catalogue, Catalogue]
  lists: Record<string, List>
  /** What is recorded of the list that each applied last, undone since or not. */
  undo: [Undo | null, Undo | null]
}
interface List {
  by: number
  rows: Rows
  skipped: Sku[]
  status: PriceListStatus
  hasPost: boolean
  /** When it was applied, as a number that increases. */
  applied: number
  /** It names offers, or says what becomes of others: something may have been recorded. */
  canMatter: boolean
}
interface Undo {
  list: string
  before: Catalogue
  /** Offers of which something is recorded: also those that the list leaves as they are. */
  noted: Sku[]
  isSpoilt: boolean
}

const buyer = 2
/** Below the titles. */
const firstRow = 2
const skus = ['А', 'Б', 'В'] as const
/** Plants of the directory. */
const names = {
  А: "Thuja occidentalis 'Smaragd'",
  Б: 'Pinus mugo',
  В: 'Tilia cordata',
} as const
const nursery = fc.constantFrom(0, 0, 0, 0, 0, 1)
const missing = fc.constantFrom<MissingChoice[]>('keep', 'sold_out', 'sold_out', 'unpublish', 'unpublish')
const row = fc.record({
  price: fc.constantFrom(100, 200),
  tier: fc.option(fc.constantFrom(80, 90), { freq: 1 }),
})
const list = fc.constantFrom(0, 0, 1, 1, 2)
const rows = fc.record({ А: row, Б: row, В: row }, { requiredKeys: ['А'] }) as fc.Arbitrary<Rows>
const uploading = fc.record({ deed: fc.constant('upload'), who: nursery, rows })
const applying = fc.record({
  deed: fc.constant('apply'),
  who: fc.constantFrom(0, 0, 0, 0, 1, 2),
  list,
  missing,
})
const importing = fc.record({
  deed: fc.constant('import'),
  who: nursery,
  rows,
  missing,
})
const taking = fc.record({
  deed: fc.constantFrom('undo', 'undo', 'undo', 'remove'),
  who: nursery,
  list: fc.constantFrom(-1, -1, -1, 0, 1),
})
const repricing = fc.record({ deed: fc.constant('reprice'), who: person, sku: fc.constantFrom<Sku[]>(...skus) })

/** Whose offers somebody looks at: a nursery at its own. */
const seenBy = (who: number) => (who === 1 ? 1 : 0)
const correcting = fc.record({
  deed: fc.constant('correct'),
  who: nursery,
  list,
  sku: fc.constantFrom<Sku[]>(...skus),
  price: fc.constantFrom(null, null, 300),
})
const rereading = fc.record({ deed: fc.constant('reread'), who: nursery, list })

const isSame = (one: Offered | undefined, other: Offered) => JSON.stringify(one) === JSON.stringify(other)

function apply(state: State, list: List, name: string, missing: MissingChoice): void {
  const who = list.by as 0 | 1
  const before = state.catalogues[who]
  const after: Catalogue = structuredClone(before)
  const noted: Sku[] = []
  list.hasPost = false
  list.canMatter = false
  for (const sku of skus) {
    const known = before[sku]
    const given = list.rows[sku]
    // What a skipped row may mean is not missing.
    if (list.skipped.includes(sku)) continue
    if (given) {
      const offered = { price: given.price, tier: given.tier, isSoldOut: false, isPublished: true }
      list.hasPost ||= !isSame(known, offered)
      list.canMatter = true
      after[sku] = offered
      noted.push(sku)
    } else if (known && missing !== 'keep') {
      if (missing === 'sold_out') after[sku] = { ...known, isSoldOut: true }
      else after[sku] = { ...known, isPublished: false }
      list.canMatter = true
      if (!isSame(known, after[sku])) noted.push(sku)
    }
  }
  state.catalogues[who] = after
  state.undo[who] = { list: name, before, noted, isSpoilt: false }
  list.status = 'applied'
  list.applied = 1 + Math.max(...Object.values(state.lists).map(({ applied }) => applied))
}

let named: (() => Promise<NamedPlants>) | undefined

runHistories<Deed, State, 'list', 'lists' | 'offers' | 'posts'>({
  name: 'price-lists',
  share: 15,
  withCompany: [0, 1],
  deeds: fc.oneof(
    { weight: 6, arbitrary: importing },
    { weight: 1, arbitrary: uploading },
    { weight: 1, arbitrary: applying },
    { weight: 4, arbitrary: taking },
    { weight: 2, arbitrary: repricing },
    { weight: 1, arbitrary: correcting },
    { weight: 1, arbitrary: rereading },
  ) as fc.Arbitrary<Deed>,
  // Two lists of a company at once are refused (409) or not, as the job of the first one has ended or not.
  together: fc.oneof(
    fc.tuple(applying, repricing),
    fc.tuple(taking, repricing),
    fc.tuple(uploading, applying),
    fc.tuple(correcting, applying),
    applying.map(one => [one, one] as const),
    taking.map(one => [one, one] as const),
  ) as fc.Arbitrary<[Deed, Deed]>,
  aims: { list: 'list' },

  step(state, deed, name) {
    const who = deed.who as 0 | 1
    if (deed.who === buyer) return 403
    if (deed.deed === 'upload' || deed.deed === 'import') {
      const list: List = {
        ...{ by: who, rows: deed.rows, skipped: [], status: 'ready', hasPost: false },
        ...{ applied: 0, canMatter: false },
      }
      state.lists[name] = list
      if (deed.deed === 'upload') return 201
      apply(state, list, name, deed.missing)
      return 200
    }
    if (deed.deed === 'reprice') {
      const offered = state.catalogues[who][deed.sku]
      if (!offered) return 0
      // A price that stands nowhere else: a change by hand always changes something.
      offered.price = priceOf(name)
      const undo = state.undo[who]
      if (undo?.noted.includes(deed.sku)) undo.isSpoilt = true
      return 1
    }
    const found = state.lists[deed.list.name]
    if (found?.by !== who) return 404
    if (deed.deed === 'apply') {
      if (found.status !== 'ready') return 409
      apply(state, found, deed.list.name, deed.missing)
      return 200
    }
    if (deed.deed === 'correct') {
      if (found.status !== 'ready') return 409
      const row = found.rows[deed.sku]
      if (!row) return 404
      found.skipped = found.skipped.filter(sku => sku !== deed.sku)
      if (deed.price === null) found.skipped.push(deed.sku)
      else found.rows[deed.sku] = { price: deed.price, tier: null }
      return 200
    }
    if (deed.deed === 'reread') return found.status === 'ready' ? 200 : 409
    if (deed.deed === 'remove') {
      if (found.status === 'applied') return 409
      delete state.lists[deed.list.name]
      return 200
    }
    const later = Object.values(state.lists).some(one => one.by === who && one.applied > found.applied)
    if (found.status !== 'applied' || later) return 409
    const undo = state.undo[who]
    const isRecorded = undo?.list === deed.list.name && undo.noted.length > 0
    if (isRecorded ? undo.isSpoilt : found.canMatter) return 409
    if (isRecorded) state.catalogues[who] = undo.before
    found.status = 'rolled_back'
    found.hasPost = false
    return 200
  },

  sees: {
    lists: (state, who) =>
      who === buyer
        ? 403
        : Object.entries(state.lists)
            .filter(([, { by }]) => by === who)
            .map(([name, { status }]) => `${name} ${status}`),
    /** Others see how many are published. */
    offers(state, who) {
      const offers = Object.entries(state.catalogues[seenBy(who)])
      if (who === buyer) return offers.filter(([, { isPublished }]) => isPublished).length
      return offers.map(
        ([sku, { price, tier, isSoldOut, isPublished }]) => `${sku} ${price} ${tier} ${isSoldOut} ${isPublished}`,
      )
    },
    posts: (state, who) => Object.values(state.lists).filter(({ by, hasPost }) => by === seenBy(who) && hasPost).length,
  },

  async begin({ processes: { server }, things, of }) {
    const { database, media } = server
    const { db } = database
    named ??= namedPlants({ db, changes: contentChanges(db) })
    const plants = await named()
    const job = { slowly: database.jobs, media, names: named }
    const refs = Object.fromEntries(
      skus.map(sku => {
        const plant = plants.all.find(({ latinName }) => latinName === names[sku])
        if (!plant) throw new Error(`no plant ${names[sku]}`)
        return [sku, refOf(plant)]
      }),
    )
    const fields = ['name', 'price', 'price_wholesale', 'stock', 'sku'] as const
    const columns = fields.map((field, index) => ({ index, title: field, field, samples: [] }))
    const sheets = [{ name: 'Прайс', is_skipped: false, header_rows: 1, columns }]
    const rowsOf = (rows: Rows): ReadRow[] =>
      skus.flatMap((sku, index) => {
        const given = rows[sku]
        if (!given) return []
        const tiers = given.tier === null ? [] : [{ quantity_from: null, price: given.tier }]
        return {
          ...{ sheet: 'Прайс', row: index + firstRow, cells: [names[sku]], kind: 'offer' as const, doubt: null },
          ...{ name: names[sku], plant: refs[sku] ?? null, candidates: [], category: null, problems: [] },
          ...{ part: null, unread: [] },
          variants: [{ ...emptyVariant, sku, price: given.price, price_tiers: tiers }],
        }
      })
    const read = new Map<string, ReadRow[]>()
    async function store(id: string): Promise<void> {
      const uploaded = await findListById(db, id)
      if (!uploaded) throw new Error('no list')
      await storeReading(database.jobs, plants, uploaded, { sheets, questions: [], rows: read.get(id) ?? [] })
    }
    async function applied(id: string, missing: MissingChoice, who: Person, call: Call): Promise<number> {
      const { status } = await call('POST', `price-lists/${id}/apply/`, who, { missing })
      if (status === 200) await applyList(job, id)
      return status
    }
    return {
      state: { catalogues: [{}, {}], lists: {}, undo: [null, null] },

      async act(deed, name, call) {
        const who = of(deed.who)
        if (deed.deed === 'upload' || deed.deed === 'import') {
          const form = new FormData()
          form.set('file', new File(['Наименование;Цена'], 'прайс.csv'))
          const { status, body } = await call('POST', 'price-lists/', who, form)
          if (status !== 201) return status
          read.set(body.id, rowsOf(deed.rows))
          await store(body.id)
          things.add('list', name, body.id)
          return deed.deed === 'upload' ? status : applied(body.id, deed.missing, who, call)
        }
        if (deed.deed === 'reprice') {
          const [size] = await db
            .select({ id: variants.id })
            .from(variants)
            .where(and(eq(variants.companyId, who.companyId), eq(variants.sku, deed.sku)))
          const changes = [{ id: size?.id ?? 2_000_000_000, price: priceOf(name) }]
          const { status, body } = await call('POST', 'variants/change/', who, { changes })
          return status === 200 ? body.changed : status
        }
        const path = `price-lists/${deed.list.id}/`
        if (deed.deed === 'correct') {
          const said = { is_skipped: false, variants: [{ sku: deed.sku, price: deed.price }] }
          const row = `${path}rows/${encodeURIComponent('Прайс')}/${skus.indexOf(deed.sku) + firstRow}/`
          return (await call('PATCH', row, who, deed.price === null ? { is_skipped: true } : said)).status
        }
        if (deed.deed === 'reread') {
          const { status } = await call('PATCH', path, who, { sheets: [{ name: 'Прайс' }] })
          if (status === 200) await store(deed.list.id)
          return status
        }
        if (deed.deed === 'remove') return (await call('DELETE', path, who)).status
        if (deed.deed === 'undo') return (await call('POST', `${path}rollback/`, who)).status
        return applied(deed.list.id, deed.missing, who, call)
      },

      look: {
        async lists(_, get) {
          const lists = await get('price-lists/')
          if (!lists.results) return lists.status
          return (lists.results as PriceList[]).map(({ id, status }) => `${things.nameOf('list', id)} ${status}`)
        },
        async offers(who, get) {
          const { companyId } = of(seenBy(who))
          if (who === buyer) return ((await get(`products/get_all_products/${companyId}/`)) as ProductCard[]).length
          return ((await get('products/own/')).results as Product[]).flatMap(
            ({ is_active: isActive, variants: sizes }) =>
              sizes.map(
                ({ sku, price, price_tiers: [tier], stock }) =>
                  `${sku} ${price} ${tier?.price ?? null} ${stock === 'sold_out'} ${isActive}`,
              ),
          )
        },
        posts: async (who, get) => ((await get(`posts/profile/${of(seenBy(who)).id}/`)).posts as Post[]).length,
      },
    }
  },
})

function priceOf(name: string): number {
  return 1000 + Number.parseInt(name, 36)
}
