import type { FastifyInstance } from 'fastify'
import { moderationPostCalls } from '#contract/moderation/posts.ts'
import type { PostDeps } from '#server/domains/posts/feed/feed.service.ts'
import { removePost } from '#server/domains/posts/writing/remove-post.service.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { postModeration } from './reports.service.ts'

export function moderationPostRoutes(app: FastifyInstance, deps: PostDeps): void {
  const moderation = postModeration(deps)
  registerCalls(app, moderationPostCalls, {
    'GET /staff/reports/': ({ actor, query, address }) =>
      moderation.listReported(actor, query, deps.publicUrl + address),
    'GET /staff/reports/hidden/': ({ actor, query, address }) =>
      moderation.listHidden(actor, query, deps.publicUrl + address),
    'GET /staff/posts/:id/earlier-texts/': ({ params }) => moderation.listEarlierTexts(params.id),
    'POST /staff/reports/:id/hide/': ({ actor, params, body }) => moderation.hidePost(actor, params.id, body),
    'POST /staff/reports/:id/dismiss/': ({ actor, params }) => moderation.dismissReports(actor, params.id),
    'POST /staff/reports/:id/restore/': ({ actor, params, body }) =>
      moderation.restorePost(actor, params.id, body.reason),
    'POST /staff/reports/:id/delete/': ({ actor, params, body }) => removePost(deps.db, actor, params.id, body),
  })
}
