// Joins companies (companies).
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { innWeights, russianNames } from '#contract/inn.ts'
import type { CompanySelection } from '#contract/moderation/people.ts'
import type { RatedRow } from '#server/domains/companies/companies.present.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'

/** Maximum of companies named with the same INN; a search by INN finds all. */
const named = 5

const other = alias(companies, 'other')
const ofOthers = sql`from ${companies} as ${sql.identifier('other')}
  where ${other.inn} = ${companies.inn} and ${other.id} <> ${companies.id}`

/** Others with the same INN, verified ones first; times are text. */
export const sameInn = {
  companies: sql<RatedRow[]>`(
    select coalesce(json_agg(twin), '[]') from (
      select ${other.id}, ${other.name}, ${other.verifiedAt} as "verifiedAt",
        ${other.reviewsCount} as "reviewsCount", ${other.ratingsSum} as "ratingsSum" ${ofOthers}
      order by ${other.verifiedAt} is null, ${other.id} limit ${named}
    ) as twin)`,
  count: sql<number>`(select count(*)::int ${ofOthers})`,
}

function isRightInSql(weights: number[]): SQL {
  const digit = (index: number) => sql`substr(${companies.inn}, ${sql.raw(String(index + 1))}, 1)::int`
  const terms = weights.map((weight, index) => sql`${sql.raw(String(weight))} * ${digit(index)}`)
  return sql`(${sql.join(terms, sql` + `)}) % 11 % 10 = ${digit(weights.length)}`
}

/** The rule of `isImpossibleInn` in contract/inn.ts, for lists that are paged by the database. */
const isImpossible = sql`lower(btrim(${companies.country})) in ${russianNames} and not (case
  when ${companies.inn} ~ '^0+$' then false
  when ${companies.inn} ~ '^[0-9]{10}$' then ${and(...innWeights[10].map(isRightInSql))}
  when ${companies.inn} ~ '^[0-9]{12}$' then ${and(...innWeights[12].map(isRightInSql))}
  else false end)`

const selections: Record<CompanySelection, SQL> = {
  impossible_inn: isImpossible,
  same_inn: sql`exists (select ${ofOthers})`,
  unverified: isNull(companies.verifiedAt),
}

/** The companies of a filter; all if there is none. */
export const isSelected = (only: CompanySelection | undefined) => (only ? selections[only] : undefined)
