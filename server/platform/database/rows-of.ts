import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

interface Query<Row> {
  _: { selectedFields: Record<string, unknown>; result: Row[] }
  as(alias: 'rows'): SQLWrapper
}

/**
 * All rows of a subquery as one value of the outer query, in order: data of several domains is then read with one
 * statement, in one snapshot. The rows are JSON, so the subquery may select texts, numbers, booleans and JSON, under
 * its own names. It may refer to the tables of the outer query.
 */
export function rowsOf<Row>(query: Query<Row>): SQL<Row[]> {
  const rows = query.as('rows') as SQLWrapper & Record<string, SQLWrapper>
  const fields = Object.keys(query._.selectedFields).map(name => sql`${sql.raw(`'${name}'`)}, ${rows[name]}`)
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(fields, sql`, `)})), '[]') from ${rows})`
}
