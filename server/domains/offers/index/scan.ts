import type { YieldNow } from '#server/platform/yield-to-event-loop.ts'
import type { GroupedOffers } from './grouped-offers.ts'

/** Slots that are filtered together; they and their columns stay in the processor's cache. */
const chunkSize = 1 << 12

/** Slots taken between two checks of the time, where nothing filters them. */
const takenAtOnce = 1 << 16

interface Scan {
  candidates: Int32Array | null
  steps: ((slots: Int32Array, count: number) => number)[]
  isOut: (group: number) => boolean
}

/** Takes slots: those from `from` up to `to` of a list, or these numbers themselves. */
type Take = (slots: Int32Array | null, from: number, to: number) => void

/**
 * Calls `take` with the slots that pass the steps: of the candidates, or of all runs that are not out. Some of them may
 * not hold an offer any more.
 */
export async function scan(
  { runs, runCount }: GroupedOffers,
  { candidates, steps, isOut }: Scan,
  take: Take,
  yieldNow: YieldNow,
): Promise<void> {
  const chunk = new Int32Array(chunkSize)
  const flush = (count: number) =>
    take(
      chunk,
      0,
      steps.reduce((left, step) => step(chunk, left), count),
    )
  for (let from = 0; candidates && from < candidates.length; from += chunkSize) {
    const part = candidates.subarray(from, from + chunkSize)
    chunk.set(part)
    flush(part.length)
    await yieldNow()
  }
  if (candidates) return
  let count = 0
  for (let run = 0; run < runCount; run++) {
    if (runs.count[run] === 0 || isOut(runs.first[run] as number)) continue
    const [start, end] = [runs.start[run] as number, runs.end[run] as number]
    if (steps.length === 0) {
      take(null, start, end)
      count += end - start
      if (count < takenAtOnce) continue
      count = 0
      await yieldNow()
      continue
    }
    for (let slot = start; slot < end;) {
      const until = Math.min(end, slot + chunkSize - count)
      for (; slot < until; slot++) chunk[count++] = slot
      if (count < chunkSize) continue
      flush(count)
      count = 0
      await yieldNow()
    }
  }
  if (steps.length > 0) flush(count)
}
