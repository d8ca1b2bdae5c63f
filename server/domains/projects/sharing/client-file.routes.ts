import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import { companyIdOf } from '#server/domains/companies/companies.api.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { readPublicSender, readSender, type Sender } from '../files/sender.ts'
import { type PresentDeps, presentProject } from '../projects.present.ts'
import { listLines } from '../projects.queries.ts'
import { noSuchProject } from '../projects.service.ts'
import { clientLineOf, clientVersionOf, hidingOf } from './client-version.ts'
import type { shareTokens } from './share-tokens.ts'
import { findOpened, type OpenedProject } from './shares.queries.ts'
import { untellingLines } from './told-suppliers.ts'

interface FileDeps extends PresentDeps {
  tokens: ReturnType<typeof shareTokens>
  limit: Limits['limit']
  exports: Exports
}

/** Files that one network address may request per minute. */
const filesPerMinute = 20

/** A project that is opened by its address, as a file; no JSON, so it is not in the contract's map. */
export function clientFileRoutes(app: FastifyInstance, { tokens, limit, exports, ...deps }: FileDeps): void {
  const { db } = deps
  const files = limit({ name: 'shared-files', points: filesPerMinute, seconds: 60 })

  async function opened(token: string): Promise<OpenedProject> {
    const key = tokens.keyOf(token)
    const found = key === null ? undefined : await findOpened(db, key)
    if (!found) throw noSuchProject()
    return found
  }

  /** Who sends it, unless their company is one of those who supply it: then the person alone. */
  async function senderOf(ownerId: string, suppliers: number[], isHidden: boolean): Promise<Sender> {
    const companyId = await companyIdOf(db, ownerId)
    const sender = { id: ownerId, companyId: suppliers.includes(companyId ?? 0) ? null : companyId }
    return isHidden ? readPublicSender(deps, sender) : readSender(deps, sender)
  }

  async function print(token: string): Promise<Buffer> {
    const { project: row, share } = await opened(token)
    const hiding = hidingOf(share)
    const stored = await listLines(db, row.id)
    const project = await presentProject(deps, row, hiding ? await untellingLines(db, stored) : stored, null)
    const sender = await senderOf(
      row.ownerId,
      project.totals.companies.map(({ company }) => company.id),
      hiding !== null,
    )
    // Loaded on first use, because most processes never write one.
    const { printClientVersion, printSchedule } = await import('../files/schedule-pdf.ts')
    if (!hiding) return printSchedule({ ...project, name: share?.title || project.name }, true, sender)
    const lines = project.lines.map(line => clientLineOf(line, hiding))
    return printClientVersion({ ...clientVersionOf(project, project.lines, hiding), lines }, sender)
  }

  app.get<{ Params: { token: string } }>(
    '/api/shared/:token/export.pdf',
    {
      config: { access: 'open' },
      schema: {
        summary: 'Проект, открытый по ссылке, для печати (pdf)',
        tags: ['projects'],
        params: z.object({ token: z.string().max(200) }),
        response: { '4xx': problem, '5xx': problem },
      },
    },
    async (request, reply) => {
      await files.take(request.ip)
      reply.header('x-robots-tag', 'noindex')
      const { project, share } = await opened(request.params.token)
      return exports.send(request, reply, {
        type: 'application/pdf',
        disposition: contentDisposition('attachment', `${share?.title || project.name}.pdf`, 'project.pdf'),
        async *parts() {
          yield await print(request.params.token)
        },
      })
    },
  )
}
