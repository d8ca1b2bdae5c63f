import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { integerIdText } from '#contract/common.ts'
import { companyPath } from '#contract/company-slug.ts'
import { problem } from '#contract/errors.ts'
import type { Db } from '#server/platform/database/database.ts'
import { getReadableCompany } from '../companies.service.ts'

/** The code of a company's address as a picture; it is no JSON, so this call is not in the contract's map. */
export function qrCodeRoutes(app: FastifyInstance, { db, publicUrl }: { db: Db; publicUrl: string }): void {
  app.get<{ Params: { id: number } }>(
    '/api/teams/:id/qr.svg',
    {
      config: { access: 'public' },
      schema: {
        summary: 'QR-код страницы компании (svg)',
        tags: ['teams'],
        params: z.object({ id: integerIdText }),
        response: { '4xx': problem, '5xx': problem },
      },
    },
    async ({ actor, params }, reply) => {
      const company = await getReadableCompany(db, actor, params.id)
      // Cameras need four white modules around it, and dark on light whatever the page's theme is.
      const picture = renderSVG(publicUrl + companyPath(company), { ecc: 'M', border: 4 })
      return reply
        .type('image/svg+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=0, must-revalidate')
        .header('x-content-type-options', 'nosniff')
        .send(picture)
    },
  )
}
