import type { Every } from '#contract/saved-searches.ts'
import { moscowAhead } from '#server/platform/moscow-day.ts'

const [hour, day] = [3_600_000, 86_400_000]
/** Milliseconds after midnight in Moscow. Daily and weekly news are sent then. */
const toldAt = 8 * hour
/** Days from 1 January 1970, a Thursday, to the first Monday. */
const firstMonday = 4

/** When to send news that were found at this time; `null` for `never`. */
export function dueAfter(every: Every, found: Date): Date | null {
  if (every === 'never') return null
  if (every === 'instant') return found
  const sinceEight = found.getTime() + moscowAhead - toldAt
  const days = Math.floor(sinceEight / day) + 1
  const untilMonday = every === 'weekly' ? (((firstMonday - days) % 7) + 7) % 7 : 0
  return new Date((days + untilMonday) * day + toldAt - moscowAhead)
}
