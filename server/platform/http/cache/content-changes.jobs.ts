import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** Deletes changes of the content that are too old for any process to ask for; the clock that responses hear of. */
export const contentChangeCleanup = jobQueue('content-changes', {
  atOnce: 1,
  seconds: 60,
  retries: 1,
  pause: { first: 60, longest: 60 },
  schedule: '*/20 * * * *',
})
