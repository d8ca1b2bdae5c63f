import type { Tx } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { insertEmail } from './mail.queries.ts'

/** An email to one person, in both forms in which mail programs show it. */
export interface Email {
  to: string
  subject: string
  text: string
  html: string
  /** The address that the email is about. */
  link?: string
}

export { deleteEmailsOf, deleteUndeliverable } from './mail.queries.ts'

/** Writes an email about this person's account down to be sent once the transaction has become true (mail-sender.ts). */
export async function queueEmail(tx: Tx, { to, ...email }: Email, personId: string): Promise<void> {
  await insertEmail(tx, { id: uuidv7(), recipient: to, personId, ...email })
}
