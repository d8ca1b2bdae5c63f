import type { PlanningTask } from './task.ts'

/** What of a task's stocks lines may want more of together than there is; nobody else needs to be asked about stock. */
export function sharedStock({ lines, stocks = [] }: PlanningTask) {
  const wanted = lines.map(({ count, wanted: stated }) => stated ?? count ?? 0)
  const most = stocks.map(() => 0)
  for (const [line, { choices }] of lines.entries())
    for (const stock of new Set(choices.flatMap(choice => choice.stock ?? [])))
      most[stock] = (most[stock] ?? 0) + (wanted[line] ?? 0)
  const scarce = new Set(stocks.flatMap((left, at) => ((most[at] ?? 0) > left ? [at] : [])))

  /** `null`: of this choice there is enough, whatever the other lines take. */
  function stockOf(line: number, pick: number): number | null {
    const stock = lines[line]?.choices[pick]?.stock
    return stock !== undefined && scarce.has(stock) ? stock : null
  }

  function takenBy(picks: Int32Array): number[] {
    const taken = stocks.map(() => 0)
    for (const [line, pick] of picks.entries()) {
      const stock = stockOf(line, pick)
      if (stock !== null) taken[stock] = (taken[stock] ?? 0) + (wanted[line] ?? 0)
    }
    return taken
  }

  const fits = (picks: Int32Array) =>
    scarce.size === 0 || takenBy(picks).every((taken, at) => taken <= (stocks[at] ?? 0))

  /** Whether there is still as much as the line takes with this choice. */
  function hasRoom(taken: readonly number[], line: number, pick: number): boolean {
    const stock = stockOf(line, pick)
    return stock === null || (taken[stock] ?? 0) + (wanted[line] ?? 0) <= (stocks[stock] ?? 0)
  }

  return {
    fits,

    /** Whether the others may leave nothing for the line. */
    mayMiss: (line: number) =>
      scarce.size > 0 && (lines[line]?.choices.every((_, pick) => stockOf(line, pick) !== null) ?? false),

    /**
     * Makes choices fit: the line that loses most by not having its own is served first. `asked`: what a choice costs,
     * `null` where it is not to be had.
     */
    divide(picks: Int32Array, asked: (line: number, pick: number) => number | null): void {
      if (fits(picks)) return
      const ranked = [...picks.keys()]
        .filter(line => stockOf(line, picks[line] ?? -1) !== null)
        .map(line => {
          const costs = (lines[line]?.choices ?? [])
            .flatMap((_, pick) => {
              const cost = asked(line, pick)
              return cost === null ? [] : [{ pick, cost }]
            })
            .toSorted((one, other) => one.cost - other.cost)
          return { line, costs, loss: (costs[1]?.cost ?? Number.POSITIVE_INFINITY) - (costs[0]?.cost ?? 0) }
        })
      for (const { line } of ranked) picks[line] = -1
      const taken = takenBy(picks)
      const mostFirst = ranked.toSorted((one, other) => (one.loss < other.loss ? 1 : one.loss > other.loss ? -1 : 0))
      for (const { line, costs } of mostFirst) {
        const found = costs.find(({ pick }) => hasRoom(taken, line, pick))?.pick ?? -1
        const stock = stockOf(line, found)
        if (stock !== null) taken[stock] = (taken[stock] ?? 0) + (wanted[line] ?? 0)
        picks[line] = found
      }
    },

    /**
     * The ways in which a line can come to a choice: alone, or, where others have taken all, with one of them going
     * elsewhere. `isOpen`: where that may be.
     */
    *waysTo(
      picks: Int32Array,
      line: number,
      pick: number,
      isOpen: (line: number, pick: number) => boolean,
    ): Generator<{ line: number; pick: number }[]> {
      const stock = stockOf(line, pick)
      const taken = stock === null ? [] : takenBy(picks)
      if (stock === null || hasRoom(taken, line, pick)) {
        yield [{ line, pick }]
        return
      }
      const own = wanted[line] ?? 0
      for (const [other, has] of picks.entries()) {
        const count = wanted[other] ?? 0
        if (other === line || stockOf(other, has) !== stock) continue
        if ((taken[stock] ?? 0) - count + own > (stocks[stock] ?? 0)) continue
        // The line leaves what it has now, which may be what the other one needs.
        const left = stockOf(line, picks[line] ?? -1)
        const after = taken.map((sum, at) => (at === left ? sum - own : sum))
        for (const elsewhere of lines[other]?.choices.keys() ?? [])
          if (stockOf(other, elsewhere) !== stock && isOpen(other, elsewhere) && hasRoom(after, other, elsewhere))
            yield [
              { line: other, pick: elsewhere },
              { line, pick },
            ]
      }
    },
  }
}
