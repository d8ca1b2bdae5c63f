import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import { exportQuery, type Project } from '#contract/projects.ts'
import { writeXlsx } from '#server/domains/price-lists/files/write-xlsx.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import type { projectService } from '../projects.service.ts'
import { scheduleTable, scheduleTitle } from './schedule-table.ts'

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

function attachment({ name }: Project, ending: keyof typeof types): string {
  const title = name === scheduleTitle ? name : `${scheduleTitle}, ${name}`
  return contentDisposition('attachment', `${title}.${ending}`, `schedule.${ending}`)
}

/** Files that a person may request per minute. */
const filesPerMinute = 30

interface FileDeps {
  projects: Pick<ReturnType<typeof projectService>, 'getProject'>
  limit: Limits['limit']
}

/** Projects as files. These calls are not in the contract's map because they do not return JSON. */
export function projectFileRoutes(app: FastifyInstance, { projects, limit }: FileDeps): void {
  const files = limit({ name: 'project-files', points: filesPerMinute, seconds: 60 })
  const writers = {
    xlsx: (project: Project, withPrices: boolean) => writeXlsx([scheduleTable(project, withPrices)]),
    // Loaded on first use, because most processes never write one.
    pdf: async (project: Project, withPrices: boolean) =>
      (await import('./schedule-pdf.ts')).printSchedule(project, withPrices),
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
      async ({ actor, params, query }, reply) => {
        if (!actor) throw new AppError('UNAUTHENTICATED')
        await files.take(actor.id)
        const project = await projects.getProject(actor, params.id)
        return reply
          .type(types[ending])
          .header('content-disposition', attachment(project, ending))
          .header('cache-control', 'private, no-store')
          .send(await writers[ending](project, query.prices ?? false))
      },
    )
  }
}
