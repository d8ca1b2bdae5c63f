import type { ZonedPlace } from '#contract/places.ts'
import { findPlace, type PlaceRow } from '#server/domains/reference/reference.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'

export const refuse = (field: string, message: string, code: string) =>
  new AppError('INVALID_INPUT', undefined, { [field]: [{ message, code }] })

/**
 * The place that a query names, `null` without one. Throws INVALID_INPUT if there is no such place, and without one for
 * what needs it.
 */
export async function placeOf(
  db: Db,
  { place: id, within, hardy }: { place?: number | undefined; within?: number | undefined; hardy?: true | undefined },
): Promise<PlaceRow | null> {
  if (id === undefined) {
    if (within !== undefined || hardy) throw refuse('place', 'Выберите место', 'required')
    return null
  }
  const place = await findPlace(db, id)
  if (!place) throw refuse('place', 'Такого места нет', 'not_in_list')
  if (hardy && place.zone === null) throw refuse('place', 'Зона этого места неизвестна', 'unknown_zone')
  return place
}

/** The filters with what `hardy` means: the zone of the place or the one that is asked for, whichever is colder. */
export function hardyAt<Filters extends { zone?: number | undefined; hardy?: true | undefined }>(
  place: Pick<ZonedPlace, 'zone'> | null,
  filters: Filters,
): Filters {
  const zone = place?.zone ?? null
  return filters.hardy && zone !== null ? { ...filters, zone: Math.min(zone, filters.zone ?? zone) } : filters
}
