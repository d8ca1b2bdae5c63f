import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/**
 * Deletes who was counted on days, or searched in weeks, that are over, soon after midnight in Moscow, and counts of more
 * than a year ago.
 */
export const statisticsCleanup = jobQueue('statistics-cleanup', {
  atOnce: 1,
  seconds: 120,
  retries: 3,
  pause: { first: 60, longest: 600 },
  schedule: '5 * * * *',
})
