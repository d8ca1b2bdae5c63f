/** A point on the earth, in degrees. */
interface Point {
  latitude: number
  longitude: number
}

/** For a sphere of the earth's size; its error is at most half a percent, much less than that of ignoring roads. */
const earthRadiusKm = 6371.0088

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance in a straight line over the ground. */
export function distanceKm(one: Point, other: Point): number {
  const latitudes = radians(other.latitude - one.latitude) / 2
  const longitudes = radians(other.longitude - one.longitude) / 2
  const squared =
    Math.sin(latitudes) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(longitudes) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, squared)))
}
