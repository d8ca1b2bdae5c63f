import { detour } from '#contract/transport.ts'
import { inTenths } from './planning/task.ts'

export interface Point {
  latitude: number
  longitude: number
}

const earthRadiusKm = 6371.0088
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres of road, about: a straight line and the detours of roads. */
export function roadKm(from: Point, to: Point): number {
  const half = (one: number, other: number) => Math.sin(radians(one - other) / 2) ** 2
  const squared =
    half(to.latitude, from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude, from.longitude)
  return inTenths(2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, squared))) * detour)
}
