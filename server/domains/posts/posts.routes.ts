import type { FastifyInstance } from 'fastify'
import { postCalls } from '#contract/posts.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { feedService, type PostDeps } from './feed/feed.service.ts'
import { removePost } from './writing/remove-post.service.ts'
import { postWrites } from './writing/write-posts.service.ts'

/** Milliseconds: often enough that a common count is never too old to be used (kept-counts.ts). */
const countAheadEvery = 20_000

export function postRoutes(app: FastifyInstance, deps: PostDeps & { media: MediaStore }): void {
  const logError = (error: unknown) => app.log.error({ err: error }, 'counting posts ahead failed')
  const feed = feedService({ ...deps, logError })
  const writes = postWrites(deps)

  let countingAhead: NodeJS.Timeout | undefined
  app.addHook('onListen', () => {
    countingAhead = setInterval(() => void feed.countAhead().catch(logError), countAheadEvery).unref()
    return feed.countAhead()
  })
  app.addHook('onClose', async () => clearInterval(countingAhead))

  registerCalls(app, postCalls, {
    'GET /posts/': ({ actor, query, address }) => feed.listPosts(actor, query, deps.publicUrl + address),
    'POST /posts/create/': ({ actor, body, files }) => writes.createPost(actor, body, files),
    'GET /posts/trends/': () => feed.listTrends(),
    'GET /posts/profile/:id/': ({ actor, params, query }) => feed.getProfile(actor, params.id, query.page),
    'GET /posts/:id/': ({ actor, params }) => feed.getPost(actor, params.id),
    'POST /posts/:id/like/': ({ actor, params }) => writes.likePost(actor, params.id),
    'POST /posts/:id/report/': ({ actor, params }) => writes.reportPost(actor, params.id),
    'POST /posts/:id/comment/': ({ actor, params, body }) => writes.commentPost(actor, params.id, body.body),
    'DELETE /posts/:id/delete/': ({ actor, params }) => removePost(deps.db, actor, params.id),
    'POST /search/': ({ actor, body }) => feed.search(actor, body.query),
  })
}
