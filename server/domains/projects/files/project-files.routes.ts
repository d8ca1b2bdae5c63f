import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import { exportQuery, type Project } from '#contract/projects.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { xlsxOf } from '#server/platform/exports/write-xlsx.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { projectService } from '../projects.service.ts'
import { scheduleTables, scheduleTitle } from './schedule-table.ts'
import { readSender, type Sender } from './sender.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

function attachment(name: string, ending: keyof typeof types): string {
  const title = name === scheduleTitle ? name : `${scheduleTitle}, ${name}`
  return contentDisposition('attachment', `${title}.${ending}`, `schedule.${ending}`)
}

/** Files that a person may request per minute. */
const filesPerMinute = 30

interface FileDeps {
  db: Db
  media: MediaStore
  projects: Pick<ReturnType<typeof projectService>, 'getProject' | 'getName'>
  limit: Limits['limit']
  exports: Exports
}

/** Projects as files. These calls are not in the contract's map because they do not return JSON. */
export function projectFileRoutes(app: FastifyInstance, { db, media, projects, limit, exports }: FileDeps): void {
  const files = limit({ name: 'project-files', points: filesPerMinute, seconds: 60 })
  const writers = {
    async *xlsx(project: Project, withPrices: boolean, sender: Sender) {
      yield* xlsxOf(scheduleTables(project, withPrices, sender))
    },
    async *pdf(project: Project, withPrices: boolean, sender: Sender) {
      // Loaded on first use, because most processes never write one.
      yield await (await import('./schedule-pdf.ts')).printSchedule(project, withPrices, sender)
    },
  }
  for (const ending of ['xlsx', 'pdf'] as const) {
    app.get<{ Params: { id: string }; Querystring: z.output<typeof exportQuery> }>(
      `/api/projects/:id/export.${ending}`,
      {
        config: { access: 'member' },
        schema: {
          summary: `Ассортиментная ведомость (${ending}); prices=1 — с выбранными предложениями и ценами`,
          tags: ['projects'],
          params: z.object({ id: z.uuid().toLowerCase() }),
          querystring: exportQuery,
          response: { '4xx': problem, '5xx': problem },
        },
      },
      async (request, reply) => {
        const { actor, params, query } = request
        if (!actor) throw new AppError('UNAUTHENTICATED')
        await files.take(actor.id)
        const name = await projects.getName(actor, params.id)
        return exports.send(request, reply, {
          type: types[ending],
          disposition: attachment(name, ending),
          async *parts() {
            const project = await projects.getProject(actor, params.id)
            yield* writers[ending](project, query.prices ?? false, await readSender({ db, media }, actor))
          },
        })
      },
    )
  }
}
