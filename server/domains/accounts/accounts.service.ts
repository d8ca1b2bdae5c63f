import { companyIdOf } from '#server/domains/companies/companies.service.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, Tokens } from '#server/platform/session.ts'
import { findActivePerson } from './accounts.queries.ts'

/**
 * Gives the function that finds out who holds an access token. It throws UNAUTHENTICATED for a token that is not
 * valid and for one of a person who is gone or blocked.
 */
export function identifier(db: Db, tokens: Tokens, staffEmails: string[]): (token: string) => Promise<Actor> {
  const staff = new Set(staffEmails)
  return async token => {
    const person = await findActivePerson(db, await tokens.verifyAccess(token))
    if (!person) throw new AppError('UNAUTHENTICATED')
    return {
      id: person.id,
      isStaff: staff.has(person.email.toLowerCase()),
      companyId: await companyIdOf(db, person.id),
    }
  }
}
