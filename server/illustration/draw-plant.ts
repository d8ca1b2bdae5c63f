import type { IllustrationSpec } from './plant-habit.ts'
import { habitOf } from './plant-habit.ts'
import { drawDetail } from './view-detail.ts'
import { drawLandscape } from './view-landscape.ts'
import { drawSeason, drawWhole } from './view-whole.ts'

/**
 * What of the plant is shown: `whole` with a scale at its side, `detail` of a branch, `landscape` in a garden it suits,
 * `season` in autumn colour, in flower or under snow, whichever tells most of it.
 */
export type PlantView = 'whole' | 'detail' | 'landscape' | 'season'
export type { IllustrationSpec }

/**
 * Draws a plant from what is known of it, as an SVG document of 1200 × 900. The same illustration and view give the same
 * bytes; `seed` (say, the product's id) tells apart two products of one plant. Facts may all be null.
 */
export function drawPlant(illustration: IllustrationSpec, view: PlantView): string {
  const habit = habitOf(illustration)
  switch (view) {
    case 'whole':
      return drawWhole(habit)
    case 'detail':
      return drawDetail(habit)
    case 'landscape':
      return drawLandscape(habit)
    case 'season':
      return drawSeason(habit)
  }
}
