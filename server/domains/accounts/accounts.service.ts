import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identifier } from '#server/platform/routes.ts'
import type { Tokens } from '#server/platform/session.ts'
import { activePersonFinder, findPerson } from './accounts.queries.ts'

/** Whether two addresses are one: their case does not count. */
export function isSameEmail(one: string | null, other: string): boolean {
  return one !== null && one.toLowerCase() === other.toLowerCase()
}

/** Whether the person may be signed in: neither gone nor blocked. */
export async function isActive(db: Db, id: string): Promise<boolean> {
  const person = await findPerson(db, id)
  return person !== undefined && person.blockedAt === null && person.deletedAt === null
}

/** Tells moderators: those with one of these addresses who have shown that it is theirs. */
export function moderatorCheck(staffEmails: string[]) {
  const staff = new Set(staffEmails)
  return ({ email, confirmedEmail }: { email: string; confirmedEmail: string | null }): boolean =>
    isSameEmail(confirmedEmail, email) && staff.has(email.toLowerCase())
}

/** Finds out who holds an access token. */
export function identifier(db: Db, tokens: Tokens, staffEmails: string[]): Identifier {
  const isModerator = moderatorCheck(staffEmails)
  const findActivePerson = activePersonFinder(db)

  return {
    identify: async token => {
      const { userId, sessionId } = await tokens.verifyAccess(token)
      const person = await findActivePerson(userId)
      if (!person) throw new AppError('UNAUTHENTICATED')
      return { id: person.id, isStaff: isModerator(person), companyId: person.companyId, sessionId }
    },
    wasModerators: async token => {
      const holder = await tokens.holderOfExpired(token)
      const person = holder && (await findActivePerson(holder))
      return !!person && isModerator(person)
    },
  }
}
