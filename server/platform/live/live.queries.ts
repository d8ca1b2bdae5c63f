import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/database.ts'

export const liveChannel = 'live'

/** Sends these texts, each shorter than 8000 bytes, to every process that listens, once the transaction, if there is one, is committed. */
export async function notifyLive(tx: Db | Tx, payloads: string[]): Promise<void> {
  await tx
    .select({ sent: sql`pg_notify(${liveChannel}, payload)` })
    .from(sql`jsonb_array_elements_text((${JSON.stringify(payloads)}::text)::jsonb) payload`)
    .prepare('notify_live')
    .execute()
}
