import { type Form, forms, type Root, roots, type Stock, stocks } from '#contract/variants.ts'
import type { StoredTier } from '#server/domains/products/products.api.ts'
import type { SizeColumns } from '#server/domains/products/variants/variants.present.ts'
import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import { codes } from './codes.ts'
import type { CompanyFacts, ReadOffers } from './offer-table.queries.ts'
import { unstated } from './unstated.ts'

const int32 = (capacity: number) => new Int32Array(capacity)

/** A list of the slots that belong to one company or to one plant. */
function slotList() {
  let slots = noSlots
  let count = 0
  return {
    add(slot: number): void {
      if (count === slots.length) {
        const larger = int32(Math.ceil(count * 1.5) + 4)
        larger.set(slots)
        slots = larger
      }
      slots[count++] = slot
    },
    remove(slot: number): void {
      const at = slots.subarray(0, count).indexOf(slot)
      if (at < 0) return
      count--
      slots[at] = slots[count] ?? 0
    },
    /** Replaces each slot by its new place. */
    move(placeOf: Int32Array): void {
      slots = slots.slice(0, count).map(slot => placeOf[slot] as number)
    },
    all: (): Int32Array => slots.subarray(0, count),
  }
}
type SlotList = ReturnType<typeof slotList>
/** The bits of a mark of a product, and the largest mark. */
const marksFrom = 1 << 11
const largestMark = 2 ** 31 - 1
/** Products handled between two checks of the time in `arrange`. */
const placedAtOnce = 1 << 14
const noSlots = int32(0)
const slotsIn = (lists: readonly SlotList[], code: number | undefined) =>
  code === undefined ? noSlots : (lists[code]?.all() ?? noSlots)

/**
 * The columns of offers; a slot is an index into all of them. Prices are in kopecks, sizes in millimetres, root sizes
 * in hundredths of their unit, times in microseconds since 1970.
 */
const columnsFor = (capacity: number) => ({
  id: int32(capacity),
  product: int32(capacity),
  /** The next slot of the same product; -1 at the end. */
  next: int32(capacity),
  /** Codes of `companies` and `plants`; plant 0 means no plant. */
  company: int32(capacity),
  plant: int32(capacity),
  /** 0 means that the slot is free. */
  group: int32(capacity),
  position: int32(capacity),
  heightFrom: int32(capacity),
  heightTo: int32(capacity),
  spreadFrom: int32(capacity),
  spreadTo: int32(capacity),
  girthFrom: int32(capacity),
  girthTo: int32(capacity),
  stemHeight: int32(capacity),
  rootSize: int32(capacity),
  stems: int32(capacity),
  transplants: int32(capacity),
  price: int32(capacity),
  quantity: int32(capacity),
  confirmedAt: new Float64Array(capacity),
  publishedAt: new Float64Array(capacity),
  /** Bits of `flag`. */
  flags: new Uint8Array(capacity),
})
type Columns = ReturnType<typeof columnsFor>

export const flag = { hasPhotos: 1, hasTiers: 2, isMinimum: 4 } as const

/**
 * The columns of groups. A group is all offers with the same values in every filter whose choices are counted. The
 * first six columns are codes; the bounds are in kopecks and millimetres.
 */
const groupsFor = (capacity: number) => ({
  category: new Uint16Array(capacity),
  region: new Uint16Array(capacity),
  zone: new Uint8Array(capacity),
  form: new Uint8Array(capacity),
  root: new Uint16Array(capacity),
  stock: new Uint8Array(capacity),
  count: int32(capacity),
  section: int32(capacity),
  /** How many of its offers are elsewhere than between `start` and `end`. */
  strays: int32(capacity),
  /** The slots from `start` up to `end` were the group's when the table was arranged. */
  start: int32(capacity),
  end: int32(capacity),
  /** How many of its offers state the value. */
  pricesStated: int32(capacity),
  heightsStated: int32(capacity),
  girthsStated: int32(capacity),
  priceLow: int32(capacity),
  priceHigh: int32(capacity),
  heightLow: int32(capacity),
  heightHigh: int32(capacity),
  girthLow: int32(capacity),
  girthHigh: int32(capacity),
  /** Bits of `openEnd`. */
  open: new Uint8Array(capacity),
  /** The newest of its times. They may be too new, because an offer that had one of them has left the group. */
  newestPublished: new Float64Array(capacity),
  newestConfirmed: new Float64Array(capacity),
  /** 1 if the bounds may be too wide, because an offer that had one of them has left the group. */
  isLoose: new Uint8Array(capacity),
})
export type Groups = ReturnType<typeof groupsFor>

/**
 * Consecutive groups that differ only in their region, with the sums and the bounds of all of them. `region` is
 * meaningless.
 */
const sectionsFor = (capacity: number) => ({
  ...groupsFor(capacity),
  /** Its groups are those from `firstGroup` up to `endGroup`. */
  firstGroup: int32(capacity),
  endGroup: int32(capacity),
  isStale: new Uint8Array(capacity),
})
type Sections = ReturnType<typeof sectionsFor>

/** Which ends of ranges some offer of a group leaves open: its bounds do not hold for them. */
export const openEnd = { heightFrom: 1, heightTo: 2, girthFrom: 4, girthTo: 8 } as const

/** Copies the first `used` entries of the columns into larger columns. */
function resized<Table extends object>(from: Table, to: Table, used: number): Table {
  for (const [name, column] of Object.entries(to))
    column.set((from as Record<string, Int32Array>)[name]?.subarray(0, used))
  return to
}

/** The largest codes that fit into the columns and the keys of the groups. More values would require wider ones. */
const most = { category: 4095, region: 65_535, zone: 255, root: 511 }

/** Codes of stocks. Products without any size have none: lists of products show them, and nothing finds their sizes. */
export const soldOut = stocks.indexOf('sold_out') + 1
export const unsized = 0

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

export type OfferTable = ReturnType<typeof offerTable>

/**
 * All published offers in memory, as columns of what a search filters, counts and orders by; about a hundred bytes
 * each. `offerIndex` keeps it up to date. Only `arrange` is asynchronous.
 */
export function offerTable() {
  let columns: Columns = columnsFor(1024)
  let size = 0
  const free: number[] = []
  let groups: Groups = groupsFor(256)
  // Group 0 is that of free slots.
  let groupCount = 1
  let loose: number[] = []
  let isArranged = false
  let sections: Sections = sectionsFor(16)
  let sectionCount = 0
  let stale: number[] = []
  /** The slots of each group that are not in its place in memory. */
  const strays = new Map<number, Set<number>>()
  const groupOf = new Map<number, number>()
  const firstOf = new Map<number, number>()
  let productsEnd = 0
  let marks = int32(0)
  let noMarks = 0
  const tiers = new Map<number, StoredTier[]>()

  const companies = codes<number>('companies', Number.MAX_SAFE_INTEGER)
  const plants = codes<number>('plants', Number.MAX_SAFE_INTEGER)
  const categories = codes<number>('categories', most.category)
  const regions = codes<number>('regions', most.region)
  const zones = codes<number>('zones', most.zone)
  const formCodes = codes<Form>('forms', 15, forms)
  /** The packings of sizes; and for sizes that state none the entries of the list that their products name, by id. */
  const rootCodes = codes<Root | number>('packings', most.root, roots)
  const stockCodes = codes<Stock>('stocks', 15, stocks)

  /** By company code. */
  const regionOf: number[] = [0]
  const isVerified: boolean[] = [false]
  const ofCompany: SlotList[] = [slotList()]
  const ofPlant: SlotList[] = [slotList()]
  /** The number of offers that are not sold out, by code. */
  const left: Record<Kind, number[]> = { company: [0], plant: [0], category: [0] }

  function companyCode(id: number): number {
    const code = companies.of(id)
    if (code === ofCompany.length) {
      ofCompany.push(slotList())
      regionOf.push(0)
      isVerified.push(false)
      left.company.push(0)
    }
    return code
  }

  function plantCode(id: number): number {
    if (id === unstated) return 0
    const code = plants.of(id)
    if (code === ofPlant.length) {
      ofPlant.push(slotList())
      left.plant.push(0)
    }
    return code
  }

  function groupAt(category: number, region: number, zone: number, form: number, root: number, stock: number): number {
    const key = ((((category * 65_536 + region) * 256 + zone) * 16 + form) * 512 + root) * 16 + stock
    const known = groupOf.get(key)
    if (known !== undefined) return known
    if (groupCount === groups.count.length) groups = resized(groups, groupsFor(Math.ceil(groupCount * 1.5)), groupCount)
    const group = groupCount++
    groupOf.set(key, group)
    groups.category[group] = category
    groups.region[group] = region
    groups.zone[group] = zone
    groups.form[group] = form
    groups.root[group] = root
    groups.stock[group] = stock
    empty(groups, group)
    if (isArranged) addSection(group, group + 1)
    return group
  }

  function empty(of: Groups, at: number): void {
    for (const bound of [of.priceLow, of.priceHigh, of.heightLow]) bound[at] = unstated
    for (const bound of [of.heightHigh, of.girthLow, of.girthHigh]) bound[at] = unstated
    for (const newest of [of.newestPublished, of.newestConfirmed]) newest[at] = Number.NEGATIVE_INFINITY
    of.open[at] = 0
  }

  function addSection(first: number, end: number): void {
    if (sectionCount === sections.count.length)
      sections = resized(sections, sectionsFor(Math.ceil(sectionCount * 1.5) + 16), sectionCount)
    const section = sectionCount++
    for (const name of ['category', 'zone', 'form', 'root', 'stock'] as const)
      sections[name][section] = groups[name][first] as number
    sections.firstGroup[section] = first
    sections.endGroup[section] = end
    sections.start[section] = groups.start[first] as number
    sections.end[section] = groups.end[end - 1] as number
    for (let group = first; group < end; group++) groups.section[group] = section
    outdate(section)
  }

  function outdate(section: number): void {
    if (sections.isStale[section] === 1) return
    sections.isStale[section] = 1
    stale.push(section)
  }

  /** Sums up the groups of a section. */
  function sumUp(section: number): void {
    let [count, strayCount, prices, heights, girths, open] = [0, 0, 0, 0, 0, 0]
    empty(sections, section)
    const end = sections.endGroup[section] as number
    for (let group = sections.firstGroup[section] as number; group < end; group++) {
      count += groups.count[group] as number
      strayCount += groups.strays[group] as number
      prices += groups.pricesStated[group] as number
      heights += groups.heightsStated[group] as number
      girths += groups.girthsStated[group] as number
      open |= groups.open[group] as number
      lower(sections.priceLow, section, groups.priceLow[group] as number)
      raise(sections.priceHigh, section, groups.priceHigh[group] as number)
      lower(sections.heightLow, section, groups.heightLow[group] as number)
      raise(sections.heightHigh, section, groups.heightHigh[group] as number)
      lower(sections.girthLow, section, groups.girthLow[group] as number)
      raise(sections.girthHigh, section, groups.girthHigh[group] as number)
      raise(sections.newestPublished, section, groups.newestPublished[group] as number)
      raise(sections.newestConfirmed, section, groups.newestConfirmed[group] as number)
    }
    sections.count[section] = count
    sections.strays[section] = strayCount
    sections.pricesStated[section] = prices
    sections.heightsStated[section] = heights
    sections.girthsStated[section] = girths
    sections.open[section] = open
    sections.isStale[section] = 0
  }

  const lower = (bound: Int32Array, group: number, value: number) => {
    const now = bound[group] as number
    if (value !== unstated && (now === unstated || value < now)) bound[group] = value
  }
  const raise = (bound: Int32Array | Float64Array, group: number, value: number) => {
    if (value > (bound[group] as number)) bound[group] = value
  }
  const lowOf = (from: Int32Array, to: Int32Array, slot: number) =>
    (from[slot] === unstated ? to[slot] : from[slot]) as number

  /** Extends the bounds of the slot's group to include its values. */
  function widen(slot: number): void {
    const { price, heightFrom, heightTo, girthFrom, girthTo } = columns
    const group = columns.group[slot] as number
    lower(groups.priceLow, group, price[slot] as number)
    raise(groups.priceHigh, group, price[slot] as number)
    lower(groups.heightLow, group, lowOf(heightFrom, heightTo, slot))
    raise(groups.heightHigh, group, lowOf(heightTo, heightFrom, slot))
    lower(groups.girthLow, group, lowOf(girthFrom, girthTo, slot))
    raise(groups.girthHigh, group, lowOf(girthTo, girthFrom, slot))
    raise(groups.newestPublished, group, columns.publishedAt[slot] as number)
    raise(groups.newestConfirmed, group, columns.confirmedAt[slot] as number)
    const isOpen = (end: Int32Array, other: Int32Array) => end[slot] === unstated && other[slot] !== unstated
    const open =
      (isOpen(heightFrom, heightTo) ? openEnd.heightFrom : 0) |
      (isOpen(heightTo, heightFrom) ? openEnd.heightTo : 0) |
      (isOpen(girthFrom, girthTo) ? openEnd.girthFrom : 0) |
      (isOpen(girthTo, girthFrom) ? openEnd.girthTo : 0)
    groups.open[group] = (groups.open[group] as number) | open
  }

  function countStated(slot: number, group: number, change: 1 | -1): void {
    const { price, heightFrom, heightTo, girthFrom, girthTo } = columns
    const add = (counts: Int32Array, value: number) => {
      if (value !== unstated) counts[group] = (counts[group] as number) + change
    }
    add(groups.pricesStated, price[slot] as number)
    add(groups.heightsStated, lowOf(heightFrom, heightTo, slot))
    add(groups.girthsStated, lowOf(girthFrom, girthTo, slot))
  }

  const isInPlace = (slot: number, group: number) =>
    slot >= (groups.start[group] as number) && slot < (groups.end[group] as number)

  /**
   * Calls `visit` with the slots of the groups from `first` up to `last`, which are all of a section or a group, that
   * are not in its place in memory.
   */
  function visitStrays(of: Groups, at: number, [first, last]: [number, number], visit: (slot: number) => void): void {
    if (of.strays[at] === 0) return
    const [start, end] = [of.start[at] as number, of.end[at] as number]
    for (let one = first; one < last; one++) {
      if (groups.strays[one] === 0) continue
      for (const slot of strays.get(one) ?? []) if (slot < start || slot >= end) visit(slot)
    }
  }

  /** Calls `visit` with each slot of a group. */
  function visitSlots(group: number, visit: (slot: number) => void): void {
    const end = groups.end[group] as number
    for (let slot = groups.start[group] as number; slot < end; slot++) if (columns.group[slot] === group) visit(slot)
    for (const slot of strays.get(group) ?? []) visit(slot)
  }

  function isBound(slot: number, group: number): boolean {
    const { price, heightFrom, heightTo, girthFrom, girthTo } = columns
    const is = (bound: Int32Array, value: number) => value !== unstated && bound[group] === value
    return (
      is(groups.priceLow, price[slot] as number) ||
      is(groups.priceHigh, price[slot] as number) ||
      is(groups.heightLow, lowOf(heightFrom, heightTo, slot)) ||
      is(groups.heightHigh, lowOf(heightTo, heightFrom, slot)) ||
      is(groups.girthLow, lowOf(girthFrom, girthTo, slot)) ||
      is(groups.girthHigh, lowOf(girthTo, girthFrom, slot))
    )
  }

  const isLeft = (group: number) => groups.stock[group] !== soldOut && groups.stock[group] !== unsized

  function countLeft(slot: number, group: number, change: 1 | -1): void {
    if (!isLeft(group)) return
    const add = (counts: number[], code: number) => {
      counts[code] = (counts[code] ?? 0) + change
    }
    add(left.company, columns.company[slot] as number)
    add(left.plant, columns.plant[slot] as number)
    add(left.category, groups.category[group] as number)
  }

  function enterGroup(slot: number, group: number): void {
    columns.group[slot] = group
    groups.count[group] = (groups.count[group] ?? 0) + 1
    widen(slot)
    countStated(slot, group, 1)
    countLeft(slot, group, 1)
    if (!isArranged) return
    outdate(groups.section[group] as number)
    if (isInPlace(slot, group)) return
    groups.strays[group] = (groups.strays[group] as number) + 1
    const others = strays.get(group)
    if (others) others.add(slot)
    else strays.set(group, new Set([slot]))
  }

  function leaveGroup(slot: number): void {
    const group = columns.group[slot] as number
    groups.count[group] = (groups.count[group] ?? 0) - 1
    countStated(slot, group, -1)
    countLeft(slot, group, -1)
    if (groups.isLoose[group] === 0 && isBound(slot, group)) {
      groups.isLoose[group] = 1
      loose.push(group)
    }
    if (isArranged) outdate(groups.section[group] as number)
    const others = strays.get(group)
    if (others?.delete(slot)) {
      groups.strays[group] = others.size
      if (others.size === 0) strays.delete(group)
    }
    columns.group[slot] = 0
  }

  function take(): number {
    const freed = free.pop()
    if (freed !== undefined) return freed
    if (size === columns.id.length) columns = resized(columns, columnsFor(Math.ceil(size * 1.5)), size)
    return size++
  }

  /** Writes an offer into a slot that belongs to no group, and adds it to its group. */
  function write(slot: number, read: ReadOffers, at: number): void {
    const { whole } = read
    const id = whole.id[at] as number
    const tiersOf = read.tiers.get(id)
    for (const name of copied) columns[name][slot] = whole[name][at] as number
    columns.confirmedAt[slot] = read.confirmedAt[at] as number
    columns.publishedAt[slot] = read.publishedAt[at] as number
    columns.flags[slot] =
      (whole.hasPhotos[at] ? flag.hasPhotos : 0) |
      (tiersOf ? flag.hasTiers : 0) |
      (whole.isMinimum[at] ? flag.isMinimum : 0)
    if (tiersOf) tiers.set(slot, tiersOf)
    else tiers.delete(slot)
    const zone = whole.zone[at] as number
    const packaging = whole.packaging[at] as number
    const root = whole.root[at] as number
    const group = groupAt(
      categories.of(whole.category[at] as number),
      regionOf[columns.company[slot] as number] ?? 0,
      zone === unstated ? 0 : zones.of(zone),
      whole.form[at] as number,
      root === 0 && packaging !== unstated ? rootCodes.of(packaging) : root,
      whole.stock[at] as number,
    )
    enterGroup(slot, group)
  }

  function add(read: ReadOffers, at: number): void {
    const slot = take()
    const company = companyCode(read.whole.company[at] as number)
    const plant = plantCode(read.whole.plant[at] as number)
    columns.company[slot] = company
    columns.plant[slot] = plant
    ofCompany[company]?.add(slot)
    ofPlant[plant]?.add(slot)
    const product = read.whole.product[at] as number
    columns.next[slot] = firstOf.get(product) ?? -1
    firstOf.set(product, slot)
    productsEnd = Math.max(productsEnd, product + 1)
    write(slot, read, at)
  }

  /** Overwrites an offer in place. Its slot moves to another plant's list only if the plant changed. */
  function overwrite(slot: number, read: ReadOffers, at: number): void {
    leaveGroup(slot)
    const plant = plantCode(read.whole.plant[at] as number)
    const before = columns.plant[slot] as number
    if (plant !== before) {
      ofPlant[before]?.remove(slot)
      ofPlant[plant]?.add(slot)
      columns.plant[slot] = plant
    }
    write(slot, read, at)
  }

  function giveBack(slot: number): void {
    leaveGroup(slot)
    ofCompany[columns.company[slot] as number]?.remove(slot)
    ofPlant[columns.plant[slot] as number]?.remove(slot)
    tiers.delete(slot)
    free.push(slot)
  }

  /** An offer with what tells its size, price and stock. */
  function offerAt(slot: number): SizedOffer {
    const { id, company, group, price, quantity, flags, ...of } = columns
    const stated = (value: number | undefined) => (value === undefined || value === unstated ? null : value)
    const rootSize = stated(of.rootSize[slot])
    const root = rootCodes.valueOf(groups.root[group[slot] as number] as number)
    return {
      id: id[slot] as number,
      companyId: companies.valueOf(company[slot] as number) as number,
      form: formCodes.valueOf(groups.form[group[slot] as number] as number),
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
      priceTiers: tiers.get(slot) ?? [],
      stock: stockCodes.valueOf(groups.stock[group[slot] as number] as number),
      available: (flags[slot] as number) & flag.isMinimum ? null : stated(quantity[slot]),
    }
  }

  function slotsOf(product: number): number[] {
    const slots: number[] = []
    for (let slot = firstOf.get(product) ?? -1; slot >= 0; slot = columns.next[slot] ?? -1) slots.push(slot)
    return slots
  }

  /** Keeps only the first `length` of the product's slots and frees the others. */
  function shorten(product: number, slots: readonly number[], length: number): void {
    for (const slot of slots.slice(length)) giveBack(slot)
    const kept = slots.slice(0, length)
    for (const [index, slot] of kept.entries()) columns.next[slot] = kept[index + 1] ?? -1
    if (kept[0] === undefined) firstOf.delete(product)
    else firstOf.set(product, kept[0])
  }

  return {
    companies,
    plants,
    categories,
    regions,
    zones,
    forms: formCodes,
    roots: rootCodes,
    stocks: stockCodes,
    tiers,
    /**
     * The current columns. Do not keep them: they are replaced when they grow. Slots from `size` on were never used.
     */
    view: () => ({ columns, groups, groupCount, sections, sectionCount, size }),
    /** The first slot of a product, -1 if it has none; `next` leads to the others. */
    firstSlot: (product: number) => firstOf.get(product) ?? -1,
    slotsOf,
    visitStrays,
    /** The ids of all products. */
    productIds: () => [...firstOf.keys()],
    /** One more than the largest id of a product. */
    productsEnd: () => productsEnd,
    /**
     * For one search to mark products in, by id: bits below `marksFrom` on top of `none`. Lower values are marks of earlier
     * searches, and mean none too.
     */
    productMarks(): { marks: Int32Array; none: number } {
      if (marks.length < productsEnd || noMarks > largestMark - 2 * marksFrom) {
        marks = int32(Math.ceil(productsEnd * 1.1))
        noMarks = 0
      }
      noMarks += marksFrom
      return { marks, none: noMarks }
    },
    offerAt,
    /** The slots of a company or a plant, by its id. */
    ofCompany: (id: number) => slotsIn(ofCompany, companies.find(id)),
    ofPlant: (id: number) => slotsIn(ofPlant, plants.find(id)),
    /**
     * The offers of a plant that are not sold out, by their ids: of all companies, without those of which deals hold
     * everything, or of one company.
     */
    offersOfPlant(id: number, companyId?: number): SizedOffer[] {
      const company = companyId === undefined ? undefined : companies.find(companyId)
      if (companyId !== undefined && company === undefined) return []
      const isAsked = (slot: number) =>
        isLeft(columns.group[slot] as number) &&
        (company === undefined ? columns.quantity[slot] !== 0 : columns.company[slot] === company)
      return Array.from(slotsIn(ofPlant, plants.find(id)).filter(isAsked), offerAt)
    },
    isVerified: (companyCode: number) => isVerified[companyCode] ?? false,
    /** The number of offers of these companies, plants or categories, by their ids, that are not sold out. */
    countLeft(kind: Kind, ids: readonly number[]): number {
      const known = { company: companies, plant: plants, category: categories }[kind]
      const of = (id: number) => {
        const code = known.find(id)
        return code === undefined ? 0 : (left[kind][code] ?? 0)
      }
      return ids.reduce((sum, id) => sum + of(id), 0)
    },
    /** Adds offers of products that the table does not contain yet. */
    append(read: ReadOffers, from = 0, to = read.count): void {
      for (let at = from; at < to; at++) add(read, at)
    },
    /** Replaces all offers of a product by those at these indexes of `read`. */
    replace(product: number, read: ReadOffers, places: readonly number[]): void {
      const slots = slotsOf(product)
      for (const [index, at] of places.entries()) {
        const slot = slots[index]
        if (slot === undefined) add(read, at)
        else overwrite(slot, read, at)
      }
      if (places.length < slots.length) shorten(product, slots, places.length)
    },
    /** Removes all offers of a product. */
    remove: (product: number) => shorten(product, slotsOf(product), 0),
    /** Updates the facts of companies, and moves their offers to other groups if the region changed. */
    setCompanies(all: readonly CompanyFacts[]): void {
      for (const { id, regionId, isVerified: isMarked } of all) {
        const code = companyCode(id)
        isVerified[code] = isMarked
        const region = regionId === null ? 0 : regions.of(regionId)
        if (regionOf[code] === region) continue
        regionOf[code] = region
        for (const slot of ofCompany[code]?.all() ?? []) {
          const { category, zone, form, root, stock } = groups
          const old = columns.group[slot] as number
          leaveGroup(slot)
          const parts = [category, zone, form, root, stock].map(column => column[old] as number)
          const [inCategory = 0, inZone = 0, ofForm = 0, inRoot = 0, inStock = 0] = parts
          enterGroup(slot, groupAt(inCategory, region, inZone, ofForm, inRoot, inStock))
        }
      }
    },
    /** Makes the bounds of all groups and the sums of all sections exact again. */
    tighten(): void {
      for (const group of loose) {
        outdate(groups.section[group] as number)
        empty(groups, group)
        visitSlots(group, widen)
        groups.isLoose[group] = 0
      }
      loose = []
      for (const section of stale) sumUp(section)
      stale = []
    },
    /**
     * Moves the offers of each group next to each other, and groups of one category next to each other, because
     * searches read them together and memory is fetched in consecutive blocks. Groups get new codes in the same order.
     * It also frees spare capacity, except for a tenth. Nothing may use the table meanwhile. Offers that change to
     * another group later stay where they are, as its strays.
     */
    async arrange(yieldNow: YieldNow): Promise<void> {
      const { category, region, zone, form, root, stock } = groups
      const order = Array.from({ length: groupCount }, (_, group) => group)
        .filter(group => (groups.count[group] as number) > 0)
        .sort((one, other) => {
          for (const column of [category, root, form, stock, zone, region]) {
            const difference = (column[one] as number) - (column[other] as number)
            if (difference !== 0) return difference
          }
          return 0
        })
      await yieldNow()
      const codeOf = int32(groupCount)
      const arranged = groupsFor(Math.ceil(order.length * 1.1) + 256)
      const nextPlace = int32(groupCount)
      let used = 0
      for (const [index, group] of order.entries()) {
        const code = index + 1
        codeOf[group] = code
        for (const [name, column] of Object.entries(arranged))
          column[code] = groups[name as keyof Groups][group] as number
        nextPlace[group] = used
        arranged.start[code] = used
        used += groups.count[group] as number
        arranged.end[code] = used
      }
      await yieldNow()
      for (const [key, group] of groupOf) {
        const code = codeOf[group] as number
        if (code === 0) groupOf.delete(key)
        else groupOf.set(key, code)
      }
      loose = loose.map(group => codeOf[group] as number).filter(code => code > 0)
      await yieldNow()
      const placeOf = int32(size).fill(-1)
      for (let slot = 0; slot < size; slot++) {
        const group = columns.group[slot] as number
        if (group === 0) continue
        placeOf[slot] = nextPlace[group] as number
        nextPlace[group] = (nextPlace[group] as number) + 1
      }
      const to = columnsFor(Math.ceil(used * 1.1) + 1024)
      for (const [name, column] of Object.entries(to)) {
        const from = columns[name as keyof Columns]
        for (let slot = 0; slot < size; slot++) {
          const place = placeOf[slot] as number
          if (place >= 0) column[place] = from[slot] as number
        }
        await yieldNow()
      }
      for (let place = 0; place < used; place++) {
        const next = to.next[place] as number
        if (next >= 0) to.next[place] = placeOf[next] as number
        to.group[place] = codeOf[to.group[place] as number] as number
      }
      for (const [index, [product, slot]] of [...firstOf].entries()) {
        firstOf.set(product, placeOf[slot] as number)
        if (index % placedAtOnce === 0) await yieldNow()
      }
      const tiersOf = [...tiers]
      tiers.clear()
      for (const [slot, of] of tiersOf) tiers.set(placeOf[slot] as number, of)
      for (const list of [...ofCompany, ...ofPlant]) list.move(placeOf)
      columns = to
      size = used
      free.length = 0
      groups = arranged
      groupCount = order.length + 1
      strays.clear()
      groups.strays.fill(0)
      isArranged = true
      sectionCount = 0
      stale = []
      sections = sectionsFor(256)
      const isSame = (one: number, other: number) =>
        [groups.category, groups.root, groups.form, groups.stock, groups.zone].every(
          column => column[one] === column[other],
        )
      for (let first = 1, group = 2; first < groupCount; group++) {
        if (group < groupCount && isSame(first, group)) continue
        addSection(first, group)
        first = group
      }
    },
  }
}

/** The columns that are copied as they were read. */
const copied = [
  'id',
  'product',
  'position',
  'heightFrom',
  'heightTo',
  'spreadFrom',
  'spreadTo',
  'girthFrom',
  'girthTo',
  'stemHeight',
  'rootSize',
  'stems',
  'transplants',
  'price',
  'quantity',
] as const
