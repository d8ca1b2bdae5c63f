import type { Db } from '../database/database.ts'
import { doneBy, HopelessJob, type JobHandler } from '../jobs/job-workers.ts'
import { type MailTransport, RefusedEmail } from './mail-transport.ts'
import { emailSending, giveUpAfterDays, sendingTime } from './mail.jobs.ts'
import { deleteEmail, findEmail } from './mail.queries.ts'

/** Attempts after which a refusal counts as final. */
const refusals = 3
const day = 86_400_000

/** Sends one email. One that cannot be sent keeps its row until the clean-up. */
export const emailSender = (db: Db, transport: MailTransport): JobHandler =>
  doneBy(emailSending, async ({ emailId }, { attempt, signal }) => {
    const email = await findEmail(db, emailId)
    // Deleted with the account that it was about.
    if (!email) return
    try {
      await transport.send(email, AbortSignal.any([signal, AbortSignal.timeout(sendingTime * 1000)]))
    } catch (error) {
      const isOld = Date.now() - email.createdAt.getTime() > giveUpAfterDays * day
      const isRefused = error instanceof RefusedEmail && attempt >= refusals
      throw isOld || isRefused ? new HopelessJob((error as Error).message, { cause: error }) : error
    }
    await deleteEmail(db, email.id)
  })
