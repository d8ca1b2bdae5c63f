import type { Halves } from './halves.ts'

/** A sequence of choices that is the same for the same seed. */
export class Random {
  #state: number
  readonly isClosed: boolean

  constructor(seed: number, isClosed = false) {
    // Neighbouring seeds must not give neighbouring sequences.
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (isClosed ? 0x2545f491 : 0)) >>> 0
    this.isClosed = isClosed
    for (let step = 0; step < 4; step += 1) this.next()
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Both ends are included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<Entry>(entries: readonly Entry[]): Entry {
    const entry = entries[this.int(0, entries.length - 1)]
    if (entry === undefined) throw new Error('Nothing to choose from')
    return entry
  }

  /** A choice by weights; a weight of 0 is never chosen. */
  weighted<Name extends string>(weights: Partial<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (weight > 0 && left < 0) return name
    }
    throw new Error('Nothing to choose from')
  }

  /** From the half of the vocabulary that this run may use. */
  word<Entry>(entries: Halves<Entry>): Entry {
    return this.pick(this.isClosed ? entries.closed : entries.open)
  }

  shuffle<Entry>(entries: readonly Entry[]): Entry[] {
    const shuffled = [...entries]
    for (let at = shuffled.length - 1; at > 0; at -= 1) {
      const other = this.int(0, at)
      const [one, two] = [shuffled[at] as Entry, shuffled[other] as Entry]
      shuffled[at] = two
      shuffled[other] = one
    }
    return shuffled
  }

  some<Entry>(entries: readonly Entry[], count: number): Entry[] {
    return this.shuffle(entries).slice(0, count)
  }
}
