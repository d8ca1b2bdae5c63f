import type { Routes } from './routes.ts'
import type { PlannedNursery, PlannedVehicle } from './task.ts'

export interface Fleet {
  nurseries: PlannedNursery[]
  vehicles: PlannedVehicle[]
  routes: Routes
}

/** Whether a vehicle may call at all of these nurseries, at one day, on a way of so many kilometres. */
export function mayCall(
  { nurseries }: Pick<Fleet, 'nurseries'>,
  { owner }: PlannedVehicle,
  stops: readonly number[],
  km: number,
): boolean {
  let days = -1
  for (const stop of stops) days &= nurseries[stop]?.days ?? 0
  if (days === 0) return false
  if (owner === null) return stops.every(stop => nurseries[stop]?.takesHired)
  const radius = nurseries[owner]?.radius ?? null
  return stops.every(stop => stop === owner) && (radius === null || km <= radius)
}

/** `spent`: rubles for plants, by nursery. */
export const isFreeFor = (
  { nurseries }: Pick<Fleet, 'nurseries'>,
  { owner }: PlannedVehicle,
  spent: readonly number[],
): boolean => {
  const from = owner === null ? null : (nurseries[owner]?.freeFrom ?? null)
  return owner !== null && from !== null && (spent[owner] ?? 0) >= from
}
