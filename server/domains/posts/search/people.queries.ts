// Joins accounts (users), friends (friendships).
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isSeenBy } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { literal, prepared } from '#server/platform/database/prepared.ts'
import {
  type AuthorRow,
  anySelectiveViewer,
  anyViewer,
  authorOf,
  boundTo,
  type Reader,
  type Viewer,
} from '../post-rows.queries.ts'

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

/** A literal in the statements, whose plans depend on it. */
export const peopleFoundAtMost = 20

type Place = 'beginning of a word' | 'anywhere'

const text = sql`${sql.placeholder('text')}::text`

/** The best of the matching people; only for them more than the name is read. */
function selectBest(db: Db, viewer: Viewer, where: SQL | undefined, rank: SQL) {
  const isOther = sql`${users.id} <> all(${sql.placeholder('known')}::uuid[])`
  const suitable = db
    .select({ id: users.id, name: users.name, rank: sql<number>`${rank}`.as('rank') })
    .from(users)
    .where(and(canBeFound, where, isOther, isSeenBy(viewer, users.id)))
  // Materialised, it is planned for all rows, with the index: for a few rows the planner would scan name by name.
  const first = sql`(with suitable as materialized ${suitable} select * from suitable limit ${literal(lookedAt)}) looked_at`
  const best = db
    .select({
      personId: sql<string>`id`.as('person_id'),
      rank: sql<number>`rank`.as('rank'),
      compared: sql<number>`(count(*) over ())::int`.as('compared'),
    })
    .from(first)
    .orderBy(sql`rank desc, name, id`)
    .limit(literal(peopleFoundAtMost))
    .as('best')
  return db
    .select({ author: authorOf(viewer), compared: best.compared })
    .from(best)
    .innerJoin(users, eq(users.id, best.personId))
    .orderBy(desc(best.rank), asc(users.name), asc(users.id))
}

const begins = sql`${plainName} like ${sql.placeholder('begins')}`
const wordBegins = sql`${plainName} like ${sql.placeholder('wordBegins')}`
const byPlace = sql`case when ${begins} then 2 else (${wordBegins})::int end`

/** A statement for readers who see everybody, and one for the others. */
function forReaders<Query extends object>(build: (db: Db, viewer: Viewer) => Query) {
  const [forAnybody, forSelective] = [
    prepared(db => build(db, anyViewer)),
    prepared(db => build(db, anySelectiveViewer)),
  ]
  return (db: Db, { silences }: Reader) => (silences === 0 ? forAnybody(db) : forSelective(db))
}

const byPart = {
  anywhere: forReaders((db, viewer) =>
    selectBest(db, viewer, sql`${plainName} like ${sql.placeholder('contains')}`, byPlace).prepare(
      'people_by_part_of_name',
    ),
  ),
  'beginning of a word': forReaders((db, viewer) =>
    selectBest(db, viewer, or(begins, wordBegins), byPlace).prepare('people_by_beginning'),
  ),
}

/** The operator has no other way to be told. It is read before the index is asked, and forgotten after the statement. */
const withLikeness = sql`set_config('pg_trgm.word_similarity_threshold', ${sql.placeholder('likeness')}, true)`
const bySimilarity = forReaders((db, viewer) =>
  selectBest(
    db,
    viewer,
    sql`(select case when ${withLikeness} is not null then ${text} end) <% ${plainName}`,
    sql`word_similarity(${text}, ${plainName})`,
  ).prepare('people_by_similarity'),
)

const foundOf = (rows: { author: AuthorRow; compared: number }[]): FoundPeople => ({
  people: rows.map(({ author }) => author),
  areBest: (rows[0]?.compared ?? 0) < lookedAt,
})

/**
 * People whose name contains the text: first those whose name begins with it, then those of whose name another word does.
 * `text` is in lower case, with «е» for «ё».
 */
export async function findByPartOfName(db: Db, reader: Reader, text: string, place: Place): Promise<FoundPeople> {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const patterns = { begins: `${escaped}%`, wordBegins: `% ${escaped}%`, contains: `%${escaped}%` }
  return foundOf(await byPart[place](db, reader).execute({ ...boundTo(reader), known: [], ...patterns }))
}

/** People, except `others`, whose name contains something at least this similar (0 to 1), the most similar first. */
export async function findBySimilarName(
  db: Db,
  reader: Reader,
  text: string,
  likeness: number,
  others: AuthorRow[],
): Promise<FoundPeople> {
  const known = others.map(({ id }) => id)
  return foundOf(
    await bySimilarity(db, reader).execute({ ...boundTo(reader), known, text, likeness: String(likeness) }),
  )
}

/** Friends of the reader whose name contains the text, those first whose name begins with it. */
export async function findFriendsByName(db: Db, reader: Reader, text: string, limit: number): Promise<AuthorRow[]> {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const rows = await db
    .select({ author: authorOf(reader) })
    .from(friendships)
    .innerJoin(users, eq(users.id, friendships.friendId))
    .where(and(eq(friendships.userId, reader.id), canBeFound, sql`${plainName} like ${`%${escaped}%`}`))
    .orderBy(sql`${plainName} like ${`${escaped}%`} desc`, asc(users.name), asc(users.id))
    .limit(limit)
  return rows.map(({ author }) => author)
}
