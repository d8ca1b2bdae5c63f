import type { FastifyInstance } from 'fastify'
import { moderationReviewCalls } from '#contract/moderation/reviews.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { reviewModeration } from './reviews.service.ts'

export function moderationReviewRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  const moderation = reviewModeration({ db })
  registerCalls(app, moderationReviewCalls, {
    'GET /staff/reviews/': ({ query, address }) => moderation.listReported(query, publicUrl + address),
    'GET /staff/reviews/hidden/': ({ query, address }) => moderation.listHidden(query, publicUrl + address),
    'POST /staff/reviews/:id/hide/': ({ actor, params, body }) => moderation.hide(actor, params.id, body),
    'POST /staff/reviews/:id/dismiss/': ({ actor, params, body }) => moderation.dismiss(actor, params.id, body.part),
    'POST /staff/reviews/:id/restore/': ({ actor, params, body }) => moderation.restore(actor, params.id, body),
  })
}
