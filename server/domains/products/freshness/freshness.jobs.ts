import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** Tells companies whose offers age; in the morning of Moscow. */
export const freshnessTelling = jobQueue('freshness', {
  atOnce: 1,
  seconds: 600,
  retries: 3,
  pause: { first: 60, longest: 600 },
  schedule: '0 6 * * *',
})
