import type { Db } from '#server/platform/database.ts'
import { deleteUndeliverable } from '#server/platform/mail.ts'
import { deleteStaleDevices } from './devices.queries.ts'
import { deleteStaleLinks } from './keys.queries.ts'
import { deleteStaleSessions } from './sessions.queries.ts'

/** Removes what has run out long ago. */
export async function cleanAccounts(db: Db): Promise<void> {
  await deleteStaleSessions(db)
  await deleteStaleDevices(db)
  await deleteStaleLinks(db)
  await deleteUndeliverable(db)
}
