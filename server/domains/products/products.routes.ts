import type { FastifyInstance } from 'fastify'
import { productPhotoCalls } from '#contract/product-photos.ts'
import { productCalls } from '#contract/products.ts'
import { variantCalls } from '#contract/variants.ts'
import { companyScope } from '#server/domains/companies/companies.scopes.ts'
import { checkCompany } from '#server/domains/companies/companies.service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { confirmTokens } from './freshness/confirm-tokens.ts'
import { confirmByLink } from './freshness/freshness.service.ts'
import { listHolds } from './holds/holds.service.ts'
import { assignSeveral, deleteSeveral, listOwnPaged } from './own-products.service.ts'
import { addPhotos, removePhotos } from './photos-by-name/change-photos.service.ts'
import { matchPhotos } from './photos-by-name/match-photos.service.ts'
import { companyOffersScope, scopesOfCards } from './products.scopes.ts'
import type { productReads } from './products.service.ts'
import { productWrites } from './save-product.service.ts'
import { changeVariants } from './variants/change-variants.service.ts'
import { confirmOwnVariants, readWrittenVariants } from './variants/variants.service.ts'

interface ProductDeps {
  db: Db
  media: MediaStore
  reads: ReturnType<typeof productReads>
  names: () => Promise<NamedPlants>
  publicUrl: string
  secret: string
}

export function productRoutes(app: FastifyInstance, deps: ProductDeps): void {
  const { db, reads, publicUrl } = deps
  const writes = productWrites(deps)
  const tokens = confirmTokens(deps.secret)

  registerCalls(app, variantCalls, {
    'GET /variants/:id/holds/': ({ actor, params, query }) => listHolds(db, actor, params.id, query.page),
    'POST /variants/read/': ({ body }) => readWrittenVariants(db, body),
    'POST /variants/change/': ({ actor, body }) => changeVariants(db, actor, body),
    'POST /variants/confirm/': ({ actor, body }) => confirmOwnVariants(db, actor, body),
    'POST /variants/confirm/:token/': ({ params }) => confirmByLink(db, tokens, params.token),
  })

  registerCalls(app, productPhotoCalls, {
    'POST /products/photos/match/': ({ actor, body }) => matchPhotos(deps, actor, body.names),
    'POST /products/:category_slug/:product_slug/photos/': ({ actor, params, body }) =>
      addPhotos(deps, actor, params, body.photos),
    'POST /products/:category_slug/:product_slug/photos/remove/': ({ actor, params, body }) =>
      removePhotos(deps, actor, params, body.images),
  })

  registerCalls(app, productCalls, {
    'GET /products/own/': ({ actor, query, address }) => listOwnPaged(deps, actor, query, publicUrl + address),
    'POST /products/assign/': ({ actor, body }) => assignSeveral(db, actor, body),
    'POST /products/delete/': ({ actor, body }) => deleteSeveral(db, actor, body.ids),
    'GET /products/my_products/': ({ actor }) => reads.listOwn(actor),
    'POST /products/create/': ({ actor, body, files }) => writes.createProduct(actor, body, files),
    'POST /products/:category_slug/:product_slug/edit/': ({ actor, params, body, files }) =>
      writes.editProduct(actor, params, body, files),
    'DELETE /products/:category_slug/:product_slug/delete/': ({ actor, params }) =>
      writes.deleteProduct(actor, params.category_slug, params.product_slug),
    'GET /products/get_all_products/:teamId/': async ({ params, actor, shows }) => {
      await checkCompany(db, params.teamId)
      const cards = await reads.listOfCompany(actor, params.teamId)
      shows(companyScope(params.teamId), companyOffersScope(params.teamId), ...scopesOfCards(cards))
      return cards
    },
    'GET /products/address/:product_slug/': async ({ params, actor, shows }) => ({
      get_absolute_url: await reads.getAddress(actor, params.product_slug, shows),
    }),
    'GET /products/:category_slug/:product_slug/': ({ params, actor, shows }) =>
      reads.getProduct(actor, params.category_slug, params.product_slug, shows),
    'GET /products/:product_slug/images/': ({ params, actor, shows }) =>
      reads.listImages(actor, params.product_slug, shows),
  })
}
