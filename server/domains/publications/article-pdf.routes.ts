import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { slug } from '#contract/common.ts'
import { problem } from '#contract/errors.ts'
import { contentDisposition } from '#server/platform/http/content-disposition.ts'
import type { publicationService } from './publications.service.ts'

/** The whole article as a file for download or print. */
export function articlePdfRoutes(
  app: FastifyInstance,
  publications: Pick<ReturnType<typeof publicationService>, 'getPdf'>,
): void {
  app.get<{ Params: { article_slug: string } }>(
    '/api/publications/:article_slug/pdf/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Статья целиком, PDF (application/pdf)',
        tags: ['publications'],
        params: z.object({ article_slug: slug }),
        response: { '4xx': problem, '5xx': problem },
      },
    },
    async ({ params, headers }, reply) => {
      const { name, mark, content } = await publications.getPdf(params.article_slug)
      const etag = `"${mark}"`
      reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate')
      if (headers['if-none-match'] === etag) return reply.code(304).send()
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition('attachment', `${name}.pdf`, `${params.article_slug}.pdf`))
        .send(await content())
    },
  )
}
