import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Identifier } from '#server/platform/http/routes.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import { activePersonFinder } from './accounts.queries.ts'
import { shortAddress } from './sign-in/device-name.ts'
import { touchSession } from './sign-in/sessions.queries.ts'

/** Whether two addresses are one: their case does not count. */
export function isSameEmail(one: string | null, other: string): boolean {
  return one !== null && one.toLowerCase() === other.toLowerCase()
}

/** Where news of an account go: to the last address that has been shown to be the person's, whatever they typed since. */
export const ownAddress = ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): string =>
  confirmedEmail ?? email

/** Tells moderators: those with one of these addresses who have shown that it is theirs. */
export function moderatorCheck(staffEmails: string[]) {
  const staff = new Set(staffEmails)
  return ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): boolean =>
    isSameEmail(confirmedEmail, email) && staff.has(email.toLowerCase())
}

/** Finds out who holds an access token. */
export function identifier(
  db: Db,
  tokens: Tokens,
  { staffEmails, needSecondFactor }: { staffEmails: string[]; needSecondFactor: boolean },
): Identifier {
  const isModerator = moderatorCheck(staffEmails)
  const findActivePerson = activePersonFinder(db)

  return {
    identify: async (token, ip) => {
      const { hasExpired, ...session } = await tokens.readAccess(token)
      if (hasExpired) return null
      const person = await findActivePerson(session)
      if (!person) throw new AppError('UNAUTHENTICATED')
      const { id, companyId, hasSecondFactor, isTouchDue } = person
      // A database that cannot be written to now can still be read.
      if (isTouchDue) await touchSession(db, session.sessionId, shortAddress(ip)).catch(() => {})
      const isStaff = isModerator(person)
      const needsSecondFactor = isStaff && needSecondFactor && !hasSecondFactor
      return { id, isStaff, companyId, sessionId: session.sessionId, needsSecondFactor }
    },
    wasModerators: async token => {
      const session = await tokens.readAccess(token).catch(() => null)
      const person = session?.hasExpired && (await findActivePerson(session))
      return !!person && isModerator(person)
    },
  }
}
