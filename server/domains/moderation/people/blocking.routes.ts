import type { FastifyInstance } from 'fastify'
import { staffPeopleCalls } from '#contract/moderation/people.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { type BlockingDeps, blockingService } from './blocking.service.ts'

export function personBlockingRoutes(app: FastifyInstance, deps: BlockingDeps): void {
  const blocking = blockingService(deps)
  registerCalls(app, staffPeopleCalls, {
    'GET /staff/people/': ({ actor, query, address }) => blocking.listPeople(actor, query, deps.publicUrl + address),
    'POST /staff/people/:id/block/': ({ actor, params, body }) => blocking.blockPerson(actor, params.id, body.reason),
    'POST /staff/people/:id/unblock/': ({ actor, params, body }) =>
      blocking.unblockPerson(actor, params.id, body.reason),
  })
}
