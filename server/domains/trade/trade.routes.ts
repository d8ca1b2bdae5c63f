import type { FastifyInstance } from 'fastify'
import { dealCalls } from '#contract/deals.ts'
import { claimCalls } from '#contract/deliveries.ts'
import { requestCalls } from '#contract/requests.ts'
import { reviewCalls } from '#contract/reviews.ts'
import { stopCalls } from '#contract/transport.ts'
import { companyScope } from '#server/domains/companies/companies.scopes.ts'
import { getReadableCompany } from '#server/domains/companies/companies.service.ts'
import type { Exports } from '#server/platform/exports/exports.ts'
import type { Limits } from '#server/platform/http/limits/limits.ts'
import { registerCalls } from '#server/platform/http/routes.ts'
import { filesPerHour } from '#server/platform/media/attached/attached-files.ts'
import { attachedFileRoute } from '#server/platform/media/attached/file-route.ts'
import { awardService } from './deals/award.service.ts'
import { dealService } from './deals/deals.service.ts'
import { findDocument } from './deals/documents/deal-documents.queries.ts'
import { documentService } from './deals/documents/deal-documents.service.ts'
import { dealDocumentAddresses } from './deals/documents/document-addresses.ts'
import { sendIfDealsAreDue } from './deals/expiry.service.ts'
import { claimService } from './deliveries/claims.service.ts'
import { deliveryService } from './deliveries/deliveries.service.ts'
import { readRecord } from './deliveries/record.service.ts'
import { paperRoutes } from './papers/papers.routes.ts'
import { offerFileRoutes } from './quotes/offer-file.routes.ts'
import { quoteService } from './quotes/quotes.service.ts'
import { readDifferences } from './requests/changes.service.ts'
import { requestService, type TradeDeps } from './requests/requests.service.ts'
import { reviewService } from './reviews/reviews.service.ts'
import { stopOfDeal, stopOfQuote } from './stops/own-stop.service.ts'

interface RouteDeps extends TradeDeps {
  publicUrl: string
  secret: string
  limit: Limits['limit']
  exports: Exports
}

/** What a person may send in an hour: a request is told to many, and each quote to somebody. */
const requestsPerHour = 60
const quotesPerHour = 300

/** Milliseconds between two looks for deals that nobody has confirmed, so that they end at most a minute late. */
const lookEvery = 10_000

export function tradeRoutes(app: FastifyInstance, { limit, publicUrl, secret, exports, ...deps }: RouteDeps): void {
  const { db } = deps
  const sentRequests = limit({ name: 'requests', points: requestsPerHour, seconds: 3600 })
  const sentQuotes = limit({ name: 'quotes', points: quotesPerHour, seconds: 3600 })
  const requests = requestService(deps)
  const quotes = quoteService(deps)
  const addresses = dealDocumentAddresses(secret, publicUrl)
  const attached = limit({ name: 'deal-documents', points: filesPerHour, seconds: 3600 })
  const { award } = awardService({ db, addresses })
  const deals = dealService({ db, addresses })
  const documents = documentService({ db, media: deps.media, attached, deals })
  const deliveries = deliveryService({ db, addresses, media: deps.media, attached, deals })
  const claims = claimService({ db, addresses, files: deliveries })
  const reviews = reviewService(deps)

  let looking: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    // If the database is unavailable or busy, the next look is soon enough.
    looking = setInterval(() => void sendIfDealsAreDue(db).catch(() => {}), lookEvery).unref()
  })
  app.addHook('onClose', async () => clearInterval(looking))

  attachedFileRoute(app, {
    files: deps.media.files,
    addresses,
    summary: 'Документ сделки: её стороне по токену или по подписанному адресу (url); снимок — и уже (width)',
    tag: 'deals',
    find: (id, personId) => findDocument(db, id, personId),
  })
  paperRoutes(app, { db, limit, exports })
  offerFileRoutes(app, { db, media: deps.media, requests, quotes, limit, exports })
  registerCalls(app, requestCalls, {
    'POST /requests/candidates/': ({ actor, body }) => requests.candidates(actor, body),
    'POST /requests/': async ({ actor, body }) => {
      await sentRequests.take(actor.id)
      return requests.createRequest(actor, body)
    },
    'GET /requests/': ({ actor, query, address }) => requests.listOwn(actor, query, publicUrl + address),
    'GET /requests/incoming/': ({ actor, query, address }) => requests.listIncoming(actor, query, publicUrl + address),
    'GET /requests/:id/': ({ actor, params }) => requests.getRequest(actor, params.id),
    'GET /projects/:id/changes/': ({ actor, params }) => readDifferences(db, actor, params.id),
    'GET /requests/:id/options/': ({ actor, params }) => requests.listOptions(actor, params.id),
    'POST /requests/:id/cancel/': ({ actor, params }) => requests.cancelRequest(actor, params.id),
    'POST /requests/:id/quote/': async ({ actor, params, body }) => {
      await sentQuotes.take(actor.id)
      return quotes.sendQuote(actor, params.id, body)
    },
    'GET /requests/:id/compare/': ({ actor, params }) => quotes.compare(actor, params.id),
  })
  registerCalls(app, dealCalls, {
    'POST /requests/:id/award/': ({ actor, params, body }) => award(actor, params.id, body),
    'GET /deals/': ({ actor, query, address }) => deals.listDeals(actor, query, publicUrl + address),
    'GET /deals/:id/': ({ actor, params }) => deals.getDeal(actor, params.id),
    'POST /deals/:id/confirm/': ({ actor, params }) => deals.act(actor, params.id, 'confirm'),
    'POST /deals/:id/hand_over/': ({ actor, params, body }) => deliveries.handOver(actor, params.id, body),
    'POST /deals/:id/receive/': ({ actor, params, body, files }) => deliveries.receive(actor, params.id, body, files),
    'POST /deals/:id/cancel/': ({ actor, params, body }) => deals.act(actor, params.id, 'cancel', body.reason),
    'POST /deals/:id/documents/': ({ actor, params, files }) => documents.attach(actor, params.id, files),
    'DELETE /deals/:id/documents/:document/': ({ actor, params }) =>
      documents.remove(actor, params.id, params.document),
    'GET /trade/attention/': ({ actor }) => deals.countAttention(actor),
  })
  registerCalls(app, claimCalls, {
    'GET /teams/:id/record/': async ({ actor, params, shows }) => {
      shows(companyScope(params.id))
      await getReadableCompany(db, actor, params.id)
      return readRecord(db, params.id)
    },
    'POST /deals/:id/claims/': ({ actor, params, body, files }) => claims.make(actor, params.id, body, files),
    'GET /claims/:id/': ({ actor, params }) => claims.getClaim(actor, params.id),
    'POST /claims/:id/answer/': ({ actor, params, body }) => claims.answer(actor, params.id, body),
    'POST /claims/:id/accept/': ({ actor, params }) => claims.accept(actor, params.id),
    'POST /claims/:id/withdraw/': ({ actor, params }) => claims.withdraw(actor, params.id),
    'POST /claims/:id/dispute/': ({ actor, params, body }) => claims.dispute(actor, params.id, body.text),
  })
  registerCalls(app, stopCalls, {
    'GET /deals/:id/stop/': ({ actor, params }) => stopOfDeal(db, actor, params.id),
    'GET /requests/:id/stop/': ({ actor, params }) => stopOfQuote(db, actor, params.id),
  })
  registerCalls(app, reviewCalls, {
    'POST /deals/:id/review/': ({ actor, params, body }) => reviews.review(actor, params.id, body),
    'POST /deals/:id/review/reply/': ({ actor, params, body }) => reviews.reply(actor, params.id, body.text),
    'POST /reviews/:id/report/': ({ actor, params, body }) => reviews.report(actor, params.id, body.part),
    'GET /teams/:id/reviews/': ({ actor, params, query, address, shows }) => {
      shows(companyScope(params.id))
      return reviews.listReviews(actor, params.id, query, publicUrl + address)
    },
  })
}
