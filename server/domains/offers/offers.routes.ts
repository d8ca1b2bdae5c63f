import type { FastifyInstance } from 'fastify'
import { offerCalls } from '#contract/offers.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { type OfferDeps, offerService } from './offers.service.ts'

export function offerRoutes(app: FastifyInstance, deps: OfferDeps & { publicUrl: string }): void {
  const { publicUrl } = deps
  const offers = offerService(deps)

  registerCalls(app, offerCalls, {
    'GET /products/': ({ query, address }) => offers.searchProducts(query, publicUrl + address),
    'GET /products/latest/': () => offers.listLatest(),
    'GET /products/categories/': () => offers.listCategoriesWithCounts(),
    'GET /products/:category_slug/': ({ params, query, address }) =>
      offers.listCategory(params.category_slug, query, publicUrl + address),
    'GET /products/:category_slug/:product_slug/related/': ({ params, actor }) =>
      offers.listRelated(actor, params.category_slug, params.product_slug),
  })
}
