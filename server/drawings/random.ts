/** The only source of randomness in a drawing: seeded, so that a plant always gets the same picture, byte for byte. */
export interface Random {
  next(): number
  range(from: number, to: number): number
  int(from: number, to: number): number
  /** -1..1, symmetric around zero, denser in the middle. */
  bell(): number
  sign(): number
  pick<T>(items: readonly [T, ...T[]]): T
  /** A separate stream for a part of the drawing: a change in one part does not change the others. */
  fork(label: string): Random
}

function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  return (h ^ (h >>> 13)) >>> 0
}

export function makeRandom(seed: string): Random {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    range: (from, to) => from + (to - from) * next(),
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    bell: () => (next() + next() + next()) / 1.5 - 1,
    sign: () => (next() < 0.5 ? -1 : 1),
    pick: items => items[Math.floor(next() * items.length)] ?? items[0],
    fork: label => makeRandom(`${seed}/${label}`),
  }
}
