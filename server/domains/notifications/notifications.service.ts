import { type Notification, type NotificationType, socialNews } from '#contract/notifications.ts'
import { listNotHearing } from '#server/domains/accounts/accounts.api.ts'
import { readablePosts } from '#server/domains/posts/feed/readable-posts.ts'
import { mentionWriter } from '#server/domains/posts/writing/mentions.service.ts'
import { forgetBetween, forgetRead, kindOf, tell, tellingSubject } from '#server/domains/telling/telling.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish, publishEach } from '#server/platform/live/live.ts'
import { presentGroup, presentNotification, sentenceOf } from './notifications.present.ts'
import {
  deleteSocialNews,
  findFacts,
  insertNotifications,
  listAll,
  listGroups,
  listUnread,
  markAllRead,
  markRead,
} from './notifications.queries.ts'
import type { notifications } from './notifications.tables.ts'

/** Groups per page. */
const groupsListed = 30

interface News {
  recipientId: string
  /** The person who acted; people are not notified of their own actions. `null`: the product itself. */
  actorId: string | null
  type: NotificationType
  postId?: string
  productId?: number
  companyId?: number
  savedSearchId?: string
  projectId?: string
  requestId?: string
  dealId?: string
  /** A moderator's reason, the number of found or ageing offers or of lines, or why a deal is cancelled. */
  details?: string
}

type SubjectFacts = Pick<
  typeof notifications.$inferInsert,
  'type' | 'postId' | 'productId' | 'companyId' | 'savedSearchId' | 'projectId' | 'requestId' | 'dealId' | 'actorId'
>

/**
 * The key by which notifications are grouped: their type and subject, or for a friendship the other person. A buyer's
 * are grouped by company too, for they name it, and so are those of listings that companies offer in a post.
 * Notifications about deleted posts are not grouped.
 */
export function subjectOf(facts: SubjectFacts): string | null {
  const { type, postId, productId, companyId, savedSearchId, projectId, requestId, dealId, actorId } = facts
  if (dealId || requestId) return [type, dealId ?? requestId, ...(companyId ? [companyId] : [])].join(':')
  if (postId && companyId) return [type, postId, companyId].join(':')
  const thing =
    postId ?? productId ?? companyId ?? savedSearchId ?? projectId ?? (type.endsWith('_friendrequest') ? actorId : null)
  return thing ? `${type}:${thing}` : null
}

/** Of one person to another, not to a company's people, nor of a moderator: whoever has silenced the actor is not told. */
const isSocial = <Told extends Pick<News, 'type' | 'actorId'>>(news: Told): news is Told & { actorId: string } =>
  news.actorId !== null && socialNews.some(type => type === news.type)

/** Moderators are not named. */
const isNamed = ({ type }: Pick<News, 'type'>) => kindOf(type) !== 'moderation'

/** The page that a push opens. */
function pathOf({ type, postId, dealId, requestId }: Omit<News, 'recipientId'>): string {
  if (dealId) return `/deals/${dealId}`
  if (postId && type !== 'post_deleted') return `/post/${postId}`
  if (requestId && (type === 'quote_received' || type === 'quote_revised')) return `/requests/${requestId}`
  return '/notifications'
}

/** People who are told with one statement, well below the parameter limit. */
const toldAtOnce = 1000

/** Notifies people of another one's action, in its transaction; open pages show it at once. */
export async function notifyAll(tx: Tx, recipientIds: string[], news: Omit<News, 'recipientId'>): Promise<void> {
  const others = [...new Set(recipientIds)].filter(recipientId => recipientId !== news.actorId)
  const deaf = isSocial(news) ? await listNotHearing(tx, news.actorId, others) : new Set()
  const subject = subjectOf(news)
  const hearing = others.filter(recipientId => !deaf.has(recipientId))
  const onSite = await tell(tx, hearing, {
    kind: kindOf(news.type),
    subject: tellingSubject(news),
    actorId: isNamed(news) ? news.actorId : null,
    path: pathOf(news),
  })
  const recipients = onSite.map(recipientId => ({ id: uuidv7(), recipientId }))
  for (let start = 0; start < recipients.length; start += toldAtOnce) {
    const part = recipients.slice(start, start + toldAtOnce)
    const rows = await insertNotifications(tx, { subject, ...news }, part)
    await publishEach(
      tx,
      rows.map(row => ({
        event: { type: 'notification', notification: presentNotification(row) },
        audience: { userIds: [row.recipientId] },
      })),
    )
  }
}

export async function notify(tx: Tx, { recipientId, ...news }: News): Promise<void> {
  await notifyAll(tx, [recipientId], news)
}

export async function listNotifications(db: Db, actor: Actor): Promise<Notification[]> {
  return (await listUnread(db, actor.id)).map(presentNotification)
}

/** All notifications of a person, including read ones, for the export of their data. */
export async function listToldOf(db: Db, userId: string, after: { id: string } | undefined, limit: number) {
  return (await listAll(db, userId, after, limit)).map(row => {
    const { id, type, createdAt, readAt } = row
    return { id, type, body: sentenceOf(row), createdAt, readAt }
  })
}

/** One of these two has blocked the other: what each was told of the other goes, but for what they trade about. */
export async function forgetEachOther(tx: Tx, one: string, other: string): Promise<void> {
  await deleteSocialNews(tx, [one, other])
  await forgetBetween(tx, one, other)
}

/** Including read ones. A post that the actor may no longer see is not quoted. */
export async function listNotificationGroups(db: Db, actor: Actor, before?: string) {
  const rows = await listGroups(db, actor.id, before, groupsListed + 1)
  const shown = rows.slice(0, groupsListed)
  const readable = new Set(await readablePosts(db, actor, [...new Set(shown.flatMap(({ postId }) => postId ?? []))]))
  const write = await mentionWriter(
    db,
    actor,
    shown.map(({ quote }) => quote ?? ''),
  )
  const groups = shown.map(row =>
    presentGroup(
      { ...row, quote: row.quote && write(row.quote) },
      { isReadable: row.postId !== null && readable.has(row.postId) },
    ),
  )
  return { groups, has_earlier: rows.length > groupsListed }
}

const noSuchNotification = () => new AppError('NOT_FOUND', 'Такого уведомления нет.')

/** Marks notifications as read and notifies the actor's other tabs in the same transaction. */
async function read(db: Db, actor: Actor, mark: (tx: Tx) => Promise<void>): Promise<void> {
  await db.transaction(async tx => {
    await mark(tx)
    await publish(tx, { type: 'notifications_read' }, { userIds: [actor.id] })
  })
}

/** Throws NOT_FOUND for a notification of another person. */
export async function readNotification(db: Db, actor: Actor, id: string) {
  await read(db, actor, async tx => {
    const found = await findFacts(tx, actor.id, id)
    if (!found || !(await markRead(tx, actor.id, id))) throw noSuchNotification()
    await forgetRead(tx, actor.id, [tellingSubject(found)])
  })
  return { message: 'notification read' as const }
}

/** Marks the notification and all others of its group as read. Throws NOT_FOUND for one of another person. */
export async function readNotificationGroup(db: Db, actor: Actor, id: string) {
  await read(db, actor, async tx => {
    const found = await findFacts(tx, actor.id, id)
    if (!found) throw noSuchNotification()
    await forgetRead(tx, actor.id, [tellingSubject(found)])
    await (found.subject === null ? markRead(tx, actor.id, id) : markAllRead(tx, actor.id, found.subject))
  })
  return { message: 'notification read' as const }
}

export async function readAllNotifications(db: Db, actor: Actor) {
  await read(db, actor, async tx => {
    await markAllRead(tx, actor.id)
    await forgetRead(tx, actor.id)
  })
  return { message: 'notifications read' as const }
}
