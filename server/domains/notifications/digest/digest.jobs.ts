import { jobQueue } from '#server/platform/jobs/job-queue.ts'

/** Writes the digests that are due. */
export const digestWriting = jobQueue('digests', {
  atOnce: 1,
  seconds: 300,
  retries: 2,
  pause: { first: 30, longest: 60 },
  schedule: '* * * * *',
})
