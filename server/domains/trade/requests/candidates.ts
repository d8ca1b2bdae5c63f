import type { Candidate } from '#contract/requests.ts'
import { listDistances } from '#server/domains/companies/companies.api.ts'
import { presentRatedTeam } from '#server/domains/companies/companies.present.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listGenera, listOffering } from './candidates.queries.ts'
import { listPlantRefs } from './requests.queries.ts'

interface Wanted {
  /** The plants of the lines; `null` where it is not certain. */
  plantIds: (number | null)[]
  /** None: anywhere. */
  regions: number[]
  /** Where distances begin. */
  place: { latitude: number; longitude: number } | undefined
}

/**
 * Companies that offer the plants of these lines or others of their genera, and that the buyer may ask: those that have
 * most of them first.
 */
export async function findCandidates(db: Db, buyer: Actor, wanted: Wanted): Promise<Candidate[]> {
  const refs = await listPlantRefs(
    db,
    wanted.plantIds.flatMap(id => id ?? []),
  )
  const plants = wanted.plantIds.flatMap(id => (id === null ? [] : (refs.get(id)?.id ?? [])))
  if (plants.length === 0) return []
  const genera = await listGenera(db, [...new Set(plants)])
  const [rows, distances] = await Promise.all([
    listOffering(db, buyer, {
      plantIds: [...genera.keys()],
      genusNames: [...new Set(genera.values())],
      regions: wanted.regions,
    }),
    wanted.place ? listDistances(db, wanted.place) : null,
  ])
  return rows
    .filter(({ id }) => id !== buyer.companyId)
    .map(({ region, plantIds, genera: offered, ...company }) => ({
      ...presentRatedTeam(company),
      region,
      plants: plants.filter(id => plantIds.includes(id)).length,
      genera: plants.filter(id => plantIds.includes(id) || offered.includes(genera.get(id) ?? '')).length,
      distance: distances?.get(company.id) ?? null,
    }))
    .toSorted(
      (one, other) =>
        other.plants - one.plants ||
        other.genera - one.genera ||
        (one.distance ?? Number.POSITIVE_INFINITY) - (other.distance ?? Number.POSITIVE_INFINITY) ||
        one.id - other.id,
    )
}
