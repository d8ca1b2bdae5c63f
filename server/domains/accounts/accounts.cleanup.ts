import type { Db } from '#server/platform/database/database.ts'
import { deleteUndeliverable } from '#server/platform/mail/mail.ts'
import { deleteStaleDevices } from './sign-in/devices.queries.ts'
import { deleteStaleSessions } from './sign-in/sessions.queries.ts'
import { deleteStaleLinks } from './tokens.queries.ts'

/** Deletes rows that expired long ago. */
export async function cleanAccounts(db: Db): Promise<void> {
  await deleteStaleSessions(db)
  await deleteStaleDevices(db)
  await deleteStaleLinks(db)
  await deleteUndeliverable(db)
}
