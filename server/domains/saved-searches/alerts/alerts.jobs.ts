import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** Seconds that one look at the changes may take; what is left is for the next one. */
export const lookingTime = 540

/**
 * Finds news for saved searches and tells what is due. Sent when there is something to do (saved-searches.routes.ts),
 * and now and then in case nobody noticed; never queued twice.
 */
export const alertTelling = jobQueue('alerts', {
  atOnce: 1,
  seconds: lookingTime + 60,
  retries: 3,
  pause: { first: 5, longest: 60 },
  schedule: '*/10 * * * *',
})
