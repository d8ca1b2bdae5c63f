import type { FastifyInstance } from 'fastify'
import { moderationPeopleCalls } from '#contract/moderation/people.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { type BlockingDeps, blockingService } from './blocking.service.ts'

export function moderationPeopleRoutes(app: FastifyInstance, deps: BlockingDeps): void {
  const blocking = blockingService(deps)
  registerCalls(app, moderationPeopleCalls, {
    'GET /staff/people/': ({ actor, query, address }) => blocking.listPeople(actor, query, deps.publicUrl + address),
    'POST /staff/people/:id/block/': ({ actor, params, body }) => blocking.blockPerson(actor, params.id, body),
    'POST /staff/people/:id/unblock/': ({ actor, params, body }) =>
      blocking.unblockPerson(actor, params.id, body.reason),
  })
}
