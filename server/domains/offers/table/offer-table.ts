import { type Form, forms, type Root, roots, stocks } from '#contract/variants.ts'
import type { StoredTier } from '#server/domains/products/products.api.ts'
import type { SizeColumns } from '#server/domains/products/variants/variants.present.ts'
import { codes } from './codes.ts'
import type { Breathe } from './kept-offers.ts'
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

export const flag = { hasPhotos: 1, hasTiers: 2 } as const

/**
 * The columns of groups. A group is all offers with the same values in every filter whose choices are counted. The
 * first six columns are codes; the bounds are in kopecks and millimetres.
 */
const groupsFor = (capacity: number) => ({
  category: new Uint16Array(capacity),
  region: new Uint16Array(capacity),
  zone: new Uint8Array(capacity),
  form: new Uint8Array(capacity),
  root: new Uint8Array(capacity),
  stock: new Uint8Array(capacity),
  count: int32(capacity),
  priceLow: int32(capacity),
  priceHigh: int32(capacity),
  heightLow: int32(capacity),
  heightHigh: int32(capacity),
  girthLow: int32(capacity),
  girthHigh: int32(capacity),
  /** 1 if the bounds may be too wide, because an offer that had one of them has left the group. */
  isLoose: new Uint8Array(capacity),
})
type Groups = ReturnType<typeof groupsFor>

/** Copies the first `used` entries of the columns into larger columns. */
function resized<Table extends object>(from: Table, to: Table, used: number): Table {
  for (const [name, column] of Object.entries(to))
    column.set((from as Record<string, Int32Array>)[name]?.subarray(0, used))
  return to
}

/** The largest codes that fit into the columns of the groups. More values would require wider columns. */
const most = { category: 65_535, region: 65_535, zone: 255 }

export const soldOut = stocks.indexOf('sold_out') + 1

export interface OfferOfPlant extends SizeColumns {
  /** The variant's id. */
  id: number
  companyId: number
  priceKopecks: number | null
  priceTiers: StoredTier[]
}

type Kind = 'company' | 'plant' | 'category'

export type OfferTable = ReturnType<typeof offerTable>

/**
 * All published offers in memory, as columns of what a search filters, counts and orders by; about a hundred bytes
 * each. `keptOffers` keeps it up to date. Only `arrange` is asynchronous.
 */
export function offerTable() {
  let columns: Columns = columnsFor(1024)
  let size = 0
  const free: number[] = []
  let groups: Groups = groupsFor(256)
  // Group 0 is that of free slots.
  let groupCount = 1
  let looseCount = 0
  const groupOf = new Map<number, number>()
  const firstOf = new Map<number, number>()
  const tiers = new Map<number, StoredTier[]>()

  const companies = codes<number>('companies', Number.MAX_SAFE_INTEGER)
  const plants = codes<number>('plants', Number.MAX_SAFE_INTEGER)
  const categories = codes<number>('categories', most.category)
  const regions = codes<number>('regions', most.region)
  const zones = codes<number>('zones', most.zone)
  const formCodes = codes<Form>('forms', 15, forms)
  const rootCodes = codes<Root>('roots', 15, roots)
  const stockCodes = codes<string>('stocks', 15, stocks)

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
    const key = ((((category * 65_536 + region) * 256 + zone) * 16 + form) * 16 + root) * 16 + stock
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
    empty(group)
    return group
  }

  function empty(group: number): void {
    for (const bound of [groups.priceLow, groups.priceHigh, groups.heightLow]) bound[group] = unstated
    for (const bound of [groups.heightHigh, groups.girthLow, groups.girthHigh]) bound[group] = unstated
  }

  const lower = (bound: Int32Array, group: number, value: number) => {
    const now = bound[group] as number
    if (value !== unstated && (now === unstated || value < now)) bound[group] = value
  }
  const raise = (bound: Int32Array, group: number, value: number) => {
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

  function countLeft(slot: number, group: number, change: 1 | -1): void {
    if (groups.stock[group] === soldOut) return
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
    countLeft(slot, group, 1)
  }

  function leaveGroup(slot: number): void {
    const group = columns.group[slot] as number
    groups.count[group] = (groups.count[group] ?? 0) - 1
    countLeft(slot, group, -1)
    if (groups.isLoose[group] === 0 && isBound(slot, group)) {
      groups.isLoose[group] = 1
      looseCount++
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
    columns.flags[slot] = (whole.hasPhotos[at] ? flag.hasPhotos : 0) | (tiersOf ? flag.hasTiers : 0)
    if (tiersOf) tiers.set(slot, tiersOf)
    else tiers.delete(slot)
    const zone = whole.zone[at] as number
    const group = groupAt(
      categories.of(whole.category[at] as number),
      regionOf[columns.company[slot] as number] ?? 0,
      zone === unstated ? 0 : zones.of(zone),
      whole.form[at] as number,
      whole.root[at] as number,
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

  /** The values of an offer that decide how well it matches a line of a schedule. */
  function offerAt(slot: number): OfferOfPlant {
    const { id, company, group, price, ...of } = columns
    const stated = (value: number | undefined) => (value === undefined || value === unstated ? null : value)
    const rootSize = stated(of.rootSize[slot])
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
      root: rootCodes.valueOf(groups.root[group[slot] as number] as number),
      rootSize: rootSize === null ? null : rootSize / 100,
      priceKopecks: stated(price[slot]),
      priceTiers: tiers.get(slot) ?? [],
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
    view: () => ({ columns, groups, groupCount, size }),
    slotsOf,
    /** The slots of a company or a plant, by its id. */
    ofCompany: (id: number) => slotsIn(ofCompany, companies.find(id)),
    ofPlant: (id: number) => slotsIn(ofPlant, plants.find(id)),
    /** The offers of a plant that are not sold out, of all companies or of one, by their ids. */
    offersOfPlant(id: number, companyId?: number): OfferOfPlant[] {
      const company = companyId === undefined ? undefined : companies.find(companyId)
      if (companyId !== undefined && company === undefined) return []
      const isAsked = (slot: number) =>
        groups.stock[columns.group[slot] as number] !== soldOut &&
        (company === undefined || columns.company[slot] === company)
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
    /** Makes the bounds of all groups exact again, in one pass over the offers if any bounds may be too wide. */
    tighten(): void {
      if (looseCount === 0) return
      for (let group = 1; group < groupCount; group++) if (groups.isLoose[group] === 1) empty(group)
      const { group: groupOfSlot } = columns
      for (let slot = 0; slot < size; slot++) if (groups.isLoose[groupOfSlot[slot] as number] === 1) widen(slot)
      groups.isLoose.fill(0)
      looseCount = 0
    },
    /**
     * Moves offers of one group, and groups of one category, next to each other, because searches read them together
     * and memory is fetched in consecutive blocks. It also frees spare capacity, except for a tenth. Nothing may use
     * the table meanwhile. Offers that change later stay where they are.
     */
    async arrange(breathe: Breathe): Promise<void> {
      const { category, region, zone, form, root, stock } = groups
      const order = Array.from({ length: groupCount }, (_, group) => group).sort((one, other) => {
        for (const column of [category, root, form, stock, zone, region]) {
          const difference = (column[one] as number) - (column[other] as number)
          if (difference !== 0) return difference
        }
        return 0
      })
      await breathe()
      const nextPlace = int32(groupCount)
      let used = 0
      for (const group of order) {
        nextPlace[group] = used
        used += groups.count[group] as number
      }
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
        await breathe()
      }
      for (let place = 0; place < used; place++) {
        const next = to.next[place] as number
        if (next >= 0) to.next[place] = placeOf[next] as number
      }
      for (const [index, [product, slot]] of [...firstOf].entries()) {
        firstOf.set(product, placeOf[slot] as number)
        if (index % placedAtOnce === 0) await breathe()
      }
      const tiersOf = [...tiers]
      tiers.clear()
      for (const [slot, of] of tiersOf) tiers.set(placeOf[slot] as number, of)
      for (const list of [...ofCompany, ...ofPlant]) list.move(placeOf)
      columns = to
      size = used
      free.length = 0
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
