import type { Db } from '#server/platform/database.ts'
import { deleteUndeliverable } from '#server/platform/mail.ts'
import { deleteStaleKeys } from './keys.queries.ts'

const day = 86_400_000

/** Removes what has run out long ago. */
export async function cleanAccounts(db: Db): Promise<void> {
  await deleteStaleKeys(db)
  await deleteUndeliverable(db)
}

/** The same now and every day from now on; a day on which it fails is made up for by the next. */
export async function cleanAccountsDaily(db: Db): Promise<void> {
  await cleanAccounts(db)
  setInterval(() => void cleanAccounts(db).catch(() => {}), day).unref()
}
