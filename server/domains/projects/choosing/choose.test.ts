import { describe, expect, it } from 'vitest'
import { type Choice, choose } from './choose.ts'

const one = (companyId: number, price: number | null, distance: number | null = null): Choice => ({
  companyId,
  variantId: companyId * 1000 + (price ?? 0),
  price,
  distance,
  wanted: 1,
  left: null,
  isLater: false,
})

it('takes the cheapest, those without a price last', async () => {
  const lines = [[one(1, 90), one(2, 80), one(3, null)], [one(3, null), one(4, null)], []]
  expect(await choose(lines, 'cheapest')).toEqual({ variants: [2080, 3000, null], isApproximate: false })
})

it('takes the nearest, and of those that are as near the cheapest', async () => {
  const lines = [[one(1, 90, 10), one(2, 80, 10), one(3, 1, null), one(4, 1, 300)]]
  expect((await choose(lines, 'nearest')).variants).toEqual([2080])
})

/** The same numbers each time. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function costOf(lines: Choice[][], companies: Set<number>) {
  let [unpriced, price] = [0, 0]
  for (const choices of lines) {
    const among = choices.filter(({ companyId }) => companies.has(companyId))
    if (choices.length === 0) continue
    if (among.length === 0) return null
    const prices = among.flatMap(choice => (choice.price === null ? [] : [choice.price]))
    if (prices.length === 0) unpriced++
    else price += Math.min(...prices)
  }
  return { unpriced, price }
}

/** Every set of companies is tried. */
function bruteForce(lines: Choice[][]) {
  const ids = [...new Set(lines.flatMap(choices => choices.map(({ companyId }) => companyId)))]
  let best: { count: number; unpriced: number; price: number } | null = null
  for (let mask = 0; mask < 1 << ids.length; mask++) {
    const companies = new Set(ids.filter((_, bit) => mask & (1 << bit)))
    const cost = costOf(lines, companies)
    if (!cost) continue
    const found = { count: companies.size, ...cost }
    const order = best ? found.count - best.count || found.unpriced - best.unpriced || found.price - best.price : -1
    if (order < 0) best = found
  }
  return best
}

it('finds the fewest companies, and of those the cheapest, as trying all of them does', async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const below = random(seed)
    const companies = 2 + below(9)
    const lines = Array.from({ length: 1 + below(10) }, () => {
      const having = Array.from({ length: companies }, (_, id) => id + 1).filter(() => below(100) < 35)
      return having.map(id => one(id, below(10) === 0 ? null : 1 + below(500)))
    })
    const { variants, isApproximate } = await choose(lines, 'fewest_companies')
    const chosen = lines.map((choices, at) => choices.find(({ variantId }) => variantId === variants[at]) ?? null)
    expect(chosen.map(choice => choice === null)).toEqual(lines.map(({ length }) => length === 0))
    const used = new Set(chosen.flatMap(choice => choice?.companyId ?? []))
    const best = bruteForce(lines)
    expect(isApproximate).toBe(false)
    expect({ count: used.size, ...costOf(lines, used) }, `seed ${seed}`).toEqual(best)
  }
})

describe('lines that want the same plants', () => {
  /** A choice of each line, by its place; `null`: there is none. */
  type Chosen = (Choice | null)[]

  /** Every way to choose of which nothing is promised twice. */
  function* allWays(lines: Choice[][], at = 0, taken: ReadonlyMap<number, number> = new Map()): Generator<Chosen> {
    const [line] = lines.slice(at)
    if (!line) {
      yield []
      return
    }
    for (const choice of [...line, null]) {
      const sum = choice ? (taken.get(choice.variantId) ?? 0) + choice.wanted : 0
      if (choice && sum > (choice.left ?? Number.POSITIVE_INFINITY)) continue
      for (const rest of allWays(lines, at + 1, choice ? new Map(taken).set(choice.variantId, sum) : taken))
        yield [choice, ...rest]
    }
  }
  const sum = (chosen: Chosen, of: (choice: Choice) => number) =>
    chosen.reduce((all, choice) => all + (choice ? of(choice) : 0), 0)
  const prices = (chosen: Chosen) => [
    chosen.filter(choice => choice === null).length,
    sum(chosen, ({ isLater }) => Number(isLater)),
    sum(chosen, ({ price }) => Number(price === null)),
    sum(chosen, ({ price }) => price ?? 0),
  ]
  const ways = (chosen: Chosen) => {
    const [without = 0, later = 0, ...rest] = prices(chosen)
    const unknown = sum(chosen, ({ distance }) => Number(distance === null))
    return [without, later, unknown, sum(chosen, ({ distance }) => distance ?? 0), ...rest]
  }
  const least = (lines: Choice[][], of: (chosen: Chosen) => number[]) =>
    [...allWays(lines)].map(of).reduce((best, one) => {
      const at = one.findIndex((part, place) => part !== best[place])
      return at >= 0 && (one[at] ?? 0) < (best[at] ?? 0) ? one : best
    })

  /** Of one plant, of which each company has so many in a size or two. */
  function schedule(seed: number) {
    const below = random(seed)
    const left = [0, 1, 2, 3].map(() => (below(4) === 0 ? null : 1 + below(9)))
    return Array.from({ length: 2 + below(4) }, () => {
      const wanted = 1 + below(4)
      return left.flatMap((there, at): Choice[] =>
        below(4) === 0 || (there !== null && there < wanted)
          ? []
          : [
              {
                ...one(1 + (at % 3), below(9) === 0 ? null : wanted * (1 + below(9)), [10, 20, null][at % 3]),
                ...{ variantId: at, wanted, left: there, isLater: at === 3 },
              },
            ],
      )
    })
  }
  const picked = (lines: Choice[][], variants: (number | null)[]) =>
    lines.map((choices, at) => choices.find(({ variantId }) => variantId === variants[at]) ?? null)

  it('get no more than there is, and together the least, as trying everything does', async () => {
    let shared = 0
    for (let seed = 1; seed <= 200; seed++) {
      const lines = schedule(seed)
      for (const [strategy, of] of [
        ['cheapest', prices],
        ['nearest', ways],
      ] as const) {
        const { variants, isApproximate } = await choose(lines, strategy)
        expect(of(picked(lines, variants)), `${strategy}, seed ${seed}`).toEqual(least(lines, of))
        expect(isApproximate).toBe(false)
      }
      const alone = await choose(
        lines.map(choices => choices.map(choice => ({ ...choice, left: null }))),
        'cheapest',
      )
      const { variants } = await choose(lines, 'cheapest')
      if (variants.some((variant, at) => variant !== alone.variants[at])) shared++
    }
    expect(shared).toBeGreaterThan(40)
  })

  it('get as many as can be had of the fewest companies', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const lines = schedule(seed).map(choices => choices.map(choice => ({ ...choice, isLater: false })))
      const { variants, isApproximate } = await choose(lines, 'fewest_companies')
      const chosen = picked(lines, variants)
      const left = new Map(lines.flat().map(({ variantId, left: there }) => [variantId, there]))
      for (const [variantId, there] of left) {
        const taken = sum(chosen, choice => (choice.variantId === variantId ? choice.wanted : 0))
        expect(taken).toBeLessThanOrEqual(there ?? Number.POSITIVE_INFINITY)
      }
      const [without] = least(lines, prices)
      expect(chosen.filter(choice => choice === null).length, `seed ${seed}`).toBe(without)
      const companies = new Set(chosen.flatMap(choice => choice?.companyId ?? [])).size
      const fewest = [...allWays(lines)]
        .filter(way => way.filter(choice => choice === null).length === without)
        .map(way => new Set(way.flatMap(choice => choice?.companyId ?? [])).size)
      expect([companies, isApproximate], `seed ${seed}`).toEqual([Math.min(...fewest), false])
    }
  })

  it('are a thousand of one plant, and others have their turn', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) =>
      Array.from({ length: 40 }, (_one, id) => ({
        ...one(id, 100 + ((at * 7 + id * 13) % 50)),
        ...{ variantId: id, wanted: 1 + (at % 5), left: 60 },
      })),
    )
    const begun = process.cpuUsage()
    const { variants, isApproximate } = await choose(lines, 'cheapest')
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(3000)
    expect(isApproximate).toBe(true)
    for (let id = 0; id < 40; id++)
      expect(sum(picked(lines, variants), choice => (choice.variantId === id ? choice.wanted : 0))).toBeLessThanOrEqual(
        60,
      )
    expect(variants.filter(variant => variant !== null).length).toBeGreaterThan(700)
  })
})

it('lets others have their turn, whatever it is given, and says when it is not sure', async () => {
  const below = random(7)
  const lines = (companies: number, share: number, count = 1000) =>
    Array.from({ length: count }, () =>
      Array.from({ length: companies }, (_, id) => one(id + 1, 1 + below(100_000))).filter(() => below(100) < share),
    )
  const hard = [lines(25, 20), lines(25, 8, 60), lines(24, 50), lines(60, 10)]
  // Time of the processor, for a busy machine is slow and not wrong.
  const used = () => process.cpuUsage().user / 1000
  let last = used()
  let longest = 0
  const watch = setInterval(() => {
    longest = Math.max(longest, used() - last)
    last = used()
  }, 1)
  const begun = performance.now()
  try {
    for (const asked of hard) {
      const { variants, isApproximate } = await choose(asked, 'fewest_companies')
      expect(variants.filter(variant => variant !== null).length).toBe(asked.filter(({ length }) => length > 0).length)
      if (asked === hard.at(-1)) expect(isApproximate).toBe(true)
    }
  } finally {
    clearInterval(watch)
  }
  expect(longest).toBeLessThan(150)
  expect(performance.now() - begun).toBeLessThan(60_000)
})
