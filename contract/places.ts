import { z } from 'zod'
import { call } from './call.ts'
import { integerId, lookup, optionalText, searchText } from './common.ts'

/** A town or village of Russia. */
export const place = z
  .object({
    /** GeoNames id. */
    id: integerId,
    name: z.string(),
    region: lookup,
    /** A larger place nearby, if the region has several of this name; otherwise `""`. */
    near: z.string(),
  })
  .meta({ id: 'Place' })
export type Place = z.output<typeof place>

/** A place with the cold of its winters. */
export const zonedPlace = z
  .object({
    ...place.shape,
    /** USDA hardiness zone; `null` of a place that the gazetteer no longer has. */
    zone: z.int().nullable(),
    /** Its colder (`a`) or warmer (`b`) half, where a station is near enough to tell. */
    zone_half: z.enum(['a', 'b']).nullable(),
  })
  .meta({ id: 'ZonedPlace' })
export type ZonedPlace = z.output<typeof zonedPlace>

export const mostPlaces = 10

export const placeCalls = {
  'GET /places/': call({
    access: 'public',
    summary: 'Населённые пункты России по началу названия, самые крупные вперёд; без слов — самые крупные',
    query: z.object({ search: optionalText(searchText(100)) }),
    answer: z.array(zonedPlace).max(mostPlaces),
  }),
}
