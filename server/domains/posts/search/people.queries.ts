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

export interface FoundPeople {
  /** The best first. */
  people: AuthorRow[]
  /** Nobody was left out of the comparison, so these are the best of all. */
  areBest: boolean
}

interface Choice {
  limit: number
  /** People who are not to be found again. */
  others: AuthorRow[]
}

/** The best of the matching people; only for them more than the name is read. */
async function findBest(
  db: Db | Tx,
  viewer: Viewer,
  where: SQL | undefined,
  { rank, limit, others }: Choice & { rank: SQL },
): Promise<FoundPeople> {
  const known = others.map(({ id }) => id)
  const suitable = db
    .select({ id: users.id, name: users.name, rank: sql<number>`${rank}`.as('rank') })
    .from(users)
    .where(and(canBeFound, where, known.length > 0 ? notInArray(users.id, known) : undefined))
  // Materialised, it is planned for all rows, with the index: for a few rows the planner would scan name by name.
  const first = sql`(with suitable as materialized ${suitable} select * from suitable limit ${lookedAt}) looked_at`
  const best = db
    .select({
      personId: sql<string>`id`.as('person_id'),
      rank: sql<number>`rank`.as('rank'),
      compared: sql<number>`(count(*) over ())::int`.as('compared'),
    })
    .from(first)
    .orderBy(sql`rank desc, name, id`)
    .limit(limit)
    .as('best')
  const rows = await db
    .select({ author: authorOf(viewer), compared: best.compared })
    .from(best)
    .innerJoin(users, eq(users.id, best.personId))
    .orderBy(desc(best.rank), asc(users.name), asc(users.id))
  return { people: rows.map(({ author }) => author), areBest: (rows[0]?.compared ?? 0) < lookedAt }
}

/**
 * People, except `others`, whose name contains the text: first those whose name begins with it, then those of whose name
 * another word does. `text` is in lower case, with «е» for «ё».
 */
export function findByPartOfName(
  db: Db,
  viewer: Viewer,
  text: string,
  place: 'beginning of a word' | 'anywhere',
  choice: Choice,
): Promise<FoundPeople> {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const begins = sql`${plainName} like ${`${escaped}%`}`
  const wordBegins = sql`${plainName} like ${`% ${escaped}%`}`
  const has = place === 'anywhere' ? sql`${plainName} like ${`%${escaped}%`}` : or(begins, wordBegins)
  return findBest(db, viewer, has, { ...choice, rank: sql`case when ${begins} then 2 else (${wordBegins})::int end` })
}

/** People, except `others`, whose name contains something at least this similar (0 to 1), the most similar first. */
export async function findBySimilarName(
  tx: Tx,
  viewer: Viewer,
  text: string,
  likeness: number,
  choice: Choice,
): Promise<FoundPeople> {
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`)
  const rank = sql`word_similarity(${text}, ${plainName})`
  return findBest(tx, viewer, sql`${text} <% ${plainName}`, { ...choice, rank })
}
