import type { Tx } from '#server/platform/database/database.ts'
import { findOwner, type Person } from '../accounts.queries.ts'

/** Thrown within a transaction, which it undoes. */
export class AddressTaken extends Error {}

/**
 * Throws AddressTaken when the person's e-mail is the last confirmed address of somebody else, who has left it for one
 * that is not confirmed yet: emails for a new password still go there. Asked once the e-mail is written: whoever left
 * it held it in the unique index until then, so nobody is missed.
 */
export async function requireNobodyElse(tx: Tx, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
  if (await findOwner(tx, email, id)) throw new AddressTaken()
}
