import type { Tx } from '#server/platform/database/database.ts'
import { findOwner, type Person } from '../accounts.queries.ts'

/** Thrown within a transaction, which is rolled back. */
export class AddressTaken extends Error {}

/**
 * Throws AddressTaken if the person's e-mail is the last confirmed address of somebody else, who has changed it to one
 * that is not confirmed yet: password emails are still sent there. Checked after the e-mail is written: until then the
 * previous owner held it in the unique index, so nobody is missed.
 */
export async function requireNobodyElse(tx: Tx, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
  if (await findOwner(tx, email, id)) throw new AddressTaken()
}
