import type { Tx } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { insertLetter } from './mail.queries.ts'

/** A letter to one person, in both forms in which mail programs show it. */
export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /** The address that the letter is about. */
  link?: string
}

export { deleteLettersOf, deleteUndeliverable } from './mail.queries.ts'

/** Writes a letter about this person's account down to be sent once the transaction has become true (mail-sender.ts). */
export async function queueLetter(tx: Tx, { to, ...letter }: Letter, personId: string): Promise<void> {
  await insertLetter(tx, { id: uuidv7(), recipient: to, personId, ...letter })
}
