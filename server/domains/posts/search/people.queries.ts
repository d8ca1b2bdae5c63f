// Joins accounts (users).
import { and, asc, desc, eq, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { type AuthorRow, authorOf, type Viewer } from '../post-rows.queries.ts'

/** As indexed: lower case, with «е» for «ё». */
const plainName = sql`translate(lower(${users.name}), 'ё', 'е')`
const canBeFound = and(isNull(users.deletedAt), isNull(users.blockedAt))

/** If more people match, any this many of them are considered. */
const lookedAt = 300

/** The best of the matching people; only for them more than the name is read. */
async function listBest(
  db: Db | Tx,
  viewer: Viewer,
  where: SQL | undefined,
  { rank, limit, others }: { rank: SQL; limit: number; others: AuthorRow[] },
): Promise<AuthorRow[]> {
  const known = others.map(({ id }) => id)
  const suitable = db
    .select({ id: users.id, name: users.name, rank: sql<number>`${rank}`.as('rank') })
    .from(users)
    .where(and(canBeFound, where, known.length > 0 ? notInArray(users.id, known) : undefined))
  // Materialised, it is planned for all rows, with the index: for a few rows the planner would scan name by name.
  const first = sql`(with suitable as materialized ${suitable} select * from suitable limit ${lookedAt}) looked_at`
  const best = db
    .select({ personId: sql<string>`id`.as('person_id'), rank: sql<number>`rank`.as('rank') })
    .from(first)
    .orderBy(sql`rank desc, name, id`)
    .limit(limit)
    .as('best')
  const rows = await db
    .select({ author: authorOf(viewer) })
    .from(best)
    .innerJoin(users, eq(users.id, best.personId))
    .orderBy(desc(best.rank), asc(users.name), asc(users.id))
  return rows.map(({ author }) => author)
}

/**
 * People, except `others`, whose name contains the text, first those whose name begins with it. `text` is in lower
 * case, with «е» for «ё».
 */
export function listByPartOfName(
  db: Db,
  viewer: Viewer,
  text: string,
  place: 'beginning of a word' | 'anywhere',
  choice: { limit: number; others: AuthorRow[] },
): Promise<AuthorRow[]> {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const begins = sql`${plainName} like ${`${escaped}%`}`
  const has =
    place === 'anywhere'
      ? sql`${plainName} like ${`%${escaped}%`}`
      : or(begins, sql`${plainName} like ${`% ${escaped}%`}`)
  return listBest(db, viewer, has, { ...choice, rank: sql`(${begins})::int` })
}

/** People, except `others`, whose name contains something at least this similar (0 to 1), the most similar first. */
export async function listBySimilarName(
  tx: Tx,
  viewer: Viewer,
  text: string,
  likeness: number,
  choice: { limit: number; others: AuthorRow[] },
): Promise<AuthorRow[]> {
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`)
  const rank = sql`word_similarity(${text}, ${plainName})`
  return listBest(tx, viewer, sql`${text} <% ${plainName}`, { ...choice, rank })
}
