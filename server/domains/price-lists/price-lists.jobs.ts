import { jobQueue } from '#server/platform/jobs/job-queue.ts'

interface PriceListJob {
  listId: string
  /** How often the list had been asked to be read when the job was sent. */
  reading: number
}

/** Reads a list and compares it with what its company offers. */
export const listReading = jobQueue<PriceListJob>('price-list-reading', {
  atOnce: 1,
  seconds: 180,
  retries: 2,
  pause: { first: 2, longest: 10 },
})

/** Applies a list; one whose process died is applied by another one, or by the next. */
export const listApplying = jobQueue<{ listId: string }>('price-list-applying', {
  atOnce: 1,
  seconds: 300,
  retries: 5,
  pause: { first: 2, longest: 30 },
})

/** Deletes files and rows of old lists, and ends what has been under way for too long. */
export const listCleanup = jobQueue('price-list-cleanup', {
  atOnce: 1,
  seconds: 300,
  retries: 1,
  pause: { first: 60, longest: 60 },
  schedule: '*/10 * * * *',
})
