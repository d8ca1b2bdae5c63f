import type { FastifyInstance } from 'fastify'
import { priceListCalls } from '#contract/price-lists.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { productScope } from '#server/domains/products/products.scopes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import type { ContentChanges } from '#server/platform/http/cache/content-changes.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { senderOf } from '#server/reading/workers/sender.ts'
import { mailAddressService } from './by-mail/mail-address.service.ts'
import { priceListFileRoutes } from './files/price-list-files.routes.ts'
import { getPublishedList, listPrinter, publishedListScopes } from './files/published-list.service.ts'
import { previewList } from './preview-list.service.ts'
import { companyOfLists, priceListService } from './price-lists.service.ts'

interface RouteDeps {
  db: Db
  media: MediaStore
  slowly: Db
  changes: ContentChanges
  limit: Limits['limit']
  exports: Exports
  publicUrl: string
  /** Where letters with lists come in. */
  mailDomain: string | null
}

/** Uploads per company and hour; no company needs more. Letters count too. */
export const uploadLimit = { name: 'price-lists', points: 60, seconds: 3600 } as const
/** Previews per hour by address or person: one for each answer to a question. */
const previewsPerHour = 240

export function priceListRoutes(
  app: FastifyInstance,
  { db, media, slowly, changes, limit, exports, publicUrl, mailDomain }: RouteDeps,
): void {
  const uploads = limit(uploadLimit)
  const previews = limit({ name: 'price-list-previews', points: previewsPerHour, seconds: 3600 })
  const names = namedPlants({ db, changes })
  const address = mailAddressService(db, mailDomain)
  const lists = priceListService({ db, slowly, names, uploads })

  // Before anything of the request is checked: without a company nothing that it could contain would be right.
  app.addHook('onRequest', async ({ actor, routeOptions }) => {
    const { url = '', config } = routeOptions
    if (actor && url.startsWith('/api/price-lists') && config.access === 'member') companyOfLists(actor)
  })
  priceListFileRoutes(app, { db, limit, exports, publicUrl, print: listPrinter({ db, media, changes, publicUrl }) })
  registerCalls(app, priceListCalls, {
    'GET /teams/:id/price-list/': async ({ params, query, address, shows }) => {
      const list = await getPublishedList(db, params.id, query, publicUrl + address)
      const shown = list.results.flatMap(({ products }) => products.map(({ id }) => productScope(id)))
      shows(...publishedListScopes(params.id), ...shown)
      return list
    },
    'POST /price-lists/': ({ actor, body, files }) => lists.uploadList(actor, body, files[0]),
    'POST /price-lists/preview/': async ({ actor, body, files, request, reply }) => {
      await previews.take(actor?.id ?? request.ip)
      reply.header('cache-control', 'no-store')
      return previewList({ db, names }, senderOf(actor, request, reply), body, files[0])
    },
    'GET /price-lists/': ({ actor, query, address }) => lists.listLists(actor, query, publicUrl + address),
    'GET /price-lists/address/': ({ actor }) => address.getAddress(actor),
    'POST /price-lists/address/': ({ actor }) => address.renewAddress(actor),
    'PATCH /price-lists/address/': ({ actor, body }) => address.changeAddress(actor, body),
    'GET /price-lists/:id/': ({ actor, params }) => lists.getList(actor, params.id),
    'GET /price-lists/:id/rows/': ({ actor, params, query, address }) =>
      lists.listRowsOf(actor, params.id, query, publicUrl + address),
    'PATCH /price-lists/:id/': ({ actor, params, body }) => lists.readAgain(actor, params.id, body),
    'PATCH /price-lists/:id/rows/:sheet/:row/': ({ actor, params, query, body }) =>
      lists.correctRow(actor, params.id, { ...params, ...query }, body),
    'DELETE /price-lists/:id/': ({ actor, params }) => lists.removeList(actor, params.id),
    'POST /price-lists/:id/apply/': ({ actor, params, body }) => lists.startApplying(actor, params.id, body.missing),
    'POST /price-lists/:id/rollback/': ({ actor, params }) => lists.rollBack(actor, params.id),
  })
}
