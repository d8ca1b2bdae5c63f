import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** Deletes rows that expired long ago. */
export const accountCleanup = jobQueue('accounts', {
  atOnce: 1,
  seconds: 900,
  retries: 3,
  pause: { first: 60, longest: 3600 },
  schedule: '40 2 * * *',
})
