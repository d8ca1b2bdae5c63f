import { drawingsAtOnce } from '#server/domains/products/products.jobs.ts'
import type { PlantView } from '#server/drawings/draw-plant.ts'
import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** A picture's position on a product or post. */
export interface PicturePlace<Id> {
  id: Id
  position: number
}

/** A picture of the demonstration set, and where it is shown. */
export interface DemoPicture {
  plantId: number
  view: PlantView
  /** Height at which the whole plant is drawn; `null`: fully grown, or another view. */
  heightMm: number | null
  /** Size of the small pot, when it is offered without a height. */
  potMm: number | null
  products: PicturePlace<number>[]
  posts: PicturePlace<string>[]
  /** Companies that show it among their photos; absent in jobs of an earlier release. */
  companies?: number[]
}

/** Draws one picture of the demonstration set. */
export const demoDrawing = jobQueue<DemoPicture>('demonstration', {
  atOnce: drawingsAtOnce,
  seconds: 60,
  retries: 10,
  pause: { first: 2, longest: 600 },
})
