import type { FastifyInstance } from 'fastify'
import { silencedCalls } from '#contract/silenced.ts'
import type { FriendDeps } from '#server/domains/friends/friends.service.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { silenced } from './silenced.service.ts'

export function silencedRoutes(app: FastifyInstance, deps: FriendDeps): void {
  const own = silenced(deps)
  registerCalls(app, silencedCalls, {
    'GET /silenced/': ({ actor }) => own.list(actor),
    'POST /people/:id/block/': ({ actor, params }) => own.block(actor, params.id),
    'DELETE /people/:id/block/': ({ actor, params }) => own.unblock(actor, params.id),
    'POST /people/:id/mute/': ({ actor, params }) => own.mute(actor, params.id),
    'DELETE /people/:id/mute/': ({ actor, params }) => own.unmute(actor, params.id),
    'POST /hashtags/:tag/mute/': ({ actor, params }) => own.muteHashtag(actor, params.tag),
    'DELETE /hashtags/:tag/mute/': ({ actor, params }) => own.unmuteHashtag(actor, params.tag),
    'POST /posts/:id/hide/': ({ actor, params }) => own.hidePost(actor, params.id),
  })
}
