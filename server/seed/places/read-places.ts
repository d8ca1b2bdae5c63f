import { readFileSync } from 'node:fs'

/** A town or village of the data file; `region` is the key of its region among the lookups. */
export interface PlaceEntry {
  id: number
  name: string
  region: string
  latitude: number
  longitude: number
  population: number
  near: string
  /** USDA hardiness zone. */
  zone: number
  /** Its colder or warmer half, where it is known. */
  zoneHalf: 'a' | 'b' | null
}

/** The gazetteer as `npm run places` wrote it (docs/places.md). */
export function readPlaces(): PlaceEntry[] {
  const [, ...lines] = readFileSync(new URL('places.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map(line => {
    const [id, name = '', region = '', latitude, longitude, population, near = '', , zone = ''] = line.split('\t')
    return {
      id: Number(id),
      name,
      region,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(population),
      near,
      zone: Number.parseInt(zone, 10),
      zoneHalf: zone.endsWith('a') ? 'a' : zone.endsWith('b') ? 'b' : null,
    }
  })
}
