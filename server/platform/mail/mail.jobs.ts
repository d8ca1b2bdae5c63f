import { jobQueue } from '../jobs/job-queue.ts'

/** Days after which an email is not retried: its links have long expired by then. */
export const giveUpAfterDays = 5

/** Seconds that a mail server may take for one email. */
export const sendingTime = 120

/** Sends one email, whose row has the id of the job: the content is deleted with the account that it is about. */
export const emailSending = jobQueue<{ emailId: string }>('emails', {
  atOnce: 5,
  seconds: sendingTime + 30,
  // Until the email is too old, and some more for tries that were cut short.
  retries: 1000,
  pause: { first: 3, longest: 600 },
})
