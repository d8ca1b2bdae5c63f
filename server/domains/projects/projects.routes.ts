import type { FastifyInstance } from 'fastify'
import { chosenProject, project, projectCalls } from '#contract/projects.ts'
import { shareCalls } from '#contract/shares.ts'
import type { OfferIndex } from '#server/domains/offers/index/offer-index.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import type { ContentChanges } from '#server/platform/http/cache/content-changes.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { senderOf } from '#server/reading/workers/sender.ts'
import { projectFileRoutes } from './files/project-files.routes.ts'
import { projectService } from './projects.service.ts'
import { clientFileRoutes } from './sharing/client-file.routes.ts'
import { shareTokens } from './sharing/share-tokens.ts'
import { sharedProjects } from './sharing/shared-projects.ts'
import { shareService } from './sharing/shares.service.ts'
import { projectWriter } from './written-project.ts'

interface RouteDeps {
  db: Db
  media: MediaStore
  names: () => Promise<NamedPlants>
  offerIndex: OfferIndex
  secret: string
  publicUrl: string
  limit: Limits['limit']
  exports: Exports
  changes: ContentChanges
}

/** Schedules per hour by address or person, and shared projects opened per minute by address. */
const schedulesPerHour = 240
const openingsPerMinute = 120
/** Choices, comparisons and plans of lorries that a person may ask for in an hour. */
const plansPerHour = 240
/** Remarks that one address may leave in an hour. */
const remarksPerHour = 30
/** Remarks that are left in a day by whoever has one of its addresses. */
const remarksOfLinkPerDay = 60

const write = projectWriter(project)
const writeChosen = projectWriter(chosenProject)

export function projectRoutes(app: FastifyInstance, { secret, limit, exports, changes, ...deps }: RouteDeps): void {
  const tokens = shareTokens(secret)
  const projects = projectService({ ...deps, tokens })
  const shares = shareService({ ...deps, tokens })
  const shared = sharedProjects({ ...deps, changes, tokens })
  const schedules = limit({ name: 'schedules', points: schedulesPerHour, seconds: 3600 })
  const plans = limit({ name: 'project-plans', points: plansPerHour, seconds: 3600 })
  const openings = limit({ name: 'shared-projects', points: openingsPerMinute, seconds: 60 })

  const remarks = limit({ name: 'project-remarks', points: remarksPerHour, seconds: 3600 })
  const remarksOfLink = limit({ name: 'project-remarks-link', points: remarksOfLinkPerDay, seconds: 24 * 3600 })

  clientFileRoutes(app, { ...deps, tokens, limit, exports })
  projectFileRoutes(app, { db: deps.db, media: deps.media, projects, limit, exports })
  registerCalls(app, projectCalls, {
    'POST /projects/preview/': async ({ actor, body, files, request, reply }) => {
      await schedules.take(actor?.id ?? request.ip)
      reply.header('cache-control', 'no-store')
      return write(await projects.preview(senderOf(actor, request, reply), body, files[0]))
    },
    'POST /projects/': async ({ actor, body, files, request, reply }) => {
      await schedules.take(actor.id)
      return write(await projects.createProject(actor, senderOf(actor, request, reply), body, files[0]))
    },
    'GET /projects/': ({ actor, query, address }) => projects.listProjects(actor, query, deps.publicUrl + address),
    'GET /projects/:id/': async ({ actor, params }) => write(await projects.getProject(actor, params.id)),
    'PATCH /projects/:id/': async ({ actor, params, body }) =>
      write(await projects.changeProject(actor, params.id, body)),
    'DELETE /projects/:id/': ({ actor, params }) => projects.removeProject(actor, params.id),
    'POST /projects/:id/lines/': async ({ actor, params, body, request, reply }) =>
      write(await projects.addLines(actor, senderOf(actor, request, reply), params.id, body)),
    'PATCH /projects/:id/lines/:line/': async ({ actor, params, body }) =>
      write(await projects.changeLine(actor, params.id, params.line, body)),
    'DELETE /projects/:id/lines/:line/': async ({ actor, params }) =>
      write(await projects.removeLine(actor, params.id, params.line)),
    'POST /projects/:id/choose/': async ({ actor, params, body, request, reply }) => {
      await plans.take(actor.id)
      return writeChosen(await projects.choose(actor, senderOf(actor, request, reply), params.id, body))
    },
    'GET /projects/:id/strategies/': async ({ actor, params, request, reply }) => {
      await plans.take(actor.id)
      return projects.listStrategies(actor, senderOf(actor, request, reply), params.id)
    },
    'POST /projects/:id/transport/': async ({ actor, params, body, request, reply }) => {
      await plans.take(actor.id)
      return projects.planTransport(actor, senderOf(actor, request, reply), params.id, body)
    },
  })
  registerCalls(app, shareCalls, {
    'POST /projects/:id/share/': ({ actor, params, body }) => shares.share(actor, params.id, body),
    'GET /projects/:id/share/': ({ actor, params }) => shares.listShares(actor, params.id),
    'DELETE /projects/:id/share/': ({ actor, params }) => shares.unshare(actor, params.id),
    'GET /projects/:id/share/:token/': ({ actor, params }) => shares.getShare(actor, params.id, params.token),
    'DELETE /projects/:id/share/:token/': ({ actor, params }) => shares.removeShare(actor, params.id, params.token),
    'POST /shared/:token/remarks/': async ({ params, body, request }) => {
      await remarks.take(request.ip)
      const key = tokens.keyOf(params.token)
      if (key !== null) await remarksOfLink.take(key)
      return shares.leaveRemark(params.token, body)
    },
    'GET /projects/:id/remarks/': ({ actor, params }) => shares.listRemarks(actor, params.id),
    'DELETE /projects/:id/remarks/:remark/': ({ actor, params }) =>
      shares.removeRemark(actor, params.id, params.remark),
    'GET /projects/shared/:token/': async ({ params, query, address, request, reply }) => {
      await openings.take(request.ip)
      // Only for people who were given the address, not for search engines or shared caches.
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
      return shared(params.token, query.page, deps.publicUrl + address)
    },
  })
}
