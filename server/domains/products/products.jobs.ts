import { availableParallelism } from 'node:os'
import { jobQueue } from '#server/platform/jobs/job-queue.ts'
import type { OwnView, View } from './linked-pictures.queries.ts'

/** Drawings that one process makes at the same time: one core is left for requests. */
export const drawingsAtOnce = Math.max(1, availableParallelism() - 1)

/**
 * Redraws pictures of products; linked products with the same plant and height share one, a product that is not linked
 * has its own.
 */
export const linkedDrawing = jobQueue<View | OwnView>('product-drawings', {
  atOnce: drawingsAtOnce,
  seconds: 120,
  retries: 10,
  pause: { first: 2, longest: 600 },
})
