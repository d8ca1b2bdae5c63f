import type { Place } from '#contract/places.ts'

/** «Тверь, Тверская область» */
export function placeName({ name, region }: Place): string {
  return name === region.name ? name : `${name}, ${region.name}`
}

/** The same for choosing between places: all labels are different. */
export function placeLabel(place: Place): string {
  const { name, near } = place
  return near === '' ? placeName(place) : placeName({ ...place, name: `${name} (рядом ${near})` })
}

const kilometres = new Intl.NumberFormat('ru-RU')

/** «162 км» */
export function distanceText(distance: number): string {
  return distance === 0 ? 'рядом' : `${kilometres.format(distance)}\u00a0км`
}
