import type { FastifyInstance } from 'fastify'
import { catalogueCalls } from '#contract/catalogue.ts'
import { getTeam } from '#server/domains/companies/companies.service.ts'
import { getDescribedLookups, getLookups } from '#server/domains/reference/lookups.service.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { getPlant } from '../plants/plants.service.ts'
import { productWrites } from '../products/save-product.service.ts'
import { listGenera, listVarieties } from './offers.queries.ts'
import { type CatalogueDeps, catalogueService } from './offers.service.ts'

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps & { publicUrl: string }): void {
  const { db, publicUrl } = deps
  const catalogue = catalogueService(deps)
  const writes = productWrites({ ...deps, catalogue })
  const crownShapes = () => getLookups(db, 'crown_shape')

  registerCalls(app, catalogueCalls, {
    'GET /products/': ({ query, address }) => catalogue.searchProducts(query, publicUrl + address),
    'GET /products/latest/': () => catalogue.listLatest(),
    'GET /products/short_list_categories/': () => catalogue.listCategories(),
    'GET /products/categories/': () => catalogue.listCategoriesWithCounts(),
    'GET /products/winter_hardiness/': () => getDescribedLookups(db, 'winter_hardiness'),
    'GET /products/growth_pattern/': () => getLookups(db, 'growth_pattern'),
    'GET /products/place_of_cultivation/': () => getLookups(db, 'place_of_cultivation'),
    'GET /products/crown_shape/': crownShapes,
    'GET /products/сrown_shape/': crownShapes,
    'GET /products/age_group/': () => getLookups(db, 'age_group'),
    'GET /products/rsp/': () => getLookups(db, 'root_packaging'),
    'GET /products/genus/': ({ query }) => listGenera(db, query.category__name),
    'GET /products/varieties/': ({ query }) => listVarieties(db, query.genus__name, query.category__name),
    'GET /products/plant/': ({ query }) => getPlant(deps, query),
    'GET /products/my_products/': ({ actor }) => catalogue.listOwn(actor),
    'POST /products/create/': ({ actor, body, files }) => writes.createProduct(actor, body, files),
    'POST /products/:category_slug/:product_slug/edit/': ({ actor, params, body, files }) =>
      writes.editProduct(actor, params, body, files),
    'DELETE /products/:category_slug/:product_slug/delete/': ({ actor, params }) =>
      writes.deleteProduct(actor, params.category_slug, params.product_slug),
    'GET /products/get_all_products/:teamId/': async ({ params, actor }) => {
      await getTeam(db, actor, params.teamId)
      return catalogue.listOfCompany(actor, params.teamId)
    },
    'GET /products/address/:product_slug/': async ({ params, actor }) => ({
      get_absolute_url: await catalogue.getAddress(actor, params.product_slug),
    }),
    'GET /products/:category_slug/': ({ params, query, address }) =>
      catalogue.listCategory(params.category_slug, query, publicUrl + address),
    'GET /products/:category_slug/:product_slug/': ({ params, actor }) =>
      catalogue.getProduct(actor, params.category_slug, params.product_slug),
    'GET /products/:category_slug/:product_slug/related/': ({ params, actor }) =>
      catalogue.listRelated(actor, params.category_slug, params.product_slug),
    'GET /products/:product_slug/images/': ({ params, actor }) => catalogue.listImages(actor, params.product_slug),
  })
}
