import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** Seconds after which a run of the job stops; the next run does the rest. */
export const lookingTime = 540

/**
 * Finds news for saved searches and notifies the people whose searches are due. Sent when there is work
 * (saved-searches.routes.ts) and every ten minutes in any case. It is never queued twice.
 */
export const alertTelling = jobQueue('alerts', {
  atOnce: 1,
  seconds: lookingTime + 60,
  retries: 3,
  pause: { first: 5, longest: 60 },
  schedule: '*/10 * * * *',
})
