import type { Lookup } from '#contract/common.ts'
import type { Facets, ProductFilters } from '#contract/offers.ts'
import type { Cell } from './offers.queries.ts'

type Chosen = Pick<ProductFilters, 'zone' | 'rsp' | 'region'>

const fitsZone = (cell: Cell, { zone }: Chosen) => zone === undefined || (cell.zone !== null && cell.zone <= zone)
const fitsPackaging = (cell: Cell, { rsp }: Chosen) =>
  rsp.length === 0 || (cell.rootPackagingId !== null && rsp.includes(cell.rootPackagingId))
const fitsRegion = (cell: Cell, { region }: Chosen) =>
  region.length === 0 || (cell.regionId !== null && region.includes(cell.regionId))

/** How many of the counted listings match all chosen filters. */
export function countMatches(cells: Cell[], chosen: Chosen): number {
  return cells
    .filter(cell => fitsZone(cell, chosen) && fitsPackaging(cell, chosen) && fitsRegion(cell, chosen))
    .reduce((sum, cell) => sum + cell.count, 0)
}

function sumBy<Key>(cells: Cell[], key: (cell: Cell) => Key): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const cell of cells) sums.set(key(cell), (sums.get(key(cell)) ?? 0) + cell.count)
  return sums
}

/** Choices that some listing has, and those already chosen, with their counts. */
function choices(all: Lookup[], sums: Map<number | null, number>, chosen: number[]) {
  return all
    .map(({ id, name }) => ({ id, name, count: sums.get(id) ?? 0 }))
    .filter(choice => choice.count > 0 || chosen.includes(choice.id))
}

/** The counts beside the choices of each filter, the other filters staying as they are. */
export function facetsOf(cells: Cell[], chosen: Chosen, names: { rsp: Lookup[]; regions: Lookup[] }): Facets {
  const forZones = cells.filter(cell => fitsPackaging(cell, chosen) && fitsRegion(cell, chosen))
  const forPackaging = cells.filter(cell => fitsZone(cell, chosen) && fitsRegion(cell, chosen))
  const forRegions = cells.filter(cell => fitsZone(cell, chosen) && fitsPackaging(cell, chosen))
  const byZone = sumBy(forZones, cell => cell.zone)
  const zones = [...byZone.keys()].filter(zone => zone !== null).sort((one, other) => one - other)
  let sum = 0
  return {
    zones: zones.map(zone => {
      sum += byZone.get(zone) ?? 0
      return { zone, count: sum }
    }),
    rsp: choices(
      names.rsp,
      sumBy(forPackaging, cell => cell.rootPackagingId),
      chosen.rsp,
    ),
    regions: choices(
      names.regions,
      sumBy(forRegions, cell => cell.regionId),
      chosen.region,
    ),
  }
}
