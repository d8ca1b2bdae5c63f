import { jobQueue } from '../jobs/job-queue.ts'

/** Cleans up stored pictures: removes files without a row, and hides pictures that are no longer public. */
export const pictureCleanup = jobQueue('pictures', {
  atOnce: 1,
  seconds: 900,
  retries: 1,
  pause: { first: 60, longest: 60 },
  schedule: '20 * * * *',
})
