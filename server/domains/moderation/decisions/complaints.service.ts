import { z } from 'zod'
import type { Complaint } from '#contract/moderation/complaints.ts'
import type { ReportedKind } from '#contract/reports.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { findPlaceOf } from '#server/domains/chat/chat.api.ts'
import { eraseMessage } from '#server/domains/chat/messages.service.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import { findPostOf } from '#server/domains/posts/posts.api.ts'
import { postEdits } from '#server/domains/posts/writing/edit-posts.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canDismissReports } from '#server/policy/moderation.ts'
import { beginningOf } from '../beginning-of.ts'
import { decideAgainst, type Grounds, ownComplaint, tellReporters } from './decide-against.ts'
import { countThings, listLatest, listReasons, listThings, resolveReportsOf } from './reports.queries.ts'

/** How many reports of a thing are shown, the latest first. */
const shownReports = 10

interface Deps {
  db: Db
  media: MediaStore
  publicUrl: string
}

const isUuid = (id: string) => z.uuid().safeParse(id).success
const keyOf = (kind: string, id: string) => `${kind} ${id}`

/** What is reported besides posts and reviews, and the decisions about it that are made here. */
export function complaintModeration(deps: Deps) {
  const { db, media } = deps
  const edits = postEdits(deps)

  async function present(things: Awaited<ReturnType<typeof listThings>>): Promise<Complaint[]> {
    const kinds = Map.groupBy(things, ({ kind }) => kind)
    const read = [...kinds].map(async ([kind, some]) => {
      const ids = some.map(({ subjectId }) => subjectId)
      const [reasons, latest] = await Promise.all([listReasons(db, kind, ids), listLatest(db, kind, ids, shownReports)])
      return some.map(({ subjectId }) => {
        const of = (row: { subjectId: string }) => row.subjectId === subjectId
        return [
          keyOf(kind, subjectId),
          { reasons: reasons.filter(of), latest: latest.filter(row => of(row.report)) },
        ] as const
      })
    })
    const parts = new Map((await Promise.all(read)).flat())
    return things.flatMap(({ kind, subjectId, count, first, last }): Complaint[] => {
      const part = parts.get(keyOf(kind, subjectId))
      const [newest] = part?.latest ?? []
      // Somebody has decided meanwhile.
      if (!part || !newest) return []
      const { report, authorName, team } = newest
      return [
        {
          kind,
          id: subjectId,
          name: report.name || (authorName ?? ''),
          text: report.evidence,
          link: report.path,
          person: report.personId === null ? null : { id: report.personId, name: authorName ?? '' },
          team,
          reports_count: count,
          first_reported_at: first.toISOString(),
          last_reported_at: last.toISOString(),
          reasons: part.reasons.map(({ reason, count }) => ({ reason, count })),
          reports: part.latest.map(({ report: { createdAt, reason, text }, reporter }) => ({
            created_by: reporter,
            created_at: createdAt.toISOString(),
            reason,
            text,
          })),
        },
      ]
    })
  }

  async function removeMessage(actor: Actor, id: string, { reason, rule }: Grounds): Promise<void> {
    const conversationId = await findPlaceOf(db, id)
    if (conversationId === undefined) throw new AppError('NOT_FOUND', 'Такого сообщения нет.')
    await eraseMessage({ db, media }, conversationId, id, async (tx, message) => {
      if (!message) return
      if (message.deletedAt) throw new AppError('CONFLICT', 'Это сообщение уже удалено.')
      const { authorId, body } = message
      const deed = { action: 'delete', subject: 'message', subjectId: id, personId: authorId } as const
      const subjectName = beginningOf(body) || 'сообщение без текста'
      await decideAgainst(tx, actor, { ...deed, subjectName, owner: { personId: authorId }, reason, rule })
      await notify(tx, { recipientId: authorId, actorId: actor.id, type: 'message_removed', details: reason })
    })
  }

  return {
    /** Throws NOT_FOUND for a page past the end. */
    async list({ kind, ...query }: PageRequest & { kind?: ReportedKind | undefined }, address: string) {
      const [things, count] = await Promise.all([listThings(db, kind, pageRange(query)), countThings(db, kind)])
      return { ...pageLinks(address, query, count), results: await present(things) }
    },

    /** Throws CONFLICT if it has no open reports, and FORBIDDEN if it is the moderator's own. */
    async dismiss(actor: Actor, kind: ReportedKind, id: string) {
      await db.transaction(async tx => {
        const resolved = await resolveReportsOf(tx, kind, id)
        if (resolved.length === 0) throw new AppError('CONFLICT', 'Эти жалобы уже рассмотрены.')
        if (!resolved.every(thing => canDismissReports(actor, thing))) throw ownComplaint()
        const reporters = resolved.map(({ reporterId }) => reporterId)
        await record(tx, actor, { action: 'dismiss', subject: kind, subjectId: id })
        await tellReporters(tx, actor, reporters, 'dismissed', kind)
      })
      return { message: 'reports dismissed' as const }
    },

    /** Throws NOT_FOUND for what is gone, and CONFLICT for what has decisions of its own. */
    async remove(actor: Actor, kind: ReportedKind, id: string, grounds: Grounds) {
      if (kind === 'message' && isUuid(id)) await removeMessage(actor, id, grounds)
      else if (kind === 'comment' && isUuid(id)) {
        const postId = await findPostOf(db, id)
        if (postId === undefined) throw new AppError('NOT_FOUND', 'Такого комментария нет.')
        await edits.removeComment(actor, postId, id, grounds)
      } else throw new AppError('NOT_FOUND', 'Удаляют только комментарии и сообщения.')
      return { message: 'removed' as const }
    },
  }
}
