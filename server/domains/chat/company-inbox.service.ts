import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/live/live.ts'
import { deleteSidesOfMember, insertSidesOfMember } from './chat.queries.ts'

interface Member {
  companyId: number
  userId: string
}

/** Called when a person joins a company, which is locked. */
export async function shareInbox(tx: Tx, { companyId, userId }: Member): Promise<void> {
  await insertSidesOfMember(tx, companyId, userId)
  await publish(tx, { type: 'conversations_changed' }, { userIds: [userId] })
}

/** Called when a person has left a company, which is locked. */
export async function withdrawInbox(tx: Tx, { companyId, userId }: Member): Promise<void> {
  await deleteSidesOfMember(tx, companyId, userId)
  await publish(tx, { type: 'conversations_changed' }, { userIds: [userId] })
}
