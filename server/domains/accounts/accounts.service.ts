import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, Tokens } from '#server/platform/session.ts'
import { activePersonFinder } from './accounts.queries.ts'

/** Whether two addresses are one: their case does not count. */
export function isSameEmail(one: string | null, other: string): boolean {
  return one !== null && one.toLowerCase() === other.toLowerCase()
}

/**
 * Gives the function that finds out who holds an access token. It throws UNAUTHENTICATED for a token that is not
 * valid and for one of a person who is gone or blocked. Moderators are those who have shown that the address is theirs.
 */
export function identifier(db: Db, tokens: Tokens, staffEmails: string[]): (token: string) => Promise<Actor> {
  const staff = new Set(staffEmails)
  const findActivePerson = activePersonFinder(db)
  return async token => {
    const { userId, sessionId } = await tokens.verifyAccess(token)
    const person = await findActivePerson(userId)
    if (!person) throw new AppError('UNAUTHENTICATED')
    return {
      id: person.id,
      isStaff: isSameEmail(person.confirmedEmail, person.email) && staff.has(person.email.toLowerCase()),
      companyId: person.companyId,
      sessionId,
    }
  }
}
