import type { Review, ReviewForm, ReviewPart } from '#contract/reviews.ts'
import { countRating, findCompany, lockCompany, shareCompanies } from '#server/domains/companies/companies.api.ts'
import { ratingOf } from '#server/domains/companies/companies.present.ts'
import { type Db, isUniqueViolation } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canReadCompany } from '#server/policy/companies.ts'
import { lockDeal } from '../deals/deals.queries.ts'
import { readDeal } from '../deals/deals.service.ts'
import { tellBuyer, tellCompanies } from '../telling/tell.ts'
import { presentReview } from './reviews.present.ts'
import { insertReport, insertReview, listReviews, setReply } from './reviews.queries.ts'

const noSuchReview = () => new AppError('NOT_FOUND', 'Такого отзыва нет.')
/** What somebody has just written is not hidden. */
function shown(review: Review | null): Review {
  if (!review) throw noSuchReview()
  return review
}

const isReviewed = () => new AppError('CONFLICT', 'Отзыв об этой сделке уже есть.')

export function reviewService({ db }: { db: Db }) {
  return {
    /** Throws FORBIDDEN for the company, and CONFLICT for a second one or before everything is received. */
    async review(actor: Actor, dealId: string, { rating, text }: ReviewForm): Promise<Review> {
      const { row, side } = await readDeal(db, actor, dealId)
      if (side !== 'buyer') throw new AppError('FORBIDDEN', 'Отзыв пишет покупатель.')
      const { companyId, requestId } = row.deal
      try {
        return await db.transaction(async tx => {
          const company = companyId === null ? undefined : await lockCompany(tx, companyId)
          const deal = await lockDeal(tx, dealId)
          if (deal?.state !== 'received')
            throw new AppError('CONFLICT', 'Отзыв можно оставить, когда растения получены.')
          if (!company) throw new AppError('CONFLICT', 'Этой компании на сайте больше нет.')
          const inserted = await insertReview(tx, { dealId, companyId: company.id, rating, text })
          await countRating(tx, company.id, rating)
          await tellCompanies(tx, [company.id], { type: 'review_received', actorId: actor.id, requestId, dealId })
          return shown(presentReview(inserted, side))
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw isReviewed()
        throw error
      }
    },

    /** Throws FORBIDDEN for the buyer, and CONFLICT for a second one or without a review. */
    async reply(actor: Actor, dealId: string, text: string): Promise<Review> {
      const { row, side } = await readDeal(db, actor, dealId)
      const { companyId, buyerId, requestId } = row.deal
      if (side !== 'company' || companyId === null) throw new AppError('FORBIDDEN', 'На отзыв отвечает компания.')
      return db.transaction(async tx => {
        await shareCompanies(tx, [companyId])
        await lockDeal(tx, dealId)
        const updated = await setReply(tx, dealId, text)
        if (!updated) throw new AppError('CONFLICT', 'Отзыва ещё нет, или на него уже ответили.')
        const news = { type: 'review_replied', actorId: actor.id, companyId, requestId, dealId } as const
        await tellBuyer(tx, buyerId, news)
        return shown(presentReview(updated, side))
      })
    },

    /** Throws NOT_FOUND for what its reader does not see. */
    async report(actor: Actor, id: string, part: ReviewPart) {
      await db.transaction(async tx => {
        if (!(await insertReport(tx, id, part, actor.id))) throw noSuchReview()
      })
      return { message: 'review reported' as const }
    },

    /** Throws NOT_FOUND as the company's page does. */
    async listReviews(actor: Actor | null, companyId: number, query: PageRequest, address: string) {
      const found = await findCompany(db, companyId)
      if (!found || !canReadCompany(actor, found.company)) throw new AppError('NOT_FOUND', 'Такой компании нет.')
      const links = pageLinks(address, query, found.company.reviewsCount)
      const rows = await listReviews(db, companyId, pageRange(query))
      return { ...links, rating: ratingOf(found.company), results: rows.flatMap(row => presentReview(row, null) ?? []) }
    },
  }
}
