import { type EarlierText, type HiddenPost, namedReporters, type ReportedPost } from '#contract/moderation/posts.ts'
import { addToPostsCounts, lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import { noSuchPost, type PostDeps, postPresenter } from '#server/domains/posts/feed/feed.service.ts'
import {
  countHidden,
  countReported,
  findSubject,
  listEarlierTexts,
  listHidden,
  listReported,
  listReporters,
  resolveReports,
  setHidden,
  setRestored,
} from '#server/domains/posts/posts.api.ts'
import type { CommentRemoval } from '#server/domains/posts/posts.events.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import { canDismissReports } from '#server/policy/moderation.ts'
import { beginningOf } from '../beginning-of.ts'
import { decideAgainst, type Grounds, ownComplaint, tellReporters } from '../decisions/decide-against.ts'

const earlierTextsListed = 200

/** The data of a post for the log: its author and the beginning of its text. */
const inAudit = ({ authorId, body }: { authorId: string; body: string }) => ({
  personId: authorId,
  subjectName: beginningOf(body) || 'запись без текста',
})

/** Records the deletion of somebody else's post: the log stores its text, and its author is notified. */
export async function recordRemoval(
  tx: Tx,
  { postId, actor, reason, rule }: { postId: string; actor: Actor } & Grounds,
) {
  const subject = await findSubject(tx, postId)
  if (!subject) throw noSuchPost()
  const owner = { personId: subject.authorId }
  const deed = { action: 'delete', subject: 'post', subjectId: postId, ...inAudit(subject) } as const
  await decideAgainst(tx, actor, { ...deed, owner, reason, rule })
  await tellReporters(tx, actor, await resolveReports(tx, postId), 'accepted', 'post')
  await notify(tx, { recipientId: subject.authorId, actorId: actor.id, type: 'post_deleted', details: reason })
}

/** The same of somebody else's comment. */
export async function recordCommentRemoval(
  tx: Tx,
  { commentId, authorId, body, actor, reason, rule }: CommentRemoval,
): Promise<void> {
  const subject = { subject: 'comment', subjectId: commentId, ...inAudit({ authorId, body }) } as const
  await decideAgainst(tx, actor, { action: 'delete', ...subject, owner: { personId: authorId }, reason, rule })
  await notify(tx, { recipientId: authorId, actorId: actor.id, type: 'comment_removed', details: reason })
}

/** Locks the author and returns the post: every change of a post's visibility locks its author. Throws NOT_FOUND. */
async function lockSubject(tx: Tx, id: string) {
  const seen = await findSubject(tx, id)
  if (seen) await lockPeople(tx, [seen.authorId])
  const subject = seen && (await findSubject(tx, id))
  if (!subject) throw noSuchPost()
  return subject
}

/**
 * A restored post is visible again to those who saw it before; that of a product only if the product is published.
 * Throws NOT_FOUND if the post no longer exists, and CONFLICT if it is not hidden.
 */
export async function restorePost(tx: Tx, actor: Actor, id: string, reason: string): Promise<void> {
  const subject = await lockSubject(tx, id)
  const restored = await setRestored(tx, id)
  if (!restored) throw new AppError('CONFLICT', 'Эта запись уже не скрыта.')
  const isCounted = restored.isVisible && !subject.isPrivate
  if (isCounted) await addToPostsCounts(tx, new Map([[subject.authorId, 1]]))
  await record(tx, actor, { action: 'restore', subject: 'post', subjectId: id, ...inAudit(subject), reason })
  await notify(tx, { recipientId: subject.authorId, actorId: actor.id, type: 'post_restored', postId: id })
}

/** Decisions about reported posts. */
export function postModeration(deps: PostDeps) {
  const { db } = deps
  const present = postPresenter(deps)

  return {
    /** Throws NOT_FOUND for a page past the end. */
    async listReported(actor: Actor, query: PageRequest, address: string) {
      const [rows, count] = await Promise.all([listReported(db, actor, pageRange(query)), countReported(db)])
      const ids = rows.map(row => row.id)
      const [posts, reporters] = await Promise.all([
        present(db, actor, rows),
        ids.length > 0 ? listReporters(db, ids, namedReporters) : [],
      ])
      const reportersOf = Map.groupBy(reporters, reporter => reporter.postId)
      const results = posts.flatMap((post, index): ReportedPost[] => {
        const row = rows[index]
        if (!row) return []
        const reports = reportersOf.get(row.id) ?? []
        return [
          {
            post,
            is_visible: row.isVisible,
            reports_count: row.reportsCount,
            first_reported_at: row.firstReportedAt.toISOString(),
            last_reported_at: row.lastReportedAt.toISOString(),
            reports: reports.map(({ person, createdAt, reason, text }) => ({
              created_by: person,
              created_at: createdAt.toISOString(),
              reason,
              text,
            })),
          },
        ]
      })
      return { ...pageLinks(address, query, count), results }
    },

    /** Throws NOT_FOUND for a page past the end. */
    async listHidden(actor: Actor, query: PageRequest, address: string) {
      const [rows, count] = await Promise.all([listHidden(db, actor, pageRange(query)), countHidden(db)])
      const posts = await present(db, actor, rows)
      const results = posts.flatMap((post, index): HiddenPost[] => {
        const hiddenAt = rows[index]?.hiddenAt
        return hiddenAt ? [{ post, hidden_at: hiddenAt.toISOString() }] : []
      })
      return { ...pageLinks(address, query, count), results }
    },

    /** Throws NOT_FOUND if the post no longer exists. */
    async listEarlierTexts(id: string): Promise<EarlierText[]> {
      if (!(await findSubject(db, id))) throw noSuchPost()
      const texts = await listEarlierTexts(db, id, earlierTextsListed)
      return texts.map(text => ({
        id: text.id,
        comment_id: text.commentId,
        body: text.body,
        replaced_at: text.replacedAt.toISOString(),
      }))
    },

    /** Throws NOT_FOUND if the post no longer exists, and CONFLICT if it is already hidden. */
    async hidePost(actor: Actor, id: string, { reason, rule }: Grounds) {
      await db.transaction(async tx => {
        const subject = await lockSubject(tx, id)
        if (!(await setHidden(tx, id, reason))) throw new AppError('CONFLICT', 'Эту запись уже скрыли.')
        const reporters = await resolveReports(tx, id)
        await publish(tx, { type: 'post_removed', post_id: id }, { watching: id })
        const wasCounted = subject.isVisible && !subject.isPrivate
        if (wasCounted) await addToPostsCounts(tx, new Map([[subject.authorId, -1]]))
        const deed = { action: 'hide', subject: 'post', subjectId: id, ...inAudit(subject) } as const
        await decideAgainst(tx, actor, { ...deed, owner: { personId: subject.authorId }, reason, rule })
        await tellReporters(tx, actor, reporters, 'accepted', 'post')
        await notify(tx, {
          recipientId: subject.authorId,
          actorId: actor.id,
          type: 'post_hidden',
          postId: id,
          details: reason,
        })
      })
      return { message: 'post hidden' as const }
    },

    /** Throws NOT_FOUND if the post no longer exists, FORBIDDEN if it is the moderator's own, CONFLICT without reports. */
    async dismissReports(actor: Actor, id: string) {
      await db.transaction(async tx => {
        const subject = await lockSubject(tx, id)
        if (!canDismissReports(actor, { personId: subject.authorId, companyId: null })) throw ownComplaint()
        const reporters = await resolveReports(tx, id)
        if (reporters.length === 0) {
          throw new AppError('CONFLICT', 'Жалобы на эту запись уже рассмотрены.')
        }
        await record(tx, actor, { action: 'dismiss', subject: 'post', subjectId: id, ...inAudit(subject) })
        await tellReporters(tx, actor, reporters, 'dismissed', 'post')
      })
      return { message: 'reports dismissed' as const }
    },

    /** Throws like the function of this name. */
    async restorePost(actor: Actor, id: string, reason: string) {
      await db.transaction(tx => restorePost(tx, actor, id, reason))
      return { message: 'post restored' as const }
    },
  }
}
