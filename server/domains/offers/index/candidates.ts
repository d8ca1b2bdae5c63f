import type { GroupedOffers } from './grouped-offers.ts'
import type { IndexQuery } from './offer-query.ts'

/** The offers whose product or company contains the words: by slot 1, and the slots. */
export interface Worded {
  marks: Uint8Array
  slots: Int32Array
}

export function wordedOf(index: GroupedOffers, { searched }: IndexQuery): Worded | null {
  if (!searched?.worded) return null
  const { productIds, companyIds } = searched.worded
  const marks = new Uint8Array(index.size)
  const slots: number[] = []
  const take = (slot: number) => {
    if (marks[slot] === 0) slots.push(slot)
    marks[slot] = 1
  }
  for (const product of productIds) index.eachOfProduct(product, take)
  for (const slot of index.slotsOfCompanies(companyIds)) take(slot)
  return { marks, slots: Int32Array.from(slots) }
}

/**
 * The slots of the plants, companies or words that the query names, if these are at most half of all slots. Every match
 * is among them. `null`: all slots.
 */
export function candidatesOf(index: GroupedOffers, query: IndexQuery, words: Worded | null): Int32Array | null {
  const { filters, plantIds, searched } = query
  const lists: Int32Array[] = []
  if (plantIds) lists.push(index.slotsOfPlants(plantIds))
  if (filters.company.length > 0) lists.push(index.slotsOfCompanies(filters.company))
  if (searched) {
    const meant = index.slotsOfPlants(searched.plantIds)
    if (!words) lists.push(meant)
    else {
      const others = meant.filter(slot => words.marks[slot] === 0)
      const all = new Int32Array(words.slots.length + others.length)
      all.set(words.slots)
      all.set(others, words.slots.length)
      lists.push(all)
    }
  }
  const [shortest] = lists.toSorted((one, other) => one.length - other.length)
  return shortest && shortest.length <= index.size / 2 ? shortest : null
}
