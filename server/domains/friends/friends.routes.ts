import type { FastifyInstance } from 'fastify'
import { friendCalls } from '#contract/friends.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { type FriendDeps, getFriends } from './friends.service.ts'
import { answerFriendship, askForFriendship, endFriendship } from './requests.service.ts'
import { friendSuggestions } from './suggestions.ts'

export function friendRoutes(app: FastifyInstance, deps: FriendDeps): void {
  const suggestions = friendSuggestions(deps)
  const answering = { db: deps.db, suggestions }
  registerCalls(app, friendCalls, {
    'GET /friends/suggested/': ({ actor }) => suggestions.suggest(actor),
    'GET /friends/:id/': ({ actor, params, query }) => getFriends(deps, actor, params.id, query.page),
    'DELETE /friends/:id/': ({ actor, params }) => endFriendship(answering, actor, params.id),
    'POST /friends/:id/request/': ({ actor, params }) => askForFriendship(deps.db, actor, params.id),
    'POST /friends/:id/accepted/': ({ actor, params }) => answerFriendship(answering, actor, params.id, 'accepted'),
    'POST /friends/:id/rejected/': ({ actor, params }) => answerFriendship(answering, actor, params.id, 'rejected'),
  })
}
