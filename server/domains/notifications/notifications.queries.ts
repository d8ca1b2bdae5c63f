// Joins accounts (users), companies (companies), friends (friendships), plants (categories), posts (posts), products (products), projects (projects), saved-searches (savedSearches), trade (requests).
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { socialNews } from '#contract/notifications.ts'
import { areApart } from '#server/domains/accounts/accounts.api.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { friendships } from '#server/domains/friends/friends.tables.ts'
import { categories } from '#server/domains/plants/plants.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import { isPublished } from '#server/domains/products/products.api.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { projects } from '#server/domains/projects/projects.tables.ts'
import { savedSearches } from '#server/domains/saved-searches/saved-searches.tables.ts'
import { requests } from '#server/domains/trade/trade.tables.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { literal, prepared } from '#server/platform/database/prepared.ts'
import { notifications } from './notifications.tables.ts'

export type NotificationRow = Awaited<ReturnType<typeof listUnread>>[number]

/** A literal, not a parameter: PostgreSQL uses the partial indexes only for a constant. */
const isLatest = sql`${notifications.isLatest}`

const hasSubject = (recipientId: string, subject: string) =>
  and(eq(notifications.recipientId, recipientId), eq(notifications.subject, subject))

/** Whoever waited for a product is a stranger to it: once it is not published, it has no name for them. */
const isProductOf = and(
  eq(products.id, notifications.productId),
  or(ne(notifications.type, 'stock_arrived'), isPublished),
)

/**
 * A mention is there only while its post is for whom it names: a post becomes private, a friendship ends. As
 * `canReadPost`; only mentions are looked up.
 */
const isStillTold = sql`(${notifications.type} <> 'mention' or exists (
  select from ${posts} where ${posts.id} = ${notifications.postId} and ${posts.isVisible}
    and (not ${posts.isPrivate} or ${posts.authorId} = ${notifications.recipientId} or exists (
      select from ${friendships} where ${friendships.userId} = ${notifications.recipientId}
        and ${friendships.friendId} = ${posts.authorId}))
    and not ${areApart(notifications.recipientId, posts.authorId)}))`

const columns = {
  id: notifications.id,
  recipientId: notifications.recipientId,
  type: notifications.type,
  postId: notifications.postId,
  details: notifications.details,
  createdAt: notifications.createdAt,
  readAt: notifications.readAt,
  actor: users.name,
  product: products.name,
  company: companies.name,
  savedSearch: savedSearches.name,
  project: sql<string | null>`coalesce(${requests.projectName}, ${projects.name})`,
}

/** What a notification is about: all that its subject is made of. */
const facts = {
  type: notifications.type,
  postId: notifications.postId,
  requestId: notifications.requestId,
  dealId: notifications.dealId,
  productId: notifications.productId,
  companyId: notifications.companyId,
  savedSearchId: notifications.savedSearchId,
  projectId: notifications.projectId,
  actorId: notifications.actorId,
}

/** With the current names of people, plants and companies: joins by primary key instead of stored sentences. */
function selectWithNames(db: Db | Tx) {
  return db
    .select(columns)
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .leftJoin(products, isProductOf)
    .leftJoin(companies, eq(companies.id, notifications.companyId))
    .leftJoin(savedSearches, eq(savedSearches.id, notifications.savedSearchId))
    .leftJoin(requests, eq(requests.id, notifications.requestId))
    .leftJoin(projects, eq(projects.id, notifications.projectId))
    .$dynamic()
}

type NewNotification = Omit<typeof notifications.$inferInsert, 'id' | 'recipientId' | 'isLatest' | 'peopleCount'> & {
  subject: string | null
}

/**
 * Inserts the newest notification of its subject for each of these people. The caller has locked the subject
 * (docs/LOCKS.md), so that notifications of one subject are serialised.
 */
export async function insertNotifications(
  tx: Tx,
  row: NewNotification,
  recipients: { id: string; recipientId: string }[],
): Promise<NotificationRow[]> {
  const { subject, actorId } = row
  const isSameActor = actorId ? eq(notifications.actorId, actorId) : isNull(notifications.actorId)
  const recipientIds = sql.param(recipients.map(({ recipientId }) => recipientId))
  const earlier = tx.$with('earlier').as(
    tx
      .update(notifications)
      .set({ isLatest: false })
      .where(
        and(
          sql`${notifications.recipientId} = any(${recipientIds}::uuid[])`,
          eq(notifications.subject, subject ?? ''),
          isLatest,
        ),
      )
      .returning({ recipientId: notifications.recipientId, peopleCount: notifications.peopleCount }),
  )
  const peopleCountOf = (recipientId: string) => {
    const isNewPerson = sql`(not exists (select from ${notifications}
      where ${and(hasSubject(recipientId, subject ?? ''), isSameActor)}))::int`
    const before = sql`(select ${earlier.peopleCount} from ${earlier} where ${earlier.recipientId} = ${recipientId})`
    return sql`coalesce(${before} + ${isNewPerson}, 1)`
  }
  const inserting = tx
    .with(earlier)
    .insert(notifications)
    .values(
      recipients.map(({ id, recipientId }) => ({ ...row, id, recipientId, peopleCount: peopleCountOf(recipientId) })),
    )
  // One person is told most often: a text for each number of people would be too many.
  await (recipients.length === 1 ? inserting.prepare('insert_notification').execute() : inserting)
  return written(tx).execute({ ids: recipients.map(({ id }) => id) })
}

const written = prepared(db =>
  selectWithNames(db)
    .where(sql`${notifications.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('written_notifications'),
)

/** Maximum of listed unread notifications (API.md section 4). */
const unreadMax = 100
const unread = prepared(db =>
  selectWithNames(db)
    .where(
      and(eq(notifications.recipientId, sql.placeholder('recipientId')), isNull(notifications.readAt), isStillTold),
    )
    .orderBy(desc(notifications.id))
    .limit(literal(unreadMax))
    .prepare('unread_notifications'),
)

/** Unread ones, newest first. */
export async function listUnread(db: Db, recipientId: string) {
  return unread(db).execute({ recipientId })
}

/** Including read ones, newest first, those that follow `after`. */
export async function listAll(
  db: Db,
  recipientId: string,
  after: { id: string } | undefined,
  limit: number,
): Promise<NotificationRow[]> {
  return selectWithNames(db)
    .where(and(eq(notifications.recipientId, recipientId), after && lt(notifications.id, after.id)))
    .orderBy(desc(notifications.id))
    .limit(limit)
}

const member = alias(notifications, 'member')
const otherActor = alias(users, 'other_actor')
const announced = alias(products, 'announced')

/** Characters of a post that are read for the quote. */
const quoted = 400

/**
 * Groups of a person's notifications, each represented by its newest one, newest first; `before` is the id of one. The
 * details of a group come from an index, whatever its size: whether any is unread and, with two people, who the other
 * one is.
 */
export async function listGroups(db: Db, recipientId: string, before: string | undefined, limit: number) {
  const page = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.recipientId, recipientId),
        isLatest,
        isStillTold,
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
    .as('page')
  const others = sql`from ${notifications} ${member} where ${member.recipientId} = ${notifications.recipientId}
    and ${member.subject} = ${notifications.subject}`
  const beside = (order: SQL) => sql`(select ${member.actorId} ${others} and ${member.actorId} ${order} limit 1)`
  const other = sql`case when ${notifications.peopleCount} = 2 then coalesce(
    ${beside(sql`> ${notifications.actorId} order by ${member.actorId}`)},
    ${beside(sql`< ${notifications.actorId} order by ${member.actorId} desc`)}) end`
  return db
    .select({
      ...columns,
      peopleCount: notifications.peopleCount,
      otherActor: otherActor.name,
      isRead: sql<boolean>`(${notifications.readAt} is not null
        and not exists (select ${others} and ${member.readAt} is null))`,
      savedQuery: savedSearches.query,
      projectId: notifications.projectId,
      requestId: notifications.requestId,
      dealId: notifications.dealId,
      productSlug: products.slug,
      categorySlug: categories.slug,
      quote: sql<string | null>`coalesce(${announced.name}, left(${posts.body}, ${quoted}))`,
    })
    .from(page)
    .innerJoin(notifications, eq(notifications.id, page.id))
    .leftJoin(users, eq(users.id, notifications.actorId))
    .leftJoin(products, isProductOf)
    .leftJoin(companies, eq(companies.id, notifications.companyId))
    .leftJoin(savedSearches, eq(savedSearches.id, notifications.savedSearchId))
    .leftJoin(requests, eq(requests.id, notifications.requestId))
    .leftJoin(projects, eq(projects.id, notifications.projectId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(announced, eq(announced.id, posts.productId))
    .leftJoin(otherActor, sql`${otherActor.id} = ${other}`)
    .orderBy(desc(page.id))
}

export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number]

/** Marks a notification of this person as read; returns whether it exists. */
export async function markRead(tx: Tx, recipientId: string, id: string): Promise<boolean> {
  const rows = await tx
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(eq(notifications.id, id), eq(notifications.recipientId, recipientId)))
    .returning({ id: notifications.id })
  return rows.length > 0
}

/** What a notification of this person is about; `undefined` if it does not exist. */
export async function findFacts(tx: Tx, recipientId: string, id: string) {
  const [found] = await tx
    .select({ subject: notifications.subject, ...facts })
    .from(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.recipientId, recipientId)))
  return found
}

/**
 * Marks all notifications of this person as read, or all about one subject. Rows locked by another transaction are
 * skipped: it is marking them as read too, deleting them, or adding a newer unread one.
 */
export async function markAllRead(tx: Tx, recipientId: string, subject?: string): Promise<void> {
  const ofPerson = subject === undefined ? eq(notifications.recipientId, recipientId) : hasSubject(recipientId, subject)
  const unread = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(ofPerson, isNull(notifications.readAt)))
    .for('update', { skipLocked: true })
  await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(inArray(notifications.id, unread))
}

/** Of a digest, the newest first. */
const missedMax = 200

/** The unread ones of a person since then, each group once, newest first. */
export async function listMissed(db: Db | Tx, recipientId: string, since: Date) {
  return db
    .select({ ...columns, ...facts })
    .from(notifications)
    .leftJoin(users, eq(users.id, notifications.actorId))
    .leftJoin(products, isProductOf)
    .leftJoin(companies, eq(companies.id, notifications.companyId))
    .leftJoin(savedSearches, eq(savedSearches.id, notifications.savedSearchId))
    .leftJoin(requests, eq(requests.id, notifications.requestId))
    .leftJoin(projects, eq(projects.id, notifications.projectId))
    .where(
      and(
        eq(notifications.recipientId, recipientId),
        isNull(notifications.readAt),
        isLatest,
        isStillTold,
        gt(notifications.createdAt, since),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(missedMax)
}

export async function deleteNotificationsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.recipientId, userId))
}

/** Of requests and deals that were told to somebody as one of a company's people, which they are no more. */
export async function deleteTradeNewsOf(tx: Tx, userId: string): Promise<void> {
  const ofOthers = tx.select({ id: requests.id }).from(requests).where(ne(requests.buyerId, userId))
  await tx
    .delete(notifications)
    .where(and(eq(notifications.recipientId, userId), inArray(notifications.requestId, ofOthers)))
}

/**
 * Deletes what each of these two was told of the other as a person. Where others did the same, the newest of theirs
 * represents them, and they are counted anew.
 */
export async function deleteSocialNews(tx: Tx, [one, other]: [string, string]): Promise<void> {
  const isOf = (recipientId: string, actorId: string) =>
    and(eq(notifications.recipientId, recipientId), eq(notifications.actorId, actorId))
  const deleted = await tx
    .delete(notifications)
    .where(and(or(isOf(one, other), isOf(other, one)), inArray(notifications.type, [...socialNews])))
    .returning({ recipientId: notifications.recipientId, subject: notifications.subject })
  const changed = deleted.filter(({ subject }) => subject !== null)
  if (changed.length === 0) return
  const groups = sql`jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as changed ("recipientId" uuid, subject text)`
  await tx.execute(sql`
    update ${notifications} set is_latest = true, people_count = rest.people
    from (
      select max(left_over.id::text)::uuid as id, count(distinct coalesce(left_over.actor_id, left_over.id))::int as people
      from (select distinct "recipientId", subject from ${groups}) changed
      inner join ${notifications} left_over
        on left_over.recipient_id = changed."recipientId" and left_over.subject = changed.subject
      group by left_over.recipient_id, left_over.subject
    ) rest
    where ${notifications.id} = rest.id`)
}
