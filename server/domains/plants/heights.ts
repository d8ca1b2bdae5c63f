import type { HeightMeasure } from '#contract/products.ts'

const millimetresIn: Record<HeightMeasure, number> = { SM: 10, M: 1000 }

/** The tables store whole millimetres; suppliers write centimetres or metres. */
export function toMillimetres(size: number | null, measure: HeightMeasure): number | null {
  return size === null ? null : Math.round(size * millimetresIn[measure])
}

export function fromMillimetres(millimetres: number | null, measure: HeightMeasure): number | null {
  return millimetres === null ? null : millimetres / millimetresIn[measure]
}
