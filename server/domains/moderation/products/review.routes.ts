import type { FastifyInstance } from 'fastify'
import { moderationProductCalls } from '#contract/moderation/products.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { listForModeration, productReview } from './review.service.ts'

interface Deps {
  db: Db
  media: MediaStore
  publicUrl: string
}

export function moderationProductRoutes(app: FastifyInstance, deps: Deps): void {
  const review = productReview(deps)
  registerCalls(app, moderationProductCalls, {
    'GET /staff/listings/': ({ actor, query, address }) =>
      listForModeration(deps, actor, query, deps.publicUrl + address),
    'POST /staff/listings/:id/publish/': ({ actor, params, body }) => review.publish(actor, params.id, body),
    'POST /staff/listings/:id/publish-as/': ({ actor, params, body }) => review.publishAs(actor, params.id, body),
    'POST /staff/listings/:id/publish-new/': ({ actor, params, body }) => review.publishNew(actor, params.id, body),
    'POST /staff/listings/:id/return/': ({ actor, params, body }) => review.sendBack(actor, params.id, body),
    'POST /staff/listings/:id/hide/': ({ actor, params, body }) => review.hide(actor, params.id, body),
  })
}
