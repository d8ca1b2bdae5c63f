import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'

const int32 = (capacity: number) => new Int32Array(capacity)

/** Entries handled between two checks of the time. */
export const handledAtOnce = 1 << 14

/** Stands for an unstated value in columns of integers. */
export const unstated = -2_147_483_648
/** The largest value of a column of integers; the lower bound of a group in which nothing is stated. */
export const largest = 2_147_483_647

/**
 * One column for each value of an offer; a slot is an index into all of them. Prices are in kopecks, sizes in
 * millimetres, root sizes in hundredths of their unit, times in microseconds since 1970.
 */
export const offerColumns = (capacity: number) => ({
  id: int32(capacity),
  product: int32(capacity),
  /** Codes; plant 0 means no plant. */
  company: int32(capacity),
  plant: int32(capacity),
  /** 0 means that the slot holds no offer any more. */
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
  /** Of its group: see `keyOf`. */
  key: new Float64Array(capacity),
  /** Bits of `flag`. */
  flags: new Uint8Array(capacity),
})
export const flag = { hasPhotos: 1, hasTiers: 2, isMinimum: 4 } as const

/**
 * Columns of groups: offers with the same code in every filter whose choices are counted, with the sums and bounds of
 * all of them. Runs have the same columns; theirs are those of consecutive groups that differ only in their region.
 */
export const groupColumns = (capacity: number) => ({
  category: int32(capacity),
  root: int32(capacity),
  form: int32(capacity),
  stock: int32(capacity),
  zone: int32(capacity),
  region: int32(capacity),
  /** Its slots are those from `start` up to `end`; some of them may not hold an offer any more. */
  start: int32(capacity),
  end: int32(capacity),
  /** Of a group: its run. Of a run: its groups, from `first` up to `last`. */
  run: int32(capacity),
  first: int32(capacity),
  last: int32(capacity),
  count: int32(capacity),
  /** How many of its offers state the value. */
  pricesStated: int32(capacity),
  heightsStated: int32(capacity),
  girthsStated: int32(capacity),
  /** Bounds of what is stated: `largest` and `unstated` if nothing is. */
  priceLow: int32(capacity),
  priceHigh: int32(capacity),
  heightLow: int32(capacity),
  heightHigh: int32(capacity),
  girthLow: int32(capacity),
  girthHigh: int32(capacity),
  /** Bits of `openEnd`: some offer states only the other end of its range. */
  open: int32(capacity),
  newestPublished: new Float64Array(capacity),
  newestConfirmed: new Float64Array(capacity),
})
export type Groups = ReturnType<typeof groupColumns>
export const openEnd = { heightFrom: 1, heightTo: 2, girthFrom: 4, girthTo: 8 } as const

/** Makes room for another entry after `used` ones, if there is none. */
export function withRoom<Columns extends object>(columns: Columns, make: (size: number) => Columns, used: number) {
  const [any] = Object.values(columns) as Int32Array[]
  if (used < (any as Int32Array).length) return columns
  const larger = make(Math.ceil(used * 1.5) + 16)
  for (const [name, column] of Object.entries(larger)) column.set((columns as Record<string, Int32Array>)[name])
  return larger
}

/**
 * Assigns small integers to values, in the order in which the values appear, starting with those of `known`. 0 stands
 * for no value. Throws if there are more than `most` values; `what` names them in the message.
 */
export function codes<Value extends string | number>(what: string, most: number, known: readonly Value[] = []) {
  const values: (Value | null)[] = [null, ...known]
  const codeOf = new Map(known.map((value, index) => [value, index + 1]))
  return {
    of(value: Value): number {
      const code = codeOf.get(value)
      if (code !== undefined) return code
      if (values.length > most) throw new Error(`more than ${most} ${what}`)
      codeOf.set(value, values.length)
      return values.push(value) - 1
    },
    /** The code of a value, if it has one. */
    find: (value: Value): number | undefined => codeOf.get(value),
    valueOf: (code: number): Value | null => values[code] ?? null,
    /** One more than the largest code. */
    count: () => values.length,
    /** By code, 1 for the wanted values. */
    among(wanted: Iterable<Value>): Uint8Array {
      const marks = new Uint8Array(values.length)
      for (const value of wanted) marks[codeOf.get(value) ?? values.length] = 1
      return marks
    },
  }
}
export type Codes<Value extends string | number> = ReturnType<typeof codes<Value>>

/** Adds to an entry of a column. */
export function add(column: Int32Array, at: number, change: number): void {
  column[at] = (column[at] as number) + change
}

/** Calls `visit` with the numbers below `count`, so many thousand between two checks of the time. */
export async function inTurns(count: number, yieldNow: YieldNow, visit: (from: number, to: number) => void) {
  for (let from = 0; from < count; from += handledAtOnce) {
    visit(from, Math.min(count, from + handledAtOnce))
    await yieldNow()
  }
}

/** The slots by a column's value: those of `value` are `slots` from `starts[value]` up to `starts[value + 1]`. */
export interface SlotsByValue {
  starts: Int32Array
  slots: Int32Array
}
export async function slotsByValue(column: Int32Array, size: number, valuesCount: number, yieldNow: YieldNow) {
  const starts = int32(valuesCount + 2)
  const slots = int32(size)
  await inTurns(size, yieldNow, (from, to) => {
    for (let slot = from; slot < to; slot++) add(starts, (column[slot] as number) + 2, 1)
  })
  await inTurns(valuesCount, yieldNow, (from, to) => {
    for (let value = from + 2; value < to + 2; value++) add(starts, value, starts[value - 1] as number)
  })
  await inTurns(size, yieldNow, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const value = (column[slot] as number) + 1
      slots[starts[value] as number] = slot
      add(starts, value, 1)
    }
  })
  return { starts, slots }
}
