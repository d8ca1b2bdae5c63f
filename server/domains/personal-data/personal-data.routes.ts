import type { FastifyInstance } from 'fastify'
import { personalDataCalls } from '#contract/personal-data.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { collectPersonalData, type PersonalDataDeps } from './personal-data.service.ts'

export function personalDataRoutes(app: FastifyInstance, deps: PersonalDataDeps): void {
  registerCalls(app, personalDataCalls, {
    'GET /me/data/': async ({ actor, reply }) => {
      reply.header('content-disposition', 'attachment; filename="dendro-data.json"')
      return collectPersonalData(deps, actor)
    },
  })
}
