import { expect, it } from 'vitest'
import { writeLabel } from '#contract/size-label.ts'
import type { Form, Root } from '#contract/variants.ts'
import { parseNotation } from './parse-notation.ts'
import { limits, noSizes, type Sizes } from './sizes.ts'

const forms: (Form | null)[] = [
  null,
  'standard',
  'half_standard',
  'multistem',
  'shrub',
  'solitaire',
  'hedge',
  'topiary',
  'espalier',
  'young',
]
const roots: (Root | null)[] = [null, 'bare_root', 'container', 'pot', 'tray', 'ball', 'wire_ball']

/** Pseudo-random numbers, the same in each run (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function someSizes(next: () => number): Sizes {
  const pick = <T>(values: T[]): T => values[Math.floor(next() * values.length)] as T
  const value = (of: keyof typeof limits): number => {
    const { min, max, decimals } = limits[of]
    // Favours small numbers, where metres, litres and cells are easily confused.
    const upTo = pick([max, Math.min(max, 20), Math.min(max, 200)])
    const number = min + next() * (upTo - min)
    return Math.min(max, Math.max(min, Number(number.toFixed(pick([0, decimals])))))
  }
  const maybe = (of: keyof typeof limits) => (next() < 0.5 ? null : value(of))
  const ends = (of: 'height' | 'spread' | 'girth'): [number | null, number | null] => {
    const [low = 0, high = 0] = [value(of), value(of)].sort((one, other) => one - other)
    return pick<[number | null, number | null]>([
      [null, null],
      [low, null],
      [null, high],
      [low, low],
      [low, high],
    ])
  }
  const [height_from, height_to] = ends('height')
  const [spread_from, spread_to] = ends('spread')
  const [girth_from, girth_to] = ends('girth')
  const root = pick(roots)
  return {
    form: pick(forms),
    height_from,
    height_to,
    spread_from,
    spread_to,
    girth_from,
    girth_to,
    stem_height: maybe('stem_height'),
    stems: maybe('stems'),
    transplants: maybe('transplants'),
    root,
    root_size: root === null || root === 'bare_root' ? null : maybe(root),
  }
}

it('reads every label back to the fields from which it was written, whatever the plant', () => {
  const next = numbers(20_26)
  for (let run = 0; run < 5_000; run++) {
    const sizes = someSizes(next)
    const label = writeLabel(sizes)
    const habit = ([null, 'tree', 'conifer', 'shrub', 'perennial'] as const)[run % 5]
    const { root_size: size, ...others } = sizes
    expect(parseNotation(label, { habit }), label).toEqual({
      fields: sizes,
      wish: { ...others, root_size_from: size, root_size_to: size },
      rest: '',
      doubts: [],
    })
  }
})

it('finds the name beside any label', () => {
  const next = numbers(7)
  for (let run = 0; run < 1_000; run++) {
    const sizes = someSizes(next)
    const { fields, rest } = parseNotation(`Клён остролистный 'Globosum', ${writeLabel(sizes)}`)
    expect(fields).toEqual(sizes)
    expect(rest).toBe("Клён остролистный 'Globosum'")
  }
})

it('writes the notation of the trade', () => {
  const lime: Sizes = {
    ...noSizes,
    girth_from: 18,
    girth_to: 20,
    height_from: 500,
    height_to: 550,
    transplants: 4,
    root: 'wire_ball',
    root_size: 80,
  }
  expect(writeLabel(lime)).toBe('Обхват 18–20 · выс. 500–550 · 4xv · WRB 80')
  expect(writeLabel({ ...lime, form: 'multistem', stems: 3, girth_from: null, girth_to: null, height_to: null })).toBe(
    'Многоствольное · выс. от 500 · 3 ствола · 4xv · WRB 80',
  )
  expect(writeLabel({ ...noSizes, height_from: 12.5, height_to: 15, root: 'pot', root_size: 9 })).toBe(
    'Выс. 12,5–15 см · P 9',
  )
  expect(writeLabel(noSizes)).toBe('')
})
