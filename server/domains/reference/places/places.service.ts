import { mostPlaces, type Place, type ZonedPlace } from '#contract/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readAllLookups } from '../lookups.service.ts'
import { placeIndex } from './find-places.ts'
import { listPlaceNames, listPlaces, type PlaceRow } from './places.queries.ts'
import { type SpokenPlaces, spokenPlaces } from './spoken-places.ts'

export const presentPlace = ({ id, name, near, region }: Pick<PlaceRow, 'id' | 'name' | 'near' | 'region'>): Place => ({
  id,
  name,
  region,
  near,
})

export const presentZonedPlace = ({ zone, zoneHalf, ...place }: PlaceRow): ZonedPlace => ({
  ...presentPlace(place),
  zone,
  zone_half: zoneHalf,
})

/** The names of all places, read once per process, because they change only with a release of the data file. */
function readOnce<Index>(db: Db, build: (all: Awaited<ReturnType<typeof listPlaceNames>>) => Index) {
  let index: Promise<Index> | undefined
  return async (): Promise<Index> => {
    index ??= listPlaceNames(db).then(build)
    return index.catch(error => {
      index = undefined
      throw error
    })
  }
}

/** Places as texts name them («для Якутска»), read when the first text asks. */
export const placeSpeaker = (db: Db): (() => Promise<SpokenPlaces>) => readOnce(db, spokenPlaces)

/** Finds places by typed text; regions are read each time. */
export function placeFinder(db: Db) {
  const readIndex = readOnce(db, placeIndex)

  return async (text: string): Promise<ZonedPlace[]> => {
    const [find, lookups] = await Promise.all([readIndex(), readAllLookups(db)])
    const found = find(text, id => lookups.byId(id)?.name ?? '', mostPlaces).map(place => place.id)
    const rows = new Map((await listPlaces(db, found)).map(row => [row.id, row]))
    return found.flatMap(id => {
      const row = rows.get(id)
      return row ? [presentZonedPlace(row)] : []
    })
  }
}
