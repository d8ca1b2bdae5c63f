import { jobQueue } from '#server/platform/jobs/job-queue.ts'

const options = { atOnce: 4, seconds: 60, retries: 4, pause: { first: 10, longest: 300 } }

/** Sends one push, or one e-mail whose push has not arrived, when its time has come. */
export const tellingLater = jobQueue<{ id: string }>('tellings', options)

/** Tells a person at the end of their quiet hours what has come meanwhile. */
export const quietEnding = jobQueue<{ userId: string }>('quiet-hours', { ...options, atOnce: 2 })

/** Forgets what was told. */
export const tellingCleanup = jobQueue('telling-cleanup', {
  atOnce: 1,
  seconds: 300,
  retries: 1,
  pause: { first: 60, longest: 60 },
  schedule: '40 3 * * *',
})
