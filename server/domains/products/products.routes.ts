import type { FastifyInstance } from 'fastify'
import { productCalls } from '#contract/products.ts'
import { getTeam } from '#server/domains/companies/companies.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { productReads } from './products.service.ts'
import { productWrites } from './save-product.service.ts'

interface ProductDeps {
  db: Db
  media: MediaStore
  reads: ReturnType<typeof productReads>
}

export function productRoutes(app: FastifyInstance, deps: ProductDeps): void {
  const { db, reads } = deps
  const writes = productWrites(deps)

  registerCalls(app, productCalls, {
    'GET /products/my_products/': ({ actor }) => reads.listOwn(actor),
    'POST /products/create/': ({ actor, body, files }) => writes.createProduct(actor, body, files),
    'POST /products/:category_slug/:product_slug/edit/': ({ actor, params, body, files }) =>
      writes.editProduct(actor, params, body, files),
    'DELETE /products/:category_slug/:product_slug/delete/': ({ actor, params }) =>
      writes.deleteProduct(actor, params.category_slug, params.product_slug),
    'GET /products/get_all_products/:teamId/': async ({ params, actor }) => {
      await getTeam(db, actor, params.teamId)
      return reads.listOfCompany(actor, params.teamId)
    },
    'GET /products/address/:product_slug/': async ({ params, actor }) => ({
      get_absolute_url: await reads.getAddress(actor, params.product_slug),
    }),
    'GET /products/:category_slug/:product_slug/': ({ params, actor }) =>
      reads.getProduct(actor, params.category_slug, params.product_slug),
    'GET /products/:product_slug/images/': ({ params, actor }) => reads.listImages(actor, params.product_slug),
  })
}
