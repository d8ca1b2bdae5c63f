import type { IllustrationSpec } from './plant-habit.ts'
import { habitOf } from './plant-habit.ts'
import { drawDetail } from './view-detail.ts'
import { drawLandscape } from './view-landscape.ts'
import { drawSeason, drawWhole } from './view-whole.ts'

/**
 * What is shown: `whole` is the plant with a scale at its side, `detail` a branch, `landscape` the plant in a garden that
 * suits it, `season` the plant in autumn colour, in flower or under snow, whichever is most typical of it.
 */
export type PlantView = 'whole' | 'detail' | 'landscape' | 'season'
export type { IllustrationSpec }

/**
 * Raised when plants look different than before, or their pictures are stored under other names: then every installation draws its products anew, once, at its next start
 * (server/seed/redraw.ts). A test notices drawings that differ under an old number.
 */
export const drawingEdition = 4

/**
 * Draws a plant from its known facts, as an SVG document of 1200 × 900. The same illustration and view give the same
 * bytes; `seed` (for example the product's id) makes two products of one plant look different. Facts may all be null.
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
