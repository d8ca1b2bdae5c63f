import { readFileSync } from 'node:fs'
import { distanceKm } from './distance.ts'

/** A place with its height above the sea, metres. */
export interface HighPlace {
  name: string
  region: string
  latitude: number
  longitude: number
  /** `null` where GeoNames has none (some places by the sea). */
  height: number | null
}

/** A station and the mean of its yearly minima, °C. */
export interface Station extends HighPlace {
  minimum: number
}

export interface Zone {
  zone: number
  /** The colder or the warmer half; `''` where no station is near enough to tell. */
  half: 'a' | 'b' | ''
}

/** Metres of height that set two places apart as much as a kilometre of way does: valleys keep their own cold. */
const metresPerKm = 4
const stationsAsked = 5
/** Kilometres added to each distance, so that a station in the very place does not silence its neighbours altogether. */
const blur = 5
/** °C per metre above the stations. A place below them is not taken to be warmer, for cold air flows down. */
const lapse = 0.005
/** °C taken off for each kilometre to the nearest station, and at most: what is not known is taken to be colder. */
const doubt = { perKm: 0.01, most: 1.5 }
/** The distance, in kilometres, up to which a station tells the half of a zone. */
const halfKnownWithin = 60

/** The zone of a mean yearly minimum in °C. USDA's zones are 10 °F wide, the first begins at −60 °F. */
export function zoneOf(minimum: number): { zone: number; half: 'a' | 'b' } {
  const halves = Math.floor((minimum * 1.8 + 32 + 60) / 5)
  return {
    zone: Math.min(Math.max(Math.floor(halves / 2) + 1, 1), 13),
    half: halves >= 0 && halves % 2 === 1 ? 'b' : 'a',
  }
}

/** How far two places are from one another for the cold of their winters, in kilometres. */
const apart = (one: HighPlace, other: HighPlace) =>
  Math.hypot(distanceKm(one, other), ((one.height ?? 0) - (other.height ?? 0)) / metresPerKm)

/** The mean yearly minimum to be expected at a place, °C, and the distance to the nearest station, km. */
export function winterAt(place: HighPlace, stations: readonly Station[]): { minimum: number; nearest: number } {
  const near = stations
    .map(station => ({ station, km: apart(place, station) }))
    .toSorted((one, other) => one.km - other.km)
    .slice(0, stationsAsked)
    .map(one => ({ ...one, weight: 1 / (one.km + blur) ** 2 }))
  const weights = near.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (of: (station: Station) => number) =>
    near.reduce((sum, { station, weight }) => sum + of(station) * weight, 0) / weights
  const nearest = near[0]?.km ?? Number.POSITIVE_INFINITY
  const above = Math.max(0, (place.height ?? 0) - mean(({ height }) => height ?? 0))
  const minimum = mean(station => station.minimum) - above * lapse - Math.min(nearest * doubt.perKm, doubt.most)
  return { minimum, nearest }
}

/** The hardiness zone of a place (docs/places.md). */
export function zoneAt(place: HighPlace, stations: readonly Station[]): Zone {
  const { minimum, nearest } = winterAt(place, stations)
  const { zone, half } = zoneOf(minimum)
  return { zone, half: nearest <= halfKnownWithin ? half : '' }
}

/**
 * The stations of winters.tsv. Those without a position of their own stand in the place of the gazetteer with their
 * name and region. Throws when there is none.
 */
export function readStations(places: readonly HighPlace[]): Station[] {
  const [, ...lines] = readFileSync(new URL('winters.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map(line => {
    const [name = '', region = '', minimum, latitude, longitude, height] = line.split('\t')
    const place =
      height === undefined
        ? places.find(one => one.name === name && one.region === region)
        : { name, region, latitude: Number(latitude), longitude: Number(longitude), height: Number(height) }
    if (!place) throw new Error(`winters.tsv: there is no ${name} in ${region}`)
    return { ...place, minimum: Number(minimum) }
  })
}
