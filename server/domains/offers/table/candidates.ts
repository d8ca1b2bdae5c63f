import type { OfferTable } from './offer-table.ts'
import type { TableQuery } from './table-query.ts'

/** The offers whose product or company contains the words: by slot 1, and the slots. */
export interface Worded {
  marks: Uint8Array
  slots: Int32Array
}

export function wordedOf(table: OfferTable, query: TableQuery): Worded | null {
  const found = query.searched?.worded
  if (!found) return null
  const { columns, size } = table.view()
  const { next } = columns
  const marks = new Uint8Array(size)
  let slots = new Int32Array(2 * found.productIds.length + 16)
  let count = 0
  const take = (slot: number) => {
    if (marks[slot] === 1) return
    marks[slot] = 1
    if (count === slots.length) {
      const larger = new Int32Array(2 * count)
      larger.set(slots)
      slots = larger
    }
    slots[count++] = slot
  }
  for (const product of found.productIds)
    for (let slot = table.firstSlot(product); slot >= 0; slot = next[slot] as number) take(slot)
  for (const id of found.companyIds) for (const slot of table.ofCompany(id)) take(slot)
  return { marks, slots: slots.subarray(0, count) }
}

/**
 * The slots of the plants, companies or words that the query names, if these are at most half of all slots. Every match
 * is among them. `null`: all slots.
 */
export function candidates(table: OfferTable, { filters, plantIds, searched }: TableQuery, worded: Worded | null) {
  const meant = searched?.plantIds.map(table.ofPlant) ?? []
  const isNew = (slot: number) => worded?.marks[slot] !== 1
  const lists = [
    ...(plantIds ? [plantIds.map(table.ofPlant)] : []),
    ...(searched ? [worded ? [worded.slots, ...meant.map(slots => slots.filter(isNew))] : meant] : []),
    ...(filters.company.length > 0 ? [filters.company.map(table.ofCompany)] : []),
  ]
  const sized = lists.map(parts => ({ parts, size: parts.reduce((sum, { length }) => sum + length, 0) }))
  const [shortest] = sized.toSorted((one, other) => one.size - other.size)
  if (!shortest || shortest.size > table.view().size / 2) return null
  const all = new Int32Array(shortest.size)
  let at = 0
  for (const part of shortest.parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
