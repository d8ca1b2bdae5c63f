import type { Db } from '#server/platform/database/database.ts'
import { type ContentChanges, cachedWhileUnchanged } from '#server/platform/http/cache/content-changes.ts'
import { indexPlantsInTurns, type NamedPlants } from '#server/reading/names/named-plants.ts'
import { listPlantNames } from './plants.queries.ts'
import { plantsScope } from './plants.scopes.ts'

const shared = new WeakMap<Db, () => Promise<NamedPlants>>()

/**
 * Reads the directory's names once per version of the directory. The first read takes a second or two, during which
 * callers wait. All callers of one connection share the result, which takes tens of megabytes.
 */
export function namedPlants({ db, changes }: { db: Db; changes: ContentChanges }): () => Promise<NamedPlants> {
  const known = shared.get(db)
  if (known) return known
  const names = cachedWhileUnchanged(changes, [plantsScope], async () => indexPlantsInTurns(await listPlantNames(db)))
  shared.set(db, names)
  return names
}
