import type { FastifyInstance } from 'fastify'
import { personalDataCalls } from '#contract/personal-data.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { jsonOf } from '#server/platform/exports/write-json.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { collectPersonalData, type PersonalDataDeps } from './personal-data.service.ts'

export function personalDataRoutes(
  app: FastifyInstance,
  { exports, ...deps }: PersonalDataDeps & { exports: Exports },
): void {
  registerCalls(app, personalDataCalls, {
    'GET /me/data/': async ({ actor, request, reply }) => {
      const fields = await collectPersonalData(deps, actor)
      return exports.send(request, reply.header('cache-control', 'no-store'), {
        type: 'application/json; charset=utf-8',
        disposition: 'attachment; filename="dendro-data.json"',
        parts: () => jsonOf(fields),
      })
    },
  })
}
