import type { Session } from '#contract/sessions.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { endStreams } from '#server/platform/live/live.ts'
import { deleteSession, deleteSessions, listSessions } from './sessions.queries.ts'

export { isOpenSession } from './sessions.queries.ts'

const unknownDevice = 'Неизвестное устройство'

/** The name of a device as shown to people. */
export const deviceLabel = (device: string): string => device || unknownDevice

/** Ends all sessions of the person except `except` at once, with their event streams. */
export async function endSessions(tx: Tx, userId: string, except?: string): Promise<void> {
  await endStreams(tx, await deleteSessions(tx, userId, except))
}

/** The person's sessions, the most recently used first. */
export async function listOwnSessions(db: Db, actor: SignedIn): Promise<Session[]> {
  const rows = await listSessions(db, actor.id)
  return rows.map(({ id, device, address, createdAt, lastUsedAt }) => ({
    id,
    device: deviceLabel(device),
    address,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    is_current: id === actor.sessionId,
  }))
}

/** Ends one of the person's own sessions. Throws NOT_FOUND if there is none. */
export async function endOwnSession(db: Db, actor: SignedIn, id: string): Promise<void> {
  await db.transaction(async tx => {
    const ended = await deleteSession(tx, actor.id, id)
    if (ended.length === 0) throw new AppError('NOT_FOUND')
    await endStreams(tx, ended)
  })
}

/** Ends all of the person's sessions except the one of this request. */
export async function endOtherSessions(db: Db, actor: SignedIn): Promise<void> {
  await db.transaction(tx => endSessions(tx, actor.id, actor.sessionId))
}
