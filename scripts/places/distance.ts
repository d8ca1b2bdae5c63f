/** A point on the earth, in degrees. */
interface Point {
  latitude: number
  longitude: number
}

/** Of a sphere as large as the earth; what that errs by, at most half a percent, roads err by many times. */
const earthRadiusKm = 6371.0088

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance over the ground, as the crow flies. */
export function distanceKm(one: Point, other: Point): number {
  const latitudes = radians(other.latitude - one.latitude) / 2
  const longitudes = radians(other.longitude - one.longitude) / 2
  const squared =
    Math.sin(latitudes) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitudes) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, squared)))
}
