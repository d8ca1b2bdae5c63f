import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import { type PaperKind, paperKinds, paperQuery } from '#contract/papers.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { paperNames } from './paper-names.ts'
import { buyersPapersPerDay, paperService } from './papers.service.ts'

interface PaperDeps {
  db: Db
  limit: Limits['limit']
  exports: Exports
}

/** Papers that a person may ask for in a minute. */
const papersPerMinute = 60

const summaries: Record<PaperKind, string> = {
  invoice: 'Счёт на оплату с QR-кодом платежа (pdf)',
  specification: 'Спецификация к договору (pdf)',
  waybill: 'Накладная на поставку (pdf), delivery — её номер',
  act: 'Акт о расхождениях по претензиям (pdf)',
}

/** Papers of deals as files; no JSON, so these calls are not in the contract's map. */
export function paperRoutes(app: FastifyInstance, { db, limit, exports }: PaperDeps): void {
  const caused = limit({ name: 'deal-papers-issued', points: buyersPapersPerDay, seconds: 24 * 3600 })
  const papers = paperService({ db, caused })
  const asked = limit({ name: 'deal-papers', points: papersPerMinute, seconds: 60 })
  for (const kind of paperKinds) {
    app.get<{ Params: { id: string }; Querystring: z.output<typeof paperQuery> }>(
      `/api/deals/:id/papers/${kind}.pdf`,
      {
        config: { access: 'member' },
        schema: {
          summary: `${summaries[kind]}: обеим сторонам сделки; выставленный ранее — с paper`,
          tags: ['deals'],
          params: z.object({ id: z.uuid().toLowerCase() }),
          querystring: paperQuery,
          response: { '4xx': problem, '5xx': problem },
        },
      },
      async (request, reply) => {
        const { actor, params, query } = request
        if (!actor) throw new AppError('UNAUTHENTICATED')
        await asked.take(actor.id)
        const paper =
          query.paper === undefined
            ? await papers.issue(actor, params.id, kind, query.delivery)
            : await papers.getIssued(actor, params.id, kind, query.paper)
        return exports.send(request, reply, {
          type: 'application/pdf',
          disposition: contentDisposition(
            'attachment',
            `${paperNames[kind]} № ${paper.number} за ${paper.year}.pdf`,
            `${kind}-${paper.year}-${paper.number}.pdf`,
          ),
          async *parts() {
            yield await papers.fileOf(paper)
          },
        })
      },
    )
  }
}
