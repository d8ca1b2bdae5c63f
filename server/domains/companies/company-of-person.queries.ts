import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { companies, companyMembers } from './companies.tables.ts'

/** The company shown with a person's name. */
export interface PersonsCompany {
  id: number
  name: string
  verifiedAt: string | null
  reviewsCount: number
  ratingsSum: number
}

/**
 * The company of a person in the query: `null` if they have none or a moderator has blocked it. Two primary key lookups
 * per row, in the query that reads the people.
 */
export function companyOf(personId: SQLWrapper): SQL<PersonsCompany | null> {
  const found = sql`select json_build_object('id', ${companies.id}, 'name', ${companies.name}, 'verifiedAt', ${companies.verifiedAt},
      'reviewsCount', ${companies.reviewsCount}, 'ratingsSum', ${companies.ratingsSum})
    from ${companyMembers} join ${companies} on ${companies.id} = ${companyMembers.companyId}
    where ${companyMembers.userId} = ${personId} and ${companies.blockedAt} is null`
  return sql`(${found})`
}
