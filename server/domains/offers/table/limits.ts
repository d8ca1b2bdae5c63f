import { unstated } from './unstated.ts'

/** Both ends belong to the range. */
export interface Limits {
  least: number
  most: number
}
const largest = 2_147_483_647

/** The limits of a range that values must lie in; `null` if none is asked for. */
export function withinLimits(from: number | undefined, to: number | undefined, scale: number): Limits | null {
  if (from === undefined && to === undefined) return null
  const least = from === undefined ? 0 : Math.ceil(scaled(from, scale))
  return { least, most: to === undefined ? largest : Math.min(largest, Math.floor(scaled(to, scale))) }
}

/** The limits in millimetres of a range that ranges must overlap. */
export function overlapLimits(from: number | undefined, to: number | undefined): Limits | null {
  if (from === undefined && to === undefined) return null
  return {
    least: from === undefined ? -1 : Math.round(from * 10),
    most: to === undefined ? largest : Math.round(to * 10),
  }
}

/**
 * Whether the ranges overlap. Ranges that only touch do not overlap, but a single value matches a range that contains
 * it.
 */
export function overlaps(from: number, to: number, { least, most }: Limits): boolean {
  if (from === unstated && to === unstated) return false
  const low = from === unstated ? 0 : from
  const high = to === unstated ? largest : to
  return (
    (low < most && high > least) ||
    (from === to && from >= least && from <= most) ||
    (least === most && low <= least && least <= high)
  )
}
/** Converts a bound to the unit of a column, correcting rounding errors: 1.1 × 100 is exactly 110. */
function scaled(value: number, scale: number): number {
  const product = value * scale
  const whole = Math.round(product)
  return Math.abs(product - whole) < 1e-6 ? whole : product
}
