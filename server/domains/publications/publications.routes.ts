import type { FastifyInstance } from 'fastify'
import { moderationPublicationCalls } from '#contract/moderation/publications.ts'
import { publicationCalls } from '#contract/publications.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { articlePdfRoutes } from './article-pdf.routes.ts'
import { articlesScope } from './publications.scopes.ts'
import { type PublicationDeps, publicationService } from './publications.service.ts'
import { articleWrites } from './save-article.service.ts'
import { staffPublicationService } from './staff-publications.service.ts'

export function publicationRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  const publications = publicationService(deps)
  const staff = staffPublicationService(deps)
  const writes = articleWrites(deps)

  articlePdfRoutes(app, publications)
  registerCalls(app, publicationCalls, {
    'GET /publications/': ({ shows }) => {
      shows(articlesScope)
      return publications.listArticles()
    },
    'GET /publications/:article_slug/': ({ params, shows }) => {
      shows(articlesScope)
      return publications.getArticle(params.article_slug)
    },
    'GET /publications/:article_slug/:section_slug/': ({ params, shows }) => {
      shows(articlesScope)
      return publications.getSection(params.article_slug, params.section_slug)
    },
  })

  registerCalls(app, moderationPublicationCalls, {
    'GET /staff/publications/': ({ query, address }) => staff.listArticles(query, deps.publicUrl + address),
    'POST /staff/publications/': ({ actor, body }) => writes.createArticle(actor, body),
    'POST /staff/publications/preview/': async ({ body }) => staff.preview(body.text),
    'GET /staff/publications/:id/': ({ params }) => staff.getArticle(params.id),
    'PATCH /staff/publications/:id/': ({ actor, params, body }) => writes.saveArticle(actor, params.id, body),
    'DELETE /staff/publications/:id/': ({ actor, params }) => writes.removeArticle(actor, params.id),
    'POST /staff/publications/:id/publish/': ({ actor, params, body }) =>
      writes.publishArticle(actor, params.id, body.version),
    'POST /staff/publications/:id/withdraw/': ({ actor, params, body }) =>
      writes.withdrawArticle(actor, params.id, body),
  })
}
