import { and, asc, desc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { type AuthorRow, authorOf, type Viewer } from './post-rows.queries.ts'

/** As the index has it: without case, and with «е» for «ё». */
const plainName = sql`translate(lower(${users.name}), 'ё', 'е')`
const canBeFound = and(isNull(users.deletedAt), isNull(users.blockedAt))

/** Of the three-letter pieces of both, so many must be common: one wrong letter in a short name spoils half of them. */
const similarEnough = 0.35

/** The first of the people found; only of them more is read than the name. */
async function listBest(
  db: Db | Tx,
  viewer: Viewer,
  where: SQL | undefined,
  rank: SQL,
  limit: number,
): Promise<AuthorRow[]> {
  const best = db
    .select({ id: users.id, rank: sql<number>`${rank}`.as('rank') })
    .from(users)
    .where(and(canBeFound, where))
    .orderBy(desc(rank), asc(users.name), asc(users.id))
    .limit(limit)
    .as('best')
  const rows = await db
    .select({ author: authorOf(viewer) })
    .from(best)
    .innerJoin(users, eq(users.id, best.id))
    .orderBy(desc(best.rank), asc(users.name), asc(users.id))
  return rows.map(({ author }) => author)
}

/** People with this in their name, those first whose name begins with it. `text` is in small letters, with «е» for «ё». */
export async function listByPartOfName(db: Db, viewer: Viewer, text: string, limit: number): Promise<AuthorRow[]> {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const has = (pattern: string) => sql`${plainName} like ${pattern}`
  return listBest(db, viewer, has(`%${escaped}%`), sql`(${has(`${escaped}%`)})::int`, limit)
}

/** Other people whose name has something like this in it, the likest first. */
export async function listBySimilarName(
  tx: Tx,
  viewer: Viewer,
  text: string,
  limit: number,
  others: string[],
): Promise<AuthorRow[]> {
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarEnough)}, true)`)
  const isOther = others.length > 0 ? notInArray(users.id, others) : undefined
  const where = and(sql`${text} <% ${plainName}`, isOther)
  return listBest(tx, viewer, where, sql`word_similarity(${text}, ${plainName})`, limit)
}
