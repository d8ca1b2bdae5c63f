import type { Db, Tx } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { emailSending, giveUpAfterDays } from './mail.jobs.ts'
import { insertEmails, listForgotten } from './mail.queries.ts'

/** An email to one person, in both forms in which mail programs show it. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The address that the email is about. */
  link?: string
  /** Where a POST unsubscribes the recipient (RFC 8058). */
  unsubscribeUrl?: string
}

export { deleteEmailsOf, deleteUndeliverable } from './mail.queries.ts'

const jobOf = (emailId: string) => ({ id: emailId, data: { emailId } })

/** Stores an email about this person's account, to be sent once the transaction is committed (send-email.ts). */
export async function queueEmail(tx: Tx, email: Email, personId: string): Promise<void> {
  await queueEmails(tx, [{ email, personId }])
}

/** The same for several people, each with their own. */
export async function queueEmails(tx: Tx, letters: { email: Email; personId: string }[]): Promise<void> {
  if (letters.length === 0) return
  const rows = letters.map(({ email: { to, ...email }, personId }) => ({
    ...{ id: uuidv7(), recipient: to, personId },
    ...email,
  }))
  await insertEmails(tx, rows)
  await emailSending.send(
    tx,
    rows.map(({ id }) => jobOf(id)),
  )
}

/** Sends emails stored by an earlier release without jobs. */
export async function queueForgotten(db: Db): Promise<void> {
  await db.transaction(async tx => {
    const ids = await listForgotten(tx, emailSending.name, giveUpAfterDays)
    await emailSending.send(tx, ids.map(jobOf))
  })
}
