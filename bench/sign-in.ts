import { refreshTokens } from '#server/domains/accounts/accounts.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { Tokens } from '#server/platform/http/session.ts'

/** Access tokens of these people in order, each for a new session. */
export async function accessOf(db: Db, tokens: Tokens, userIds: string[]): Promise<string[]> {
  const sessions = userIds.map(userId => ({ id: uuidv7(), tokenHash: `bench ${uuidv7()}`, userId }))
  if (sessions.length > 0) await db.insert(refreshTokens).values(sessions)
  return Promise.all(sessions.map(({ id, userId }) => tokens.signAccess(userId, id)))
}
