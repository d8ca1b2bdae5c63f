// Joins accounts (refreshTokens, users).
import { and, eq, sql } from 'drizzle-orm'
import { isActive, isGood, isTouchDue } from '#server/domains/accounts/accounts.api.ts'
import { refreshTokens, users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { companyMembers } from './companies.tables.ts'

/**
 * Returns the function that finds the person of a session, with their company; `undefined` if the session has ended or
 * is not theirs, or if they are blocked or deleted. It runs for every request of a signed-in person, so it is planned
 * once per connection. Joins sessions and people (accounts), so that a request costs one statement.
 */
export function activePersonFinder(db: Db) {
  const statement = db
    .select({
      id: users.id,
      email: users.email,
      confirmedEmail: users.confirmedEmail,
      companyId: companyMembers.companyId,
      silences: users.silences,
      hasSecondFactor: refreshTokens.hasSecondFactor,
      isTouchDue,
    })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .where(
      and(
        eq(refreshTokens.id, sql.placeholder('sessionId')),
        eq(users.id, sql.placeholder('userId')),
        isGood,
        isActive,
      ),
    )
    .prepare('active_person')
  return async (session: { userId: string; sessionId: string }) => {
    const [row] = await statement.execute(session)
    return row
  }
}
