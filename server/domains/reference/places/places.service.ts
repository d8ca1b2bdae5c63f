import { mostPlaces, type Place, type ZonedPlace } from '#contract/places.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readAllLookups } from '../lookups.service.ts'
import { placeIndex } from './find-places.ts'
import { listPlaceNames, listPlaces, type PlaceRow } from './places.queries.ts'

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

/**
 * Finds places by typed text. The names are read once per process, because they change only with a release of the data
 * file; regions are read each time.
 */
export function placeFinder(db: Db) {
  let index: Promise<ReturnType<typeof placeIndex>> | undefined
  async function readIndex() {
    index ??= listPlaceNames(db).then(placeIndex)
    return index.catch(error => {
      index = undefined
      throw error
    })
  }

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
