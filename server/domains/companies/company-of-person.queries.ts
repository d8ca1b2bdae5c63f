import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { companies, companyMembers } from './companies.tables.ts'

/** A company as it is named beside a person. */
export interface PersonsCompany {
  id: number
  name: string
  verifiedAt: string | null
}

/**
 * The company where a person of the query works: `null` without one and while a moderator has blocked it. Found by two
 * keys for each row, in the query that reads the people.
 */
export function companyOf(personId: SQLWrapper): SQL<PersonsCompany | null> {
  const found = sql`select json_build_object('id', ${companies.id}, 'name', ${companies.name}, 'verifiedAt', ${companies.verifiedAt})
    from ${companyMembers} join ${companies} on ${companies.id} = ${companyMembers.companyId}
    where ${companyMembers.userId} = ${personId} and ${companies.blockedAt} is null`
  return sql`(${found})`
}
