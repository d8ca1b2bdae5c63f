import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { type AccountDeps, accountLimits } from './domains/accounts/accounts.deps.ts'
import { accountRoutes } from './domains/accounts/accounts.routes.ts'
import { signUpCookies } from './domains/accounts/sign-up/sign-up-cookie.ts'
import { auditRoutes } from './domains/audit/audit.routes.ts'
import { chatRoutes } from './domains/chat/chat.routes.ts'
import { apiDescription } from './domains/companies/api-keys/api-key-example.ts'
import { authenticator } from './domains/companies/authenticator.ts'
import { companyRoutes } from './domains/companies/companies.routes.ts'
import { eventRoutes } from './domains/events/events.routes.ts'
import { siteMapRoutes } from './domains/feeds/site-map.routes.ts'
import { ymlRoutes } from './domains/feeds/yml.routes.ts'
import { friendRoutes } from './domains/friends/friends.routes.ts'
import { moderationCompanyRoutes } from './domains/moderation/companies/suspension.routes.ts'
import { verificationRoutes } from './domains/moderation/companies/verification.routes.ts'
import { decisionRoutes } from './domains/moderation/decisions/decisions.routes.ts'
import { moderationLookupRoutes } from './domains/moderation/lookups/lookups.routes.ts'
import { moderationOverviewRoutes } from './domains/moderation/overview/overview.routes.ts'
import { moderationPeopleRoutes } from './domains/moderation/people/blocking.routes.ts'
import { moderationPlantRoutes } from './domains/moderation/plants/directory.routes.ts'
import { moderationPostRoutes } from './domains/moderation/posts/reports.routes.ts'
import { moderationProductRoutes } from './domains/moderation/products/review.routes.ts'
import { moderationReviewRoutes } from './domains/moderation/reviews/reviews.routes.ts'
import { notificationRoutes } from './domains/notifications/notifications.routes.ts'
import { offerIndex } from './domains/offers/index/offer-index.ts'
import { offerRoutes, type SearchPreparation } from './domains/offers/offers.routes.ts'
import { offerSearch } from './domains/offers/search/offer-search.service.ts'
import { personalDataRoutes } from './domains/personal-data/personal-data.routes.ts'
import { namedPlants } from './domains/plants/named-plants.ts'
import { plantRoutes } from './domains/plants/plants.routes.ts'
import { postRoutes } from './domains/posts/posts.routes.ts'
import { priceListRoutes } from './domains/price-lists/price-lists.routes.ts'
import { productRoutes } from './domains/products/products.routes.ts'
import { productReads } from './domains/products/products.service.ts'
import { projectRoutes } from './domains/projects/projects.routes.ts'
import { publicationRoutes } from './domains/publications/publications.routes.ts'
import { lookupRoutes } from './domains/reference/lookups.routes.ts'
import { placeRoutes } from './domains/reference/places/places.routes.ts'
import { savedSearchRoutes } from './domains/saved-searches/saved-searches.routes.ts'
import { silencedRoutes } from './domains/silenced/silenced.routes.ts'
import { statisticsRoutes } from './domains/statistics/statistics.routes.ts'
import { tellingRoutes } from './domains/telling/telling.routes.ts'
import { tradeRoutes } from './domains/trade/trade.routes.ts'
import { transportRoutes } from './domains/transport/transport.routes.ts'
import { uploadRoutes } from './domains/uploads/uploads.routes.ts'
import { type Config, defaultTrust } from './platform/config.ts'
import { addBudgets } from './platform/database/database-budget.ts'
import type { Database } from './platform/database/database.ts'
import './events.ts'
import { exportsOf } from './platform/exports/exports.ts'
import { isPossible, isTooLong } from './platform/http/addresses.ts'
import { addBackground } from './platform/http/background.ts'
import { bodyLimit } from './platform/http/bodies/body-arrival.ts'
import { endWithUnreadBody } from './platform/http/bodies/unread-bodies.ts'
import { validateOnce } from './platform/http/cache/call-address.ts'
import { contentChanges } from './platform/http/cache/content-changes.ts'
import { addResponseCache } from './platform/http/cache/response-cache.ts'
import { addCors } from './platform/http/cors.ts'
import { type Draining, draining as drainingOf } from './platform/http/draining.ts'
import { AppError, sendProblem } from './platform/http/errors.ts'
import { limitsOn } from './platform/http/limits/limits.ts'
import {
  addPages,
  clientFolder,
  type PageRenderer,
  sendImpossibleAddress,
  sendUnreadableAddress,
} from './platform/http/pages.ts'
import { addParserRefusals, refuseUnreadable } from './platform/http/parser-refusals.ts'
import { addBodies, guardAccess, limitWrites } from './platform/http/routes.ts'
import { securityHeaders } from './platform/http/security.ts'
import { answerSerialiser } from './platform/http/serialisation.ts'
import { tokens } from './platform/http/session.ts'
import { mediaRoutes } from './platform/media/media-routes.ts'
import type { MediaStore } from './platform/media/media.ts'
import { avifMaker } from './platform/media/picture-avif.ts'
import { pictureIntake } from './platform/media/picture-intake.ts'
import { addRequestLog, quietFramework } from './platform/observability/request-log.ts'
import { sealer } from './platform/sealing.ts'

export interface AppDeps {
  config: Pick<Config, 'publicUrl' | 'dataDir' | 'staffEmails' | 'corsOrigins' | 'rateLimits'> &
    Partial<Pick<Config, 'trustProxy' | 'staffSecondFactor' | 'mailIn'>>
  database: Database
  media: MediaStore
  secret: string
  /** Without it, only the API. */
  pages?: PageRenderer
  /** Graceful shutdown; not needed in tests. */
  draining?: Draining
  /** Loosens the content policy for the development server. */
  development?: boolean
  /** Computes every response to visitors anew, so that the bench can measure that. */
  computesAll?: boolean
  logger?: FastifyServerOptions['logger']
}

declare module 'fastify' {
  interface FastifyInstance {
    searchPreparation: SearchPreparation
    /** The process's only index of the directory's names, for its jobs too. */
    namedPlants: () => Promise<NamedPlants>
  }
}

/** Bodies have their own minimum pace (body-arrival.ts); this is for requests whose body is not read. */
const requestTimeout = 3 * 60 * 60_000

/** Milliseconds for the headers of a request, including the wait for the first one, and how often that is checked. */
const headersTimeout = 15_000
const connectionsCheckingInterval = 5000

/** Connections of one process, idle ones too: each takes some memory and a file descriptor. */
const mostConnections = 10_000

/** Writes per minute of a person, or of a visitor's address: more than anybody does by hand. */
const writesPerMinute = 600

/** Uncached pages and responses that an address may request per minute: an office or a crawler stays below it. */
const computationsPerMinute = 600

/** The whole server: every plugin and every domain, in the order in which a request passes them. */
export async function buildApp({
  config,
  database,
  media,
  secret,
  pages,
  draining = drainingOf(),
  development = false,
  computesAll = false,
  logger,
}: AppDeps): Promise<FastifyInstance> {
  const { publicUrl } = config
  const { db } = database
  const setSecurityHeaders = securityHeaders(publicUrl, development)
  const app = Fastify({
    logger: logger ?? false,
    logController: quietFramework(),
    bodyLimit,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    // Late requests are still answered: /healthz tells proxies to go elsewhere (draining.ts).
    return503OnClosing: false,
    // The proxies whose X-Forwarded-For is trusted.
    trustProxy: config.trustProxy ?? defaultTrust,
    requestTimeout,
    http: { headersTimeout, connectionsCheckingInterval, requireHostHeader: false },
    clientErrorHandler: refuseUnreadable as never,
    // For an address that cannot be decoded no hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      setSecurityHeaders(request.raw as never, reply.raw as never, () => {})
      endWithUnreadBody(request.raw as never, reply.raw as never)
      const known = error.code === 'FST_ERR_BAD_URL' ? new AppError('NOT_FOUND') : error
      if (request.url.startsWith('/api')) sendProblem(known as FastifyError, request as never, reply as never)
      else sendUnreadableAddress(reply as never)
    },
  })
  app.server.maxConnections = mostConnections
  const changes = contentChanges(database.quick)
  /** Below /api, and where there are no pages at all, with a problem document, which says so of an address that is too long. */
  async function sendNothingThere(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!pages || request.url.startsWith('/api'))
      throw new AppError(isTooLong(request.url) ? 'HEADERS_TOO_LARGE' : 'NOT_FOUND')
    return sendImpossibleAddress(reply)
  }

  app.setValidatorCompiler(validateOnce)
  app.setSerializerCompiler(answerSerialiser)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    // The static file handler rejects paths that lead out of its folder or are longer than a file name may be.
    error.statusCode === 403 ? reply.callNotFound() : sendProblem(error, request, reply),
  )

  addBudgets(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  draining.watch(app)
  addRequestLog(app)
  addParserRefusals(app)
  app.addHook('onRequest', async (request, reply) => {
    if (!isPossible(request.url)) return sendNothingThere(request, reply)
  })
  app.addHook('onRequest', (request, reply, done) => setSecurityHeaders(request.raw, reply.raw, done))
  if (config.corsOrigins.length > 0) await addCors(app, config.corsOrigins)
  const accessTokens = tokens(secret)
  const needSecondFactor = config.staffSecondFactor !== 'optional'
  guardAccess(app, authenticator(db, accessTokens, { staffEmails: config.staffEmails, needSecondFactor }))
  const limits = limitsOn(db, config.rateLimits, error => app.log.error({ err: error }, 'limits are not counted'))
  app.addHook('onClose', async () => limits.close())
  const writes = limits.limit({ name: 'writes', points: writesPerMinute, seconds: 60, heldBack: 30 })
  limitWrites(app, writes)
  await addBodies(app, config.dataDir, pictureIntake(limits.limit))
  addResponseCache(
    app,
    changes,
    limits.limit({ name: 'computations', points: computationsPerMinute, seconds: 60, heldBack: 30 }),
    { reuse: !computesAll },
  )
  await addApiPages(app, publicUrl)

  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    if (draining.hasBegun()) throw new AppError('UNAVAILABLE', 'Процесс заканчивает работу.')
    if (app.searchPreparation.isUnderWay()) throw new AppError('UNAVAILABLE', 'Процесс готовится к поиску.')
    try {
      await database.ping()
      return { status: 'ok' }
    } catch {
      throw new AppError('UNAVAILABLE', 'База данных не отвечает.')
    }
  })

  const exports = exportsOf(config.dataDir)
  const avifs = avifMaker(media.files, error => app.log.warn(error, 'a picture could not be made as AVIF'))
  app.addHook('onClose', async () => avifs.stop())

  const accounts: AccountDeps = {
    db,
    media,
    tokens: accessTokens,
    sealer: sealer(secret, 'second factor'),
    signUpCookies: signUpCookies(secret, publicUrl),
    limits: accountLimits(limits.limit),
    publicUrl,
    background: addBackground(app),
  }
  accountRoutes(app, accounts)
  notificationRoutes(app, { db })
  tellingRoutes(app, { db, secret, publicUrl, allowsLocal: !config.rateLimits })
  eventRoutes(app, { database, draining })
  uploadRoutes(app, { db, media })
  companyRoutes(app, { db, media, publicUrl, limit: limits.limit })
  friendRoutes(app, { db, media, publicUrl })
  chatRoutes(app, { db, media, publicUrl, writes, secret, limit: limits.limit })
  postRoutes(app, { db, media, publicUrl, limit: limits.limit })
  lookupRoutes(app, { db })
  placeRoutes(app, { db })
  plantRoutes(app, { db, files: media.files, avifs, publicUrl })
  const products = productReads({ db, media })
  const names = namedPlants({ db, changes })
  app.decorate('namedPlants', names)
  productRoutes(app, { db, media, reads: products, names, publicUrl, secret })
  const index = offerIndex({ db, changes })
  const search = offerSearch({ db, media, changes, names, index })
  app.decorate(
    'searchPreparation',
    offerRoutes(app, { db, media, changes, reads: products, publicUrl, names, search, index, listen: database.listen }),
  )
  savedSearchRoutes(app, { db, names, search, secret, publicUrl })
  priceListRoutes(app, {
    ...{ db, media, slowly: database.jobs, changes, limit: limits.limit, exports, publicUrl },
    mailDomain: config.mailIn?.domain ?? null,
  })
  transportRoutes(app, { db })
  projectRoutes(app, { db, media, changes, names, offerIndex: index, secret, publicUrl, limit: limits.limit, exports })
  tradeRoutes(app, { db, media, offerIndex: index, secret, publicUrl, limit: limits.limit, exports })
  statisticsRoutes(app, { db, secret, limit: limits.limit, search })
  auditRoutes(app, { db, publicUrl })
  silencedRoutes(app, { db, media, publicUrl })
  decisionRoutes(app, { accounts, db, media, publicUrl, staffEmails: config.staffEmails, limit: limits.limit })
  moderationOverviewRoutes(app, { db })
  moderationPostRoutes(app, { db, media, publicUrl })
  moderationReviewRoutes(app, { db, publicUrl })
  moderationPeopleRoutes(app, { db, media, publicUrl, staffEmails: config.staffEmails })
  moderationCompanyRoutes(app, { db, publicUrl })
  verificationRoutes(app, { db })
  publicationRoutes(app, { db, media, publicUrl, dataDir: config.dataDir })
  moderationProductRoutes(app, { db, media, publicUrl })
  moderationPlantRoutes(app, { db, publicUrl })
  moderationLookupRoutes(app, { db })
  personalDataRoutes(app, { db, media, publicUrl, secret, exports })
  siteMapRoutes(app, { db, publicUrl, exports })
  ymlRoutes(app, { db, media, publicUrl, limit: limits.limit, exports })

  mediaRoutes(app, { media, avifs })
  if (pages && existsSync(clientFolder)) {
    await addAssets(app, `${clientFolder}/assets`)
    // The manifest, the icons and the service worker, whose addresses do not change with their content.
    await app.register(fastifyStatic, {
      root: `${clientFolder}/root`,
      wildcard: false,
      preCompressed: true,
      index: false,
      decorateReply: false,
      schemaHide: true,
      setHeaders: response => void response.header('cache-control', 'no-cache'),
    })
  }
  const notFound = async () => {
    throw new AppError('NOT_FOUND')
  }
  // Before the body is checked: an address that does not exist has no media type to refuse.
  for (const path of ['/api', '/api/*']) {
    app.all(path, { config: { access: 'open' }, schema: { hide: true }, onRequest: notFound }, notFound)
  }
  if (pages) addPages(app, pages, { publicUrl, keep: !development })
  app.setNotFoundHandler(sendNothingThere)
  return app
}

/**
 * Serves the files of the built web client. Their names are read once: the plugin's own route would read the whole folder
 * again for each request, to compare how the name is spelled.
 */
async function addAssets(app: FastifyInstance, root: string): Promise<void> {
  const names = new Set(readdirSync(root))
  await app.register(async scope => {
    await scope.register(fastifyStatic, { root, serve: false, preCompressed: true, immutable: true, maxAge: '1y' })
    scope.get('/assets/*', { schema: { hide: true } }, (request, reply) => {
      const { '*': name } = request.params as { '*': string }
      return names.has(name) ? reply.sendFile(name) : reply.callNotFound()
    })
  })
}

/** The reader of the API description sets styles in its elements. */
const readerPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The contract's named schemas. The code of the pages, which is loaded later, brings a copy of the contract that takes over
 * names in the global registry, and one name for two schemas is an error.
 */
const schemaRegistry = z.registry<z.GlobalMeta>()
for (const schema of z.globalRegistry._idmap.values()) {
  const meta = z.globalRegistry.get(schema)
  if (meta) schemaRegistry.add(schema, meta)
}

/** `/api/openapi.json`, made from the contract, and a page for reading it. */
async function addApiPages(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Дендро', description: apiDescription(publicUrl), version: '1' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'http', scheme: 'bearer', description: 'Ключ API компании, dk_…' },
        },
      },
      security: [{ bearer: [] }, {}],
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  })
  app.get('/api/openapi.json', { config: { access: 'open' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'open' }
    })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: readerPolicy })
  })
}
