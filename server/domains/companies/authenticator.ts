import { moderatorCheck, shortAddress, touchSession } from '#server/domains/accounts/accounts.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Authenticator } from '#server/platform/http/routes.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import { activePersonFinder } from './active-person.queries.ts'
import { actorOfKey } from './api-keys/api-keys.service.ts'

/** Finds the person of an access token, and their company. */
export function authenticator(
  db: Db,
  tokens: Tokens,
  { staffEmails, needSecondFactor }: { staffEmails: string[]; needSecondFactor: boolean },
): Authenticator {
  const isModerator = moderatorCheck(staffEmails)
  const findActivePerson = activePersonFinder(db)

  return {
    authenticate: async (token, ip) => {
      const { hasExpired, ...session } = await tokens.readAccess(token)
      if (hasExpired) return null
      const person = await findActivePerson(session)
      if (!person) throw new AppError('UNAUTHENTICATED')
      const { id, companyId, silences, hasSecondFactor, isTouchDue } = person
      // Requests still work while the database is read-only.
      if (isTouchDue) await touchSession(db, session.sessionId, shortAddress(ip)).catch(() => {})
      const isStaff = isModerator(person)
      const needsSecondFactor = isStaff && needSecondFactor && !hasSecondFactor
      return { id, isStaff, companyId, silences, sessionId: session.sessionId, needsSecondFactor }
    },
    authenticateKey: key => actorOfKey(db, key),
    wasModerators: async token => {
      const session = await tokens.readAccess(token).catch(() => null)
      const person = session?.hasExpired && (await findActivePerson(session))
      return !!person && isModerator(person)
    },
  }
}
