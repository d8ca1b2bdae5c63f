import type { Facets } from '#contract/offers.ts'

/** Winter minimum of each USDA zone, °C, rounded: the lower bound of the mean annual minimum. */
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

/** As shown in a list of zones: `4: до −34 °C`. */
export function zoneName(zone: number): string {
  const winter = coldest[zone]
  return winter ? `${zone}: ${winter}` : String(zone)
}

/**
 * The zones to choose from, with the number of plants that grow there. The response has only zones with plants; a zone
 * between two of them has the plants of the colder one.
 */
export function zoneChoices(zones: Facets['zones'], chosen: string): Facets['zones'] {
  const countAt = (place: number) => zones.findLast(({ zone }) => zone <= place)?.count ?? 0
  return Object.keys(coldest)
    .map(text => ({ zone: Number(text), count: countAt(Number(text)) }))
    .filter(({ zone, count }) => count > 0 || String(zone) === chosen)
}
