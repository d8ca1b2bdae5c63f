import type { Lookup } from '#contract/common.ts'
import type { Facets, ProductFilters } from '#contract/offers.ts'
import type { FacetBucket } from './offers.queries.ts'

type Chosen = Pick<ProductFilters, 'zone' | 'rsp' | 'region'>

const fitsZone = (bucket: FacetBucket, { zone }: Chosen) =>
  zone === undefined || (bucket.zone !== null && bucket.zone <= zone)
const fitsPackaging = (bucket: FacetBucket, { rsp }: Chosen) =>
  rsp.length === 0 || (bucket.rootPackagingId !== null && rsp.includes(bucket.rootPackagingId))
const fitsRegion = (bucket: FacetBucket, { region }: Chosen) =>
  region.length === 0 || (bucket.regionId !== null && region.includes(bucket.regionId))

/** The number of counted products that match all chosen filters. */
export function countMatches(buckets: FacetBucket[], chosen: Chosen): number {
  return buckets
    .filter(bucket => fitsZone(bucket, chosen) && fitsPackaging(bucket, chosen) && fitsRegion(bucket, chosen))
    .reduce((sum, bucket) => sum + bucket.count, 0)
}

function add<Key>(sums: Map<Key, number>, key: Key, count: number): void {
  sums.set(key, (sums.get(key) ?? 0) + count)
}

/** The choices that at least one product has, and those already chosen, with their counts. */
function choices(all: Lookup[], sums: Map<number | null, number>, chosen: number[]) {
  return all
    .map(({ id, name }) => ({ id, name, count: sums.get(id) ?? 0 }))
    .filter(choice => choice.count > 0 || chosen.includes(choice.id))
}

/** The counts of the choices of each filter. Each filter is counted with only the other filters applied. */
export function facetsOf(buckets: FacetBucket[], chosen: Chosen, names: { rsp: Lookup[]; regions: Lookup[] }): Facets {
  const byZone = new Map<number | null, number>()
  const byPackaging = new Map<number | null, number>()
  const byRegion = new Map<number | null, number>()
  for (const bucket of buckets) {
    const isOfZone = fitsZone(bucket, chosen)
    const isOfPackaging = fitsPackaging(bucket, chosen)
    const isOfRegion = fitsRegion(bucket, chosen)
    if (isOfPackaging && isOfRegion) add(byZone, bucket.zone, bucket.count)
    if (isOfZone && isOfRegion) add(byPackaging, bucket.rootPackagingId, bucket.count)
    if (isOfZone && isOfPackaging) add(byRegion, bucket.regionId, bucket.count)
  }
  const zones = [...byZone.keys()].filter(zone => zone !== null).sort((one, other) => one - other)
  let sum = 0
  return {
    zones: zones.map(zone => {
      sum += byZone.get(zone) ?? 0
      return { zone, count: sum }
    }),
    rsp: choices(names.rsp, byPackaging, chosen.rsp),
    regions: choices(names.regions, byRegion, chosen.region),
  }
}
