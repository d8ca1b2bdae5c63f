import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/**
 * Cancels deals that companies have not confirmed in time, and tells both sides a day before. Sent when one is due
 * (trade.routes.ts) and every ten minutes in any case. It is never queued twice.
 */
export const dealExpiry = jobQueue('deal-expiry', {
  atOnce: 1,
  seconds: 300,
  retries: 3,
  pause: { first: 5, longest: 30 },
  schedule: '*/10 * * * *',
})
