import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import cors from '@fastify/cors'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, validatorCompiler } from 'fastify-type-provider-zod'
import { accountLimits } from './domains/accounts/accounts.deps.ts'
import { accountRoutes } from './domains/accounts/accounts.routes.ts'
import { identifier } from './domains/accounts/accounts.service.ts'
import { personBlockingRoutes } from './domains/accounts/blocking.routes.ts'
import { catalogueRoutes } from './domains/catalogue/catalogue.routes.ts'
import { reviewRoutes } from './domains/catalogue/review.routes.ts'
import { siteMapRoutes } from './domains/catalogue/site-map.routes.ts'
import { staffDirectoryRoutes } from './domains/catalogue/staff-directory.routes.ts'
import { chatRoutes } from './domains/chat/chat.routes.ts'
import { companyBlockingRoutes } from './domains/companies/blocking.routes.ts'
import { companyRoutes } from './domains/companies/companies.routes.ts'
import { eventRoutes } from './domains/events/events.routes.ts'
import { friendRoutes } from './domains/friends/friends.routes.ts'
import { staffLookupRoutes } from './domains/lookups/staff-lookups.routes.ts'
import { journalRoutes } from './domains/moderation/journal.routes.ts'
import { overviewRoutes } from './domains/moderation/overview.routes.ts'
import { notificationRoutes } from './domains/notifications/notifications.routes.ts'
import { reportRoutes } from './domains/posts/moderation.routes.ts'
import { postRoutes } from './domains/posts/posts.routes.ts'
import { publicationRoutes } from './domains/publications/publications.routes.ts'
import { uploadRoutes } from './domains/uploads/uploads.routes.ts'
import type { Config } from './platform/config.ts'
import { contentVersions } from './platform/content-version.ts'
import type { Database } from './platform/database.ts'
import { addDelivery } from './platform/delivery.ts'
import { AppError, sendProblem } from './platform/errors.ts'
import { limit } from './platform/limits.ts'
import { type MediaStore, mediaPath } from './platform/media.ts'
import { addPages, clientFolder, type PageRenderer, sendUnreadableAddress } from './platform/pages.ts'
import { addBodies, guardAccess, limitWrites } from './platform/routes.ts'
import { addSecurityHeaders } from './platform/security.ts'
import { answerSerialiser } from './platform/serialisation.ts'
import { tokens } from './platform/session.ts'

export interface AppDeps {
  config: Pick<Config, 'publicUrl' | 'dataDir' | 'staffEmails' | 'corsOrigins' | 'rateLimits'>
  database: Database
  media: MediaStore
  secret: string
  /** Says that a letter may be waiting (mail-sender.ts). */
  wakeMail?: () => void
  /** None: the API alone. */
  pages?: PageRenderer
  /** Loosens the content policy for the development server. */
  development?: boolean
  logger?: FastifyServerOptions['logger']
}

/** Bytes of a JSON body (API.md section 1). */
const bodyLimit = 1024 * 1024

/** What a person, or a visitor's address, may change in a minute: more than anybody does by hand. */
const writesPerMinute = 600

/** Pictures that a person may send ahead of a form: some twenty listings' worth. */
const uploadsPerHour = 240

/** The whole server: every plugin and every domain, in the order in which a request meets them. */
export async function buildApp({
  config,
  database,
  media,
  secret,
  wakeMail = () => {},
  pages,
  development = false,
  logger,
}: AppDeps): Promise<FastifyInstance> {
  const { publicUrl } = config
  const { db } = database
  const app = Fastify({
    logger: logger ?? false,
    bodyLimit,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    // The address of whoever stands behind a proxy on this machine.
    trustProxy: 'loopback',
    // Twelve photos over a bad connection; nothing takes longer.
    requestTimeout: 10 * 60_000,
    // For an address that cannot be decoded no hook runs.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      if (request.url.startsWith('/api')) sendProblem(error, request as never, reply as never)
      else sendUnreadableAddress(reply as never)
    },
  })
  const versions = contentVersions(db)

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(answerSerialiser)
  app.setErrorHandler(sendProblem)

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await addSecurityHeaders(app, publicUrl, development)
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: config.corsOrigins,
      exposedHeaders: ['x-request-id', 'retry-after'],
      maxAge: 86_400,
    })
  }
  const accessTokens = tokens(secret)
  guardAccess(app, identifier(db, accessTokens, config.staffEmails))
  const writes = limit(writesPerMinute, 60, config.rateLimits)
  limitWrites(app, writes)
  await addBodies(app, config.dataDir)
  addDelivery(app, versions)
  await addApiPages(app, publicUrl)

  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    try {
      await database.ping()
      return { status: 'ok' }
    } catch {
      throw new AppError('UNAVAILABLE', 'База данных не отвечает.')
    }
  })

  const limits = accountLimits(config.rateLimits)
  accountRoutes(app, { db, media, tokens: accessTokens, limits, publicUrl, wakeMail })
  notificationRoutes(app, { db })
  eventRoutes(app, { database })
  uploadRoutes(app, { db, media, uploadsPerHour: limit(uploadsPerHour, 3600, config.rateLimits) })
  companyRoutes(app, { db })
  friendRoutes(app, { db, media, publicUrl })
  chatRoutes(app, { db, media, publicUrl, writes })
  postRoutes(app, { db, media, publicUrl })
  catalogueRoutes(app, { db, media, versions, publicUrl })
  journalRoutes(app, { db, publicUrl })
  overviewRoutes(app, { db })
  reportRoutes(app, { db, media, publicUrl })
  personBlockingRoutes(app, { db, media, publicUrl, staffEmails: config.staffEmails })
  companyBlockingRoutes(app, { db, publicUrl })
  publicationRoutes(app, { db, media, publicUrl, dataDir: config.dataDir })
  reviewRoutes(app, { db, media, publicUrl })
  staffDirectoryRoutes(app, { db, media, publicUrl })
  staffLookupRoutes(app, { db })
  siteMapRoutes(app, { db, publicUrl })

  await app.register(fastifyStatic, {
    root: media.folder,
    prefix: mediaPath,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
    schemaHide: true,
  })
  if (pages && existsSync(clientFolder)) {
    await app.register(fastifyStatic, {
      root: `${clientFolder}/assets`,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
      decorateReply: false,
      schemaHide: true,
    })
  }
  const notFound = async () => {
    throw new AppError('NOT_FOUND')
  }
  // Before the body is looked at: an address that does not exist has no media type to refuse.
  app.all('/api/*', { config: { access: 'open' }, schema: { hide: true }, onRequest: notFound }, notFound)
  if (pages) addPages(app, pages, { publicUrl, keep: !development })
  app.setNotFoundHandler(notFound)
  return app
}

/** The reader of the API description sets styles in its elements. */
const readerPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'"

/** `/api/openapi.json`, made from the contract, and a page for reading it. */
async function addApiPages(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Дендро', description: 'API маркетплейса ландшафтных растений', version: '1' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }, {}],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { config: { access: 'open' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'open' }
    })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: readerPolicy })
  })
}
