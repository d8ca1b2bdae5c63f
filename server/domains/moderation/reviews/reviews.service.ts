import { namedReporters } from '#contract/moderation/posts.ts'
import type { HiddenReview, JudgedReview, ReportedReview } from '#contract/moderation/reviews.ts'
import type { ReviewPart } from '#contract/reviews.ts'
import { record } from '#server/domains/audit/audit.service.ts'
import { countRating, lockCompany } from '#server/domains/companies/companies.api.ts'
import { presentTeamRef } from '#server/domains/companies/companies.present.ts'
import { notifyAll } from '#server/domains/notifications/notifications.service.ts'
import {
  countHiddenReviews,
  countReportedReviews,
  findJudgedReview,
  listColleagues,
  listHiddenReviews,
  listReportedReviews,
  listReviewReporters,
  resolveReviewReports,
  setReviewHidden,
  setReviewRestored,
} from '#server/domains/trade/trade.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canDismissReports } from '#server/policy/moderation.ts'
import { beginningOf } from '../beginning-of.ts'
import { decideAgainst, type Grounds, ownComplaint } from '../decisions/decide-against.ts'

type Judged = NonNullable<Awaited<ReturnType<typeof findJudgedReview>>>

function present({ review, author, company }: Judged, part: ReviewPart): JudgedReview {
  return {
    id: review.id,
    part,
    company: presentTeamRef(company),
    created_by: author,
    rating: review.rating,
    text: review.text,
    created_at: review.createdAt.toISOString(),
    reply: review.reply,
    replied_at: review.repliedAt?.toISOString() ?? null,
  }
}

/** For the log: a review is its buyer's, a reply its company's. */
function inAudit({ review, author, company }: Judged, part: ReviewPart) {
  const subject = { subject: 'review', subjectId: review.id } as const
  return part === 'review'
    ? { ...subject, personId: author.id, subjectName: beginningOf(review.text) || `отзыв без слов, ${company.name}` }
    : { ...subject, subjectName: `${company.name}: ${beginningOf(review.reply ?? '')}` }
}

/** The company is locked first: its rating changes, and nobody leaves it. Throws NOT_FOUND. */
async function lockJudged(tx: Tx, id: string): Promise<Judged> {
  const seen = await findJudgedReview(tx, id)
  if (seen) await lockCompany(tx, seen.company.id)
  const judged = seen && (await findJudgedReview(tx, id))
  if (!judged) throw new AppError('NOT_FOUND', 'Такого отзыва нет.')
  return judged
}

/** Tells whoever wrote it: the buyer, or everybody in the company. */
async function tellAuthor(
  tx: Tx,
  actor: Actor,
  { review, requestId, author, company }: Judged,
  part: ReviewPart,
  decision: 'hidden' | 'restored',
  details = '',
) {
  const people = part === 'review' ? [author] : await listColleagues(tx, [company.id])
  await notifyAll(
    tx,
    people.map(({ id }) => id),
    { actorId: actor.id, type: `${part}_${decision}`, requestId, dealId: review.dealId, details },
  )
}

/** Throws NOT_FOUND if there is no such review, and CONFLICT if it is not hidden. */
export async function restoreReview(
  tx: Tx,
  actor: Actor,
  id: string,
  { part, reason }: { part: ReviewPart; reason: string },
): Promise<void> {
  const judged = await lockJudged(tx, id)
  if (!(await setReviewRestored(tx, id, part))) throw new AppError('CONFLICT', 'Это уже не скрыто.')
  if (part === 'review') await countRating(tx, judged.company.id, judged.review.rating)
  await record(tx, actor, { action: 'restore', ...inAudit(judged, part), reason })
  await tellAuthor(tx, actor, judged, part, 'restored')
}

/** Decisions about reviews of companies, and about their replies. */
export function reviewModeration({ db }: { db: Db }) {
  return {
    /** Throws NOT_FOUND for a page past the end. */
    async listReported(query: PageRequest, address: string) {
      const [rows, count] = await Promise.all([listReportedReviews(db, pageRange(query)), countReportedReviews(db)])
      const reporters = await listReviewReporters(
        db,
        rows.map(({ review }) => review.id),
        namedReporters,
      )
      const reportersOf = Map.groupBy(reporters, ({ reviewId, part }) => `${reviewId} ${part}`)
      const results = rows.map((row): ReportedReview => ({
        review: present(row, row.part),
        reports_count: row.reportsCount,
        first_reported_at: row.firstReportedAt.toISOString(),
        last_reported_at: row.lastReportedAt.toISOString(),
        reports: (reportersOf.get(`${row.review.id} ${row.part}`) ?? []).map(({ person, createdAt }) => ({
          created_by: person,
          created_at: createdAt.toISOString(),
        })),
      }))
      return { ...pageLinks(address, query, count), results }
    },

    /** Throws NOT_FOUND for a page past the end. */
    async listHidden(query: PageRequest, address: string) {
      const [rows, count] = await Promise.all([listHiddenReviews(db, pageRange(query)), countHiddenReviews(db)])
      const results = rows.map((row): HiddenReview => ({
        review: present(row, row.part),
        hidden_at: row.hiddenAt.toISOString(),
        reason: row.reason,
      }))
      return { ...pageLinks(address, query, count), results }
    },

    /** Throws NOT_FOUND if there is no such review, and CONFLICT if it is already hidden. */
    async hide(actor: Actor, id: string, { part, reason, rule }: { part: ReviewPart } & Grounds) {
      await db.transaction(async tx => {
        const judged = await lockJudged(tx, id)
        if (!(await setReviewHidden(tx, id, part, reason))) throw new AppError('CONFLICT', 'Этого уже не видно.')
        await resolveReviewReports(tx, id, part)
        if (part === 'review') await countRating(tx, judged.company.id, judged.review.rating, -1)
        const owner = part === 'review' ? { personId: judged.author.id } : { companyId: judged.company.id }
        await decideAgainst(tx, actor, { action: 'hide', ...inAudit(judged, part), part, owner, reason, rule })
        await tellAuthor(tx, actor, judged, part, 'hidden', reason)
      })
      return { message: 'review hidden' as const }
    },

    /** Throws NOT_FOUND if there is no such review, FORBIDDEN if it is the moderator's own, CONFLICT without reports. */
    async dismiss(actor: Actor, id: string, part: ReviewPart) {
      await db.transaction(async tx => {
        const judged = await lockJudged(tx, id)
        const { author, company } = judged
        const isReview = part === 'review'
        const owned = { personId: isReview ? author.id : null, companyId: isReview ? null : company.id }
        if (!canDismissReports(actor, owned)) throw ownComplaint()
        if ((await resolveReviewReports(tx, id, part)) === 0)
          throw new AppError('CONFLICT', 'Эти жалобы уже рассмотрены.')
        await record(tx, actor, { action: 'dismiss', ...inAudit(judged, part) })
      })
      return { message: 'reports dismissed' as const }
    },

    async restore(actor: Actor, id: string, told: { part: ReviewPart; reason: string }) {
      await db.transaction(tx => restoreReview(tx, actor, id, told))
      return { message: 'review restored' as const }
    },
  }
}
