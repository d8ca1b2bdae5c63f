import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/errors.ts'
import { findCompany } from '#server/domains/companies/companies.api.ts'
import { senderOfCompany } from '#server/domains/projects/projects.api.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import { xlsxOf } from '#server/platform/exports/write-xlsx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { requestService } from '../requests/requests.service.ts'
import { offerTables } from './offer-table.ts'
import type { quoteService } from './quotes.service.ts'

interface FileDeps {
  db: Db
  media: MediaStore
  requests: Pick<ReturnType<typeof requestService>, 'getRequest'>
  quotes: Pick<ReturnType<typeof quoteService>, 'getQuote'>
  limit: Limits['limit']
  exports: Exports
}

/** Files that a person may have written in a minute. */
const filesPerMinute = 30

/** A quote for print and as a workbook: it is no JSON, so this call is not in the contract's map. */
export function offerFileRoutes(app: FastifyInstance, { db, media, requests, quotes, limit, exports }: FileDeps): void {
  const files = limit({ name: 'offer-files', points: filesPerMinute, seconds: 60 })
  const types = {
    pdf: 'application/pdf',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
  for (const ending of ['pdf', 'xlsx'] as const) {
    app.get<{ Params: { id: string; quote: string } }>(
      `/api/requests/:id/quotes/:quote/offer.${ending}`,
      {
        config: { access: 'member' },
        schema: {
          summary: `Коммерческое предложение (${ending}): покупателю и компании, чьё оно`,
          tags: ['requests'],
          params: z.object({ id: z.uuid().toLowerCase(), quote: z.uuid().toLowerCase() }),
          response: { '4xx': problem, '5xx': problem },
        },
      },
      async (outer, reply) => {
        const { actor, params } = outer
        if (!actor) throw new AppError('UNAUTHENTICATED')
        await files.take(actor.id)
        return exports.send(outer, reply, {
          type: types[ending],
          disposition: `attachment; filename="offer.${ending}"`,
          async *parts() {
            const [request, quote] = await Promise.all([
              requests.getRequest(actor, params.id),
              quotes.getQuote(actor, params.id, params.quote),
            ])
            const found = await findCompany(db, quote.company.id)
            if (!found) throw new AppError('NOT_FOUND')
            const sender = await senderOfCompany({ media }, found.company)
            if (ending === 'xlsx') yield* xlsxOf(offerTables(quote, request.project_name, sender))
            // Loaded on first use: most processes never make one.
            else yield await (await import('./offer-pdf.ts')).printOffer(request, quote, sender)
          },
        })
      },
    )
  }
}
