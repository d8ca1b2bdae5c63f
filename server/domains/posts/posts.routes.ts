import type { FastifyInstance } from 'fastify'
import { postCalls } from '#contract/posts.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { feedService, type PostDeps } from './feed/feed.service.ts'
import { postEdits } from './writing/edit-posts.service.ts'
import { removePost } from './writing/remove-post.service.ts'
import { postWrites } from './writing/write-posts.service.ts'

/** Milliseconds: often enough that a common count is never too old to be used (cached-counts.ts). */
const countAheadEvery = 20_000

/** Posts with the lines of a project that a person may make in an hour, each of which copies them. */
const wantedPostsPerHour = 60

interface RouteDeps extends PostDeps {
  media: MediaStore
  limit: Limits['limit']
}

export function postRoutes(app: FastifyInstance, { limit, ...deps }: RouteDeps): void {
  const logError = (error: unknown) => app.log.error({ err: error }, 'counting posts ahead failed')
  const feed = feedService({ ...deps, logError })
  const writes = postWrites(deps)
  const edits = postEdits(deps)
  const wantedPosts = limit({ name: 'wanted-posts', points: wantedPostsPerHour, seconds: 3600 })

  let countingAhead: NodeJS.Timeout | undefined
  app.addHook('onListen', () => {
    countingAhead = setInterval(() => void feed.countAhead().catch(logError), countAheadEvery).unref()
    return feed.countAhead()
  })
  app.addHook('onClose', async () => clearInterval(countingAhead))

  registerCalls(app, postCalls, {
    'GET /teams/:id/posts/': ({ actor, params }) => feed.listOfCompany(actor, params.id),
    'GET /posts/': ({ actor, query, address }) => feed.listPosts(actor, query, deps.publicUrl + address),
    'POST /posts/create/': async ({ actor, body, files }) => {
      if (body.project) await wantedPosts.take(actor.id)
      return writes.createPost(actor, body, files)
    },
    'GET /posts/trends/': ({ actor }) => feed.listTrends(actor),
    'GET /posts/profile/:id/': ({ actor, params, query }) => feed.getProfile(actor, params.id, query.page),
    'GET /posts/:id/': ({ actor, params, query }) => feed.getPost(actor, params.id, query),
    'PATCH /posts/:id/': ({ actor, params, body }) => edits.editPost(actor, params.id, body),
    'PATCH /posts/:id/comments/:comment/': ({ actor, params, body }) =>
      edits.editComment(actor, params.id, params.comment, body.body),
    'DELETE /posts/:id/comments/:comment/': ({ actor, params, body }) =>
      edits.removeComment(actor, params.id, params.comment, body),
    'POST /posts/:id/comments/:comment/like/': ({ actor, params }) =>
      edits.likeComment(actor, params.id, params.comment),
    'POST /posts/:id/like/': ({ actor, params }) => writes.likePost(actor, params.id),
    'POST /posts/:id/report/': ({ actor, params, body }) => writes.reportPost(actor, params.id, body),
    'POST /posts/:id/comment/': ({ actor, params, body }) => writes.commentPost(actor, params.id, body),
    'POST /posts/:id/quote/': ({ actor, params }) => writes.answerWithQuote(actor, params.id),
    'DELETE /posts/:id/delete/': ({ actor, params, body }) => removePost(deps.db, actor, params.id, body),
    'GET /people/suggest/': ({ actor, query }) => feed.suggestPeople(actor, query.q),
    'POST /search/': ({ actor, body }) => feed.search(actor, body.query),
  })
}
