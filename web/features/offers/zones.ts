import type { Facets } from '#contract/offers.ts'

/** Coldest winters of each USDA zone, °C, rounded: the mean of the yearly minimum comes down to this. */
const coldest: Record<number, string> = {
  1: 'ниже −46 °C',
  2: 'до −46 °C',
  3: 'до −40 °C',
  4: 'до −34 °C',
  5: 'до −29 °C',
  6: 'до −23 °C',
  7: 'до −18 °C',
  8: 'до −12 °C',
  9: 'до −7 °C',
}

/** As it stands in a list of zones: `4: до −34 °C`. */
export function zoneName(zone: number): string {
  const winter = coldest[zone]
  return winter ? `${zone}: ${winter}` : String(zone)
}

/**
 * The zones a place may have, with what grows there. The answer names only zones of which there are plants; a garden in
 * a zone between two of them can take what the colder one takes.
 */
export function zoneChoices(zones: Facets['zones'], chosen: string): Facets['zones'] {
  const countAt = (place: number) => zones.findLast(({ zone }) => zone <= place)?.count ?? 0
  return Object.keys(coldest)
    .map(text => ({ zone: Number(text), count: countAt(Number(text)) }))
    .filter(({ zone, count }) => count > 0 || String(zone) === chosen)
}
