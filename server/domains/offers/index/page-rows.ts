import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'

/** Orders two slots with the same key: returns whether the first comes first. */
export type ComesBefore = (one: number, other: number) => boolean

/**
 * Finds one page of many offers without sorting all of them. It keeps the offers that may be on the page, and from time
 * to time drops those that come after its end. The smallest keys come first.
 */
export function firstRows({ offset, limit }: { offset: number; limit: number }, before: ComesBefore) {
  const wanted = offset + limit
  let keys = new Float64Array(256)
  let slots = new Int32Array(256)
  let count = 0
  /** The key of the last offer that may still be on the page, once as many as needed have been seen. */
  let worstKey = Number.POSITIVE_INFINITY
  let worst = -1

  const isBefore = (key: number, slot: number, otherKey: number, other: number) =>
    key < otherKey || (key === otherKey && before(slot, other))

  function exchange(one: number, other: number): void {
    const key = keys[one] as number
    const slot = slots[one] as number
    keys[one] = keys[other] as number
    slots[one] = slots[other] as number
    keys[other] = key
    slots[other] = slot
  }

  /** Hoare's partition: afterwards nothing in `from … result` comes after anything in `result + 1 … to`. */
  function partition(from: number, to: number): number {
    const middle = from + Math.floor(Math.random() * (to - from))
    const key = keys[middle] as number
    const slot = slots[middle] as number
    let low = from - 1
    let high = to + 1
    for (;;) {
      do low++
      while (isBefore(keys[low] as number, slots[low] as number, key, slot))
      do high--
      while (isBefore(key, slot, keys[high] as number, slots[high] as number))
      if (low >= high) return high
      exchange(low, high)
    }
  }

  /** Quickselect in steps: moves to `place` the offer that would be there if all from `from` on were sorted. */
  function* settle(from: number, place: number): Generator<void, void> {
    let [low, high] = [from, count - 1]
    while (low < high) {
      yield
      const end = partition(low, high)
      if (end < place) low = end + 1
      else high = end
    }
  }

  function forget(): void {
    for (const _ of settle(0, wanted - 1));
    count = wanted
    worstKey = keys[wanted - 1] as number
    worst = slots[wanted - 1] as number
  }

  return {
    /** Only offers with this key or a smaller one may still be on the page. */
    worstKey: () => worstKey,

    add(key: number, slot: number): void {
      if (worst >= 0 && !isBefore(key, slot, worstKey, worst)) return
      if (count === keys.length) {
        if (count >= 4 * wanted) forget()
        else {
          const [moreKeys, moreSlots] = [new Float64Array(count * 2), new Int32Array(count * 2)]
          moreKeys.set(keys)
          moreSlots.set(slots)
          keys = moreKeys
          slots = moreSlots
        }
      }
      keys[count] = key
      slots[count++] = slot
    },

    /** The slots of the page, sorted. */
    async page(yieldNow: YieldNow): Promise<number[]> {
      if (offset >= count) return []
      if (offset > 0) for (const _ of settle(0, offset)) await yieldNow()
      if (wanted < count) for (const _ of settle(offset, wanted - 1)) await yieldNow()
      const places = Array.from({ length: Math.min(limit, count - offset) }, (_, index) => offset + index)
      return places
        .toSorted((one, other) =>
          isBefore(keys[one] as number, slots[one] as number, keys[other] as number, slots[other] as number) ? -1 : 1,
        )
        .map(place => slots[place] as number)
    },
  }
}
