/** Pseudo-random numbers of the demonstration set (mulberry32): the same seed gives the same set on every machine. */
export interface Random {
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    chance: share => next() < share,
    pick: items => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}
