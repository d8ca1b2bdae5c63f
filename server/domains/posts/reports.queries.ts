// Joins accounts (users), products (products).
import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { isHidden, postFor, selectIds, type Viewer } from './post-rows.queries.ts'
import { postReports, posts } from './posts.tables.ts'

interface Range {
  limit: number
  offset: number
}

const isOpen = isNull(postReports.resolvedAt)

/** Posts with open reports: most reported first, then longest waiting. */
export async function listReported(db: Db, viewer: Viewer, { limit, offset }: Range) {
  const count = sql<number>`count(*)::int`
  const first = sql<Date>`min(${postReports.createdAt})`.mapWith(postReports.createdAt)
  const last = sql<Date>`max(${postReports.createdAt})`.mapWith(postReports.createdAt)
  const page = db
    .select({
      id: postReports.postId,
      count: count.as('reports_count'),
      first: first.as('first_reported'),
      last: last.as('last_reported'),
    })
    .from(postReports)
    .where(isOpen)
    .groupBy(postReports.postId)
    .orderBy(desc(count), asc(first), asc(postReports.postId))
    .limit(limit)
    .offset(offset)
    .as('page')
  return db
    .select({
      ...postFor(viewer),
      isVisible: posts.isVisible,
      reportsCount: page.count,
      firstReportedAt: page.first,
      lastReportedAt: page.last,
    })
    .from(page)
    .innerJoin(posts, eq(posts.id, page.id))
    .innerJoin(users, eq(users.id, posts.authorId))
    .orderBy(desc(page.count), asc(page.first), asc(page.id))
}

/** The latest reporters of each of these posts. */
export async function listReporters(db: Db, postIds: string[], ofEach: number) {
  const ranked = db
    .select({
      postId: postReports.postId,
      userId: postReports.userId,
      createdAt: postReports.createdAt,
      reason: postReports.reason,
      text: postReports.text,
      place: sql<number>`row_number() over (partition by ${postReports.postId}
        order by ${postReports.createdAt} desc, ${postReports.userId})`.as('place'),
    })
    .from(postReports)
    .where(and(isOpen, inArray(postReports.postId, postIds)))
    .as('ranked')
  return db
    .select({
      postId: ranked.postId,
      createdAt: ranked.createdAt,
      reason: ranked.reason,
      text: ranked.text,
      person: { id: users.id, name: users.name },
    })
    .from(ranked)
    .innerJoin(users, eq(users.id, ranked.userId))
    .where(lte(ranked.place, ofEach))
    .orderBy(asc(ranked.postId), asc(ranked.place))
}

/** Counts the posts with open reports. */
export async function countReported(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${postReports.postId})::int` })
    .from(postReports)
    .where(isOpen)
  return row?.count ?? 0
}

const latestHiddenFirst = [desc(posts.hiddenAt), desc(posts.id)]

/** Hidden posts, with the time at which each was hidden. */
export async function listHidden(db: Db, viewer: Viewer, { limit, offset }: Range) {
  const page = selectIds(db, isHidden, latestHiddenFirst, { limit, offset })
  return db
    .select({ ...postFor(viewer), hiddenAt: sql<Date>`${posts.hiddenAt}`.mapWith(posts.hiddenAt) })
    .from(page)
    .innerJoin(posts, eq(posts.id, page.id))
    .innerJoin(users, eq(users.id, posts.authorId))
    .orderBy(...latestHiddenFirst)
}

export async function countHidden(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(posts)
    .where(isHidden)
  return row?.count ?? 0
}

/** The columns of a post that a moderator's action needs. */
export async function findSubject(db: Db | Tx, id: string) {
  const [row] = await db
    .select({
      authorId: posts.authorId,
      body: posts.body,
      isPrivate: posts.isPrivate,
      isVisible: posts.isVisible,
    })
    .from(posts)
    .where(eq(posts.id, id))
  return row
}

/** False if it is already hidden. */
export async function setHidden(tx: Tx, id: string, reason: string): Promise<boolean> {
  const changed = await tx
    .update(posts)
    .set({ hiddenAt: sql`now()`, hiddenReason: reason, isVisible: false })
    .where(and(eq(posts.id, id), isNull(posts.hiddenAt)))
    .returning({ id: posts.id })
  return changed.length > 0
}

/** Whether everybody sees it from now on; `undefined` if it is not hidden. */
export async function setRestored(tx: Tx, id: string): Promise<{ isVisible: boolean } | undefined> {
  const isPublished = sql<boolean>`coalesce(
    (select ${products.isActive} from ${products} where ${products.id} = ${posts.productId}), true)`
  const [row] = await tx
    .update(posts)
    .set({ hiddenAt: null, hiddenReason: '', isVisible: isPublished })
    .where(and(eq(posts.id, id), isHidden))
    .returning({ isVisible: posts.isVisible })
  return row
}

/** Returns the people whose reports were open. */
export async function resolveReports(tx: Tx, postId: string): Promise<string[]> {
  const resolved = await tx
    .update(postReports)
    .set({ resolvedAt: sql`now()` })
    .where(and(eq(postReports.postId, postId), isOpen))
    .returning({ userId: postReports.userId })
  return resolved.map(({ userId }) => userId)
}
