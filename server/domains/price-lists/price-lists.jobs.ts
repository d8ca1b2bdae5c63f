import { jobQueue } from '#server/platform/jobs/job-queue.ts'

interface PriceListJob {
  listId: string
  /** The number of the reading, counted from 1, for which the job was sent. */
  reading: number
}

/** Reads a list and compares it with the company's products. */
export const listReading = jobQueue<PriceListJob>('price-list-reading', {
  atOnce: 1,
  seconds: 180,
  retries: 2,
  pause: { first: 2, longest: 10 },
})

/** Applies a list. If the process dies, another process or the next start applies it. */
export const listApplying = jobQueue<{ listId: string }>('price-list-applying', {
  atOnce: 1,
  seconds: 300,
  retries: 5,
  pause: { first: 2, longest: 30 },
})

/** Answers a letter with a list. */
export const letterAnswering = jobQueue<{ listId: string }>('price-list-letters', {
  atOnce: 1,
  seconds: 60,
  retries: 5,
  pause: { first: 2, longest: 60 },
})

/** Deletes files and rows of old lists, and ends lists that have been in progress for too long. */
export const listCleanup = jobQueue('price-list-cleanup', {
  atOnce: 1,
  seconds: 300,
  retries: 1,
  pause: { first: 60, longest: 60 },
  schedule: '*/10 * * * *',
})
