import { type Form, forms, type Root, roots, type Stock, stocks } from '#contract/variants.ts'
import type { StoredTier } from '#server/domains/products/products.api.ts'
import type { SizeColumns } from '#server/domains/products/variants/variants.present.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import {
  add,
  codes,
  flag,
  groupColumns,
  handledAtOnce,
  inTurns,
  largest,
  offerColumns,
  openEnd,
  type SlotsByValue,
  slotsByValue,
  unstated,
  withRoom,
} from './columns.ts'
import type { CompanyFacts, ReadOffers } from './offer-index.queries.ts'

/** Codes of stocks. Products without any size have none: lists of products show them, and nothing finds their sizes. */
export const soldOut = stocks.indexOf('sold_out') + 1
export const unsized = 0
/** How many codes fit into the parts of a key, in the order of sorting. */
const parts = { category: 2 ** 12, root: 2 ** 9, form: 2 ** 4, stock: 2 ** 4, zone: 2 ** 8, region: 2 ** 16 }
type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]
/** A group's codes as one number, in which the region comes last. */
const keyOf = (of: Record<Part, number>) => partNames.reduce((key, name) => key * parts[name] + of[name], 0)
/** Of group 0. */
const noRun = -2

export interface SizedOffer extends SizeColumns {
  /** The variant's id. */
  id: number
  companyId: number
  priceKopecks: number | null
  priceTiers: StoredTier[]
  /** `null` for a product without any size. */
  stock: Stock | null
  /** How many can still be bought; `null`: the company does not count them. */
  available: number | null
}
type Kind = 'company' | 'plant' | 'category'

/** The columns that are copied as they are read. */
const copied = [
  ...([
    'id',
    'product',
    'position',
    'heightFrom',
    'heightTo',
    'spreadFrom',
    'spreadTo',
    'girthFrom',
    'girthTo',
  ] as const),
  ...(['stemHeight', 'rootSize', 'stems', 'transplants', 'price', 'quantity'] as const),
]
/** The columns of groups that sum up their offers. */
const sums = ['count', 'pricesStated', 'heightsStated', 'girthsStated'] as const
const lows = ['priceLow', 'heightLow', 'girthLow'] as const
const highs = ['priceHigh', 'heightHigh', 'girthHigh'] as const
const newest = ['newestPublished', 'newestConfirmed'] as const
const summedUp = [...sums, ...lows, ...highs, ...newest, 'open'] as const

const names = () => ({
  company: codes<number>('companies', Number.MAX_SAFE_INTEGER),
  plant: codes<number>('plants', Number.MAX_SAFE_INTEGER),
  category: codes<number>('categories', parts.category - 1),
  region: codes<number>('regions', parts.region - 1),
  zone: codes<number>('zones', parts.zone - 1),
  form: codes<Form>('forms', parts.form - 1, forms),
  /** The packings of sizes; and for sizes that state none the entries of the list that their products name, by id. */
  root: codes<Root | number>('packings', parts.root - 1, roots),
  stock: codes<Stock>('stocks', parts.stock - 1, stocks),
})

/**
 * All published offers in memory, as columns of what a search filters, counts and orders by. The first `sortedSize`
 * slots are sorted by group, so that a search can count whole groups and runs of them. Offers that are added or changed
 * later stand behind them, each as a group of its own, until `sorted` makes a new index of all of them.
 */
export class GroupedOffers {
  columns = offerColumns(1024)
  /** The slots used so far. */
  size = 0
  sortedSize = 0
  /** Group 0 is that of slots without an offer. */
  groups = groupColumns(256)
  groupCount = 1
  runs = groupColumns(16)
  runCount = 0
  codes = names()
  /** By variant id. */
  tiers = new Map<number, StoredTier[]>()
  /** One more than the largest id of a product. */
  productsEnd = 1
  /** By company code. */
  isVerified: boolean[] = []
  private regionOf: number[] = []
  /** The number of offers that are not sold out, by code. */
  private left: Record<Kind, number[]> = { company: [], plant: [], category: [] }
  private byProduct: SlotsByValue = { starts: new Int32Array(2), slots: new Int32Array(0) }
  private byCompany = this.byProduct
  private byPlant = this.byProduct
  /** The slots of products that have changed since the offers were sorted. */
  private changed = new Map<number, number[]>()
  private staleGroups = new Set<number>()
  private readonly isDraft: boolean

  /** A draft only takes offers, and is sorted before it is searched. */
  constructor({ isDraft = false } = {}) {
    this.isDraft = isDraft
    this.groups.run[0] = noRun
  }

  /** Whether so many offers stand outside of the sorted part that sorting them anew is worth it. */
  isScattered = () => this.size - this.sortedSize > 1024 + this.sortedSize / 50

  private isLeft = (group: number) => this.groups.stock[group] !== soldOut && this.groups.stock[group] !== unsized

  private countLeftAt(slot: number, change: 1 | -1): void {
    const { key, company, plant } = this.columns
    const stock = Math.floor((key[slot] as number) / (parts.zone * parts.region)) % parts.stock
    if (stock === soldOut || stock === unsized) return
    const category = Math.floor(
      (key[slot] as number) / keyOf({ category: 1, root: 0, form: 0, stock: 0, zone: 0, region: 0 }),
    )
    const count = (of: number[], code: number) => {
      of[code] = (of[code] ?? 0) + change
    }
    count(this.left.company, company[slot] as number)
    count(this.left.plant, plant[slot] as number)
    count(this.left.category, category)
  }

  /** Adds a group with the slots from `start` up to `end`; it begins a run unless it differs only in its region. */
  private addGroup(key: number, start: number, end: number, isOfLastRun: boolean): void {
    this.groups = withRoom(this.groups, groupColumns, this.groupCount)
    const [{ groups }, group] = [this, this.groupCount++]
    let rest = key
    for (const name of partNames.toReversed()) {
      groups[name][group] = rest % parts[name]
      rest = Math.floor(rest / parts[name])
    }
    groups.start[group] = start
    groups.end[group] = end
    this.columns.group.fill(group, start, end)
    if (!isOfLastRun) {
      this.runs = withRoom(this.runs, groupColumns, this.runCount)
      this.runs.first[this.runCount] = group
      this.runs.start[this.runCount++] = start
    }
    groups.run[group] = this.runCount - 1
    this.runs.last[this.runCount - 1] = group + 1
    this.runs.end[this.runCount - 1] = end
    this.staleGroups.add(group)
  }

  /** Makes the sums and bounds of groups and runs right again after changes. Required before a search. */
  async settle(yieldNow: YieldNow): Promise<void> {
    const staleRuns = new Set<number>()
    let looked = 0
    for (const group of this.staleGroups) {
      this.sumUpGroup(group)
      staleRuns.add(this.groups.run[group] as number)
      looked += (this.groups.end[group] as number) - (this.groups.start[group] as number)
      if (looked < handledAtOnce) continue
      looked = 0
      await yieldNow()
    }
    this.staleGroups.clear()
    for (const run of staleRuns) this.sumUpRun(run)
  }

  private sumUpGroup(group: number): void {
    const { groups: to, columns } = this
    const { price, heightFrom, heightTo, girthFrom, girthTo, confirmedAt, publishedAt } = columns
    let [count, prices, heights, girths, open] = [0, 0, 0, 0, 0]
    let [priceLow, priceHigh, heightLow, heightHigh] = [largest, unstated, largest, unstated]
    let [girthLow, girthHigh, published, confirmed] = [
      largest,
      unstated,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]
    const end = to.end[group] as number
    for (let slot = to.start[group] as number; slot < end; slot++) {
      if (columns.group[slot] !== group) continue
      count++
      const kopecks = price[slot] as number
      if (kopecks !== unstated) {
        prices++
        if (kopecks < priceLow) priceLow = kopecks
        if (kopecks > priceHigh) priceHigh = kopecks
      }
      let [low, high] = [heightFrom[slot] as number, heightTo[slot] as number]
      if (low !== unstated || high !== unstated) {
        heights++
        if (low === unstated) [low, open] = [high, open | openEnd.heightFrom]
        if (high === unstated) [high, open] = [low, open | openEnd.heightTo]
        if (low < heightLow) heightLow = low
        if (high > heightHigh) heightHigh = high
      }
      ;[low, high] = [girthFrom[slot] as number, girthTo[slot] as number]
      if (low !== unstated || high !== unstated) {
        girths++
        if (low === unstated) [low, open] = [high, open | openEnd.girthFrom]
        if (high === unstated) [high, open] = [low, open | openEnd.girthTo]
        if (low < girthLow) girthLow = low
        if (high > girthHigh) girthHigh = high
      }
      published = Math.max(published, publishedAt[slot] as number)
      confirmed = Math.max(confirmed, confirmedAt[slot] as number)
    }
    to.count[group] = count
    to.pricesStated[group] = prices
    to.heightsStated[group] = heights
    to.girthsStated[group] = girths
    to.priceLow[group] = priceLow
    to.priceHigh[group] = priceHigh
    to.heightLow[group] = heightLow
    to.heightHigh[group] = heightHigh
    to.girthLow[group] = girthLow
    to.girthHigh[group] = girthHigh
    to.open[group] = open
    to.newestPublished[group] = published
    to.newestConfirmed[group] = confirmed
  }

  private sumUpRun(run: number): void {
    const { runs, groups } = this
    const [first, last] = [runs.first[run] as number, runs.last[run] as number]
    if (last - first === 1) {
      for (const name of summedUp) runs[name][run] = groups[name][first] as number
      return
    }
    const combine = (name: keyof typeof runs, empty: number, both: (one: number, other: number) => number) => {
      const column = groups[name]
      let value = empty
      for (let group = first; group < last; group++) value = both(value, column[group] as number)
      runs[name][run] = value
    }
    for (const name of sums) combine(name, 0, (one, other) => one + other)
    for (const name of lows) combine(name, largest, Math.min)
    for (const name of highs) combine(name, unstated, Math.max)
    for (const name of newest) combine(name, Number.NEGATIVE_INFINITY, Math.max)
    combine('open', 0, (one, other) => one | other)
  }

  /** Adds offers of a product that is not in the index. */
  append(read: ReadOffers, from = 0, to = read.count): void {
    for (let at = from; at < to; at++) {
      const slot = this.takeSlot()
      const { columns, codes: known } = this
      const { whole } = read
      for (const name of copied) columns[name][slot] = whole[name][at] as number
      const value = (name: 'plant' | 'zone' | 'packaging') => whole[name][at] as number
      const company = known.company.of(whole.company[at] as number)
      columns.company[slot] = company
      columns.plant[slot] = value('plant') === unstated ? 0 : known.plant.of(value('plant'))
      columns.confirmedAt[slot] = read.confirmedAt[at] as number
      columns.publishedAt[slot] = read.publishedAt[at] as number
      const id = whole.id[at] as number
      const tiersOf = read.tiers.get(id)
      if (tiersOf) this.tiers.set(id, tiersOf)
      columns.flags[slot] =
        (whole.hasPhotos[at] ? flag.hasPhotos : 0) |
        (tiersOf ? flag.hasTiers : 0) |
        (whole.isMinimum[at] ? flag.isMinimum : 0)
      const root = whole.root[at] as number
      columns.key[slot] = keyOf({
        category: known.category.of(whole.category[at] as number),
        root: root === 0 && value('packaging') !== unstated ? known.root.of(value('packaging')) : root,
        form: whole.form[at] as number,
        stock: whole.stock[at] as number,
        zone: value('zone') === unstated ? 0 : known.zone.of(value('zone')),
        region: this.regionOf[company] ?? 0,
      })
      this.enter(slot)
    }
  }

  private takeSlot(): number {
    this.columns = withRoom(this.columns, offerColumns, this.size)
    return this.size++
  }

  /** Lets an offer that has been written into the last slot take part. */
  private enter(slot: number): void {
    const { product, group, key } = this.columns
    const id = product[slot] as number
    if (id >= this.productsEnd) this.productsEnd = id + 1
    this.countLeftAt(slot, 1)
    if (this.isDraft) {
      group[slot] = -1
      return
    }
    const slots = this.changed.get(id)
    if (slots) slots.push(slot)
    else this.changed.set(id, [...this.slotsOfProduct(id), slot])
    this.addGroup(key[slot] as number, slot, slot + 1, false)
  }

  private leave(slot: number): void {
    const { group, price, heightFrom, heightTo, girthFrom, girthTo } = this.columns
    this.countLeftAt(slot, -1)
    this.staleGroups.add(group[slot] as number)
    group[slot] = 0
    // No range accepts it any more.
    for (const column of [price, heightFrom, heightTo, girthFrom, girthTo]) column[slot] = unstated
  }

  /** Replaces all offers of a product by those at these indexes of `read`; none removes it. */
  replace(product: number, read: ReadOffers | null, places: readonly number[]): void {
    for (const slot of this.slotsOfProduct(product)) {
      this.leave(slot)
      this.tiers.delete(this.columns.id[slot] as number)
    }
    this.changed.set(product, [])
    if (read) for (const at of places) this.append(read, at, at + 1)
  }

  /**
   * Updates the facts of companies, and moves their offers to other groups if the region changed. Returns whether any
   * have moved.
   */
  setCompanies(all: readonly CompanyFacts[]): boolean {
    const { size } = this
    for (const { id, regionId, isVerified } of all) {
      const code = this.codes.company.of(id)
      this.isVerified[code] = isVerified
      const [before, region] = [this.regionOf[code] ?? 0, regionId === null ? 0 : this.codes.region.of(regionId)]
      if (before === region) continue
      this.regionOf[code] = region
      for (const slot of this.slotsOfCompanies([id])) {
        if (this.columns.group[slot] === 0) continue
        const to = this.takeSlot()
        for (const column of Object.values(this.columns)) column[to] = column[slot] as number
        add(this.columns.key as unknown as Int32Array, to, region - before)
        this.leave(slot)
        const product = this.columns.product[slot] as number
        this.changed.set(
          product,
          this.slotsOfProduct(product).filter(other => other !== slot),
        )
        this.enter(to)
      }
    }
    return this.size > size
  }

  /** Calls `visit` with the slots of a product. */
  eachOfProduct(product: number, visit: (slot: number) => void): void {
    const changed = this.changed.get(product)
    if (changed) {
      for (const slot of changed) visit(slot)
      return
    }
    const { starts, slots } = this.byProduct
    const end = starts[product + 1] ?? 0
    for (let at = starts[product] ?? 0; at < end; at++) visit(slots[at] as number)
  }

  slotsOfProduct(product: number): number[] {
    const slots: number[] = []
    this.eachOfProduct(product, slot => slots.push(slot))
    return slots
  }

  /** The ids of all products. */
  productIds(): number[] {
    const { product, group } = this.columns
    return [...new Set(product.subarray(0, this.size).filter((_, slot) => group[slot] !== 0))]
  }

  /** The slots with one of these values in a column; some of them may not hold an offer any more. */
  private slotsOf(name: 'company' | 'plant', ids: readonly number[]): Int32Array {
    const { starts, slots } = name === 'company' ? this.byCompany : this.byPlant
    const column = this.columns[name]
    const isAsked = this.codes[name].among(ids)
    const parts: Int32Array[] = []
    for (const id of new Set(ids)) {
      const code = this.codes[name].find(id) ?? starts.length
      parts.push(slots.subarray(starts[code] ?? slots.length, starts[code + 1] ?? slots.length))
    }
    const recent: number[] = []
    for (let slot = this.sortedSize; slot < this.size; slot++)
      if (isAsked[column[slot] as number] === 1) recent.push(slot)
    const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, recent.length))
    all.set(recent)
    let at = recent.length
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  /** The slots of these companies or plants, by their ids; some of them may not hold an offer any more. */
  slotsOfCompanies = (ids: readonly number[]) => this.slotsOf('company', ids)
  slotsOfPlants = (ids: readonly number[]) => this.slotsOf('plant', ids)

  /** The number of offers of these companies, plants or categories, by their ids, that are not sold out. */
  countLeft = (kind: Kind, ids: readonly number[]): number => {
    const of = (id: number) => this.left[kind][this.codes[kind].find(id) ?? -1] ?? 0
    return ids.reduce((sum, id) => sum + of(id), 0)
  }

  /** An offer with what tells its size, price and stock. */
  offerAt = (slot: number): SizedOffer => {
    const { id, company, group, price, quantity, flags, ...of } = this.columns
    const { codes: known, groups } = this
    const stated = (value: number | undefined) => (value === undefined || value === unstated ? null : value)
    const rootSize = stated(of.rootSize[slot])
    const inGroup = group[slot] as number
    const root = known.root.valueOf(groups.root[inGroup] as number)
    return {
      id: id[slot] as number,
      companyId: known.company.valueOf(company[slot] as number) as number,
      form: known.form.valueOf(groups.form[inGroup] as number),
      heightFromMm: stated(of.heightFrom[slot]),
      heightToMm: stated(of.heightTo[slot]),
      spreadFromMm: stated(of.spreadFrom[slot]),
      spreadToMm: stated(of.spreadTo[slot]),
      girthFromMm: stated(of.girthFrom[slot]),
      girthToMm: stated(of.girthTo[slot]),
      stemHeightMm: stated(of.stemHeight[slot]),
      stems: stated(of.stems[slot]),
      transplants: stated(of.transplants[slot]),
      root: typeof root === 'number' ? null : root,
      rootSize: rootSize === null ? null : rootSize / 100,
      priceKopecks: stated(price[slot]),
      priceTiers: this.tiers.get(id[slot] as number) ?? [],
      stock: known.stock.valueOf(groups.stock[inGroup] as number),
      available: (flags[slot] as number) & flag.isMinimum ? null : stated(quantity[slot]),
    }
  }

  /**
   * The offers of a plant that are not sold out, by their ids: of all companies, without those of which deals hold
   * everything, or of one company.
   */
  offersOfPlant(id: number, companyId?: number): SizedOffer[] {
    const { group, company, quantity } = this.columns
    const only = companyId === undefined ? undefined : (this.codes.company.find(companyId) ?? -1)
    const isAsked = (slot: number) =>
      this.isLeft(group[slot] as number) && (only === undefined ? quantity[slot] !== 0 : company[slot] === only)
    return Array.from(this.slotsOfPlants([id]).filter(isAsked), this.offerAt)
  }

  /**
   * A new index of the same offers, all of them sorted. This one may change meanwhile: products that do are to be
   * replaced in the new one.
   */
  async sorted(yieldNow: YieldNow): Promise<GroupedOffers> {
    const to = new GroupedOffers()
    const { columns: from, size } = this
    to.codes = this.codes
    to.tiers = this.tiers
    to.productsEnd = this.productsEnd
    to.isVerified = [...this.isVerified]
    to.regionOf = [...this.regionOf]
    to.left = { company: [...this.left.company], plant: [...this.left.plant], category: [...this.left.category] }
    const offers = new Int32Array(size)
    let used = 0
    for (let slot = 0; slot < size; slot++) if (from.group[slot] !== 0) offers[used++] = slot
    await yieldNow()
    // The groups are numbered as they appear, and get their places in the order of their keys.
    const numberOf = new Map<number, number>()
    const places = new Int32Array(used)
    const counts: number[] = []
    await inTurns(used, yieldNow, (start, end) => {
      for (let at = start; at < end; at++) {
        const key = from.key[offers[at] as number] as number
        let number = numberOf.get(key)
        if (number === undefined) {
          number = counts.push(0) - 1
          numberOf.set(key, number)
        }
        places[at] = number
        counts[number] = (counts[number] as number) + 1
      }
    })
    to.columns = offerColumns(Math.ceil(used * 1.1) + 1024)
    const keys = Float64Array.from(numberOf.keys()).sort()
    const nextPlace = new Int32Array(counts.length)
    await inTurns(keys.length, yieldNow, (start, end) => {
      for (let at = start; at < end; at++) {
        const key = keys[at] as number
        const number = numberOf.get(key) as number
        const isOfLastRun =
          at > 0 && Math.floor(key / parts.region) === Math.floor((keys[at - 1] as number) / parts.region)
        nextPlace[number] = to.size
        to.size += counts[number] as number
        to.addGroup(key, nextPlace[number] as number, to.size, isOfLastRun)
      }
    })
    to.sortedSize = to.size
    await inTurns(used, yieldNow, (start, end) => {
      for (let at = start; at < end; at++) {
        const number = places[at] as number
        places[at] = nextPlace[number] as number
        add(nextPlace, number, 1)
      }
    })
    for (const [name, column] of Object.entries(to.columns) as [keyof typeof from, Int32Array][])
      if (name !== 'group')
        await inTurns(used, yieldNow, (start, end) => {
          const source = from[name]
          for (let at = start; at < end; at++) column[places[at] as number] = source[offers[at] as number] as number
        })
    const { product, company, plant } = to.columns
    to.byProduct = await slotsByValue(product, to.size, to.productsEnd, yieldNow)
    to.byCompany = await slotsByValue(company, to.size, to.codes.company.count(), yieldNow)
    to.byPlant = await slotsByValue(plant, to.size, to.codes.plant.count(), yieldNow)
    await to.settle(yieldNow)
    return to
  }
}
