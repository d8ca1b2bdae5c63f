import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { apiKeyStart } from '#contract/api-keys.ts'
import type { Access, Answer, Call, Parsed } from '#contract/call.ts'
import { problem } from '#contract/errors.ts'
import type { PictureIntake } from '../media/picture-intake.ts'
import { type BodiesUnderWay, bodiesUnderWay, type Share } from './bodies/bodies-under-way.ts'
import { type Arrival, bodyLimit, follow, type Pace, readText, usualPace } from './bodies/body-arrival.ts'
import { readFormValues } from './bodies/form-values.ts'
import { formLimit, type ReceivedFile, readMultipart, removeReceivedFiles } from './bodies/received-files.ts'
import { endWithUnreadBody } from './bodies/unread-bodies.ts'
import { callAddress } from './cache/call-address.ts'
import type { Scope, Shows } from './cache/content-changes.ts'
import { AppError } from './errors.ts'
import type { Limit } from './limits/limits.ts'
import { networkOf } from './limits/network-address.ts'
import { russianMessages } from './russian-messages.ts'
import { Written } from './serialisation.ts'
import type { SignedIn } from './session.ts'

/** Messages that the contract does not define are Russian too. */
z.config(russianMessages)

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    files?: NonNullable<Call['files']>
    takesUrlEncoded?: true
    takesApiKey?: true
  }
  interface FastifyRequest {
    /** The signed-in person, `null` for a visitor. */
    actor: SignedIn | null
    /** Pictures of a multipart body; they are removed when the request is answered. */
    receivedFiles: ReceivedFile[]
    /** Its body's share of the bodies in progress; none without a content type. */
    share?: Share
  }
}

interface Incoming<C extends Call> {
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
  actor: C['access'] extends 'member' | 'staff' ? SignedIn : SignedIn | null
  files: ReceivedFile[]
  /** Canonical path and query (call-address.ts), from which links in the response are made. */
  address: string
  /** Declares on what the response depends, in one call or several; without one, on everything. */
  shows: Shows
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * One handler for each call of a domain's map in the contract: input parsed, answer typed; or the reply, for an answer
 * that it has sent as a file (exports.ts).
 */
export type Handlers<Map extends Record<string, Call>> = {
  [Name in keyof Map]: (
    incoming: Incoming<Map[Name]>,
  ) => Promise<Answer<Map[Name]> | Written<Answer<Map[Name]>> | FastifyReply>
}

/** How calls that take keys are described. */
export const forKeys: Record<string, string[]>[] = [{ bearer: [] }, { apiKey: [] }]

/** Registers every call of a domain below `/api`, with validation, access and serialisation from the contract. */
export function registerCalls<Map extends Record<string, Call>>(
  app: FastifyInstance,
  calls: Map,
  handlers: Handlers<Map>,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const handler = handlers[name] as unknown as (incoming: unknown) => Promise<unknown>
    const address = callAddress(path, call.query)
    const status = call.status ?? 200
    app.route({
      method,
      url: `/api${path}`,
      config: {
        access: call.access,
        sameForAllVisitors: method === 'GET' && call.access === 'public',
        addressOf: address.asked,
        ...(call.files ? { files: call.files } : {}),
        ...(call.takesUrlEncoded ? { takesUrlEncoded: call.takesUrlEncoded } : {}),
        ...(call.takesApiKey ? { takesApiKey: call.takesApiKey } : {}),
      },
      schema: {
        summary: call.summary,
        tags: [path.split('/')[1] ?? ''],
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
        ...(call.body ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
        ...(call.access === 'open' ? { security: [] } : {}),
        ...(call.takesApiKey ? { security: forKeys } : {}),
        response: { [status]: call.answer, '4xx': problem, '5xx': problem },
      },
      handler: async (request, reply) => {
        const { params, query, body, actor, receivedFiles: files } = request
        const answer = await handler({
          params,
          query,
          body,
          actor,
          files,
          address: address.understood(request),
          shows: (...scopes: Scope[]) => {
            request.shows = request.shows === 'everything' ? scopes : [...request.shows, ...scopes]
          },
          request,
          reply,
        })
        if (reply.sent) return reply
        reply.code(status)
        if (answer instanceof Written) return reply.type('application/json; charset=utf-8').send(answer.json)
        return reply.send(status === 204 ? undefined : answer)
      },
    })
  }
}

/** Bytes of a URL-encoded body: `List-Unsubscribe=One-Click` and a little more. */
const urlEncodedLimit = 1024

/** Finds the person of an access token. */
export interface Authenticator {
  /**
   * The actor at this network address; `null` for a token of ours that has merely expired. Throws UNAUTHENTICATED for
   * any other invalid token, and for one of an ended session or of a deleted or blocked person.
   */
  authenticate(token: string, ip: string): Promise<SignedIn | null>
  /** The actor for whom a program with this key of a company acts. Throws UNAUTHENTICATED. */
  authenticateKey(key: string): Promise<SignedIn>
  /** Whether it is a moderator's token that has only expired. */
  wasModerators(token: string): Promise<boolean>
}

/** Stops the start when a route below `/api` does not declare its access, and enforces that access. */
export function guardAccess(
  app: FastifyInstance,
  { authenticate, authenticateKey, wasModerators }: Authenticator,
): void {
  app.decorateRequest('actor', null)

  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => {
    routes.push(route)
  })
  // Checked after all plugins have loaded.
  app.addHook('onReady', async () => {
    const undeclared = routes.find(route => route.url.startsWith('/api') && !route.config?.access)
    if (undeclared) throw new Error(`route ${String(undeclared.method)} ${undeclared.url} does not declare its access`)
  })

  app.addHook('onRequest', async request => {
    const { access, takesApiKey } = request.routeOptions.config
    if (!access || access === 'open') return
    // Clients without a token may send an empty header: it counts as none.
    const header = request.headers.authorization?.trim()
    const token = header && /^Bearer ([^\s]+)$/i.exec(header)?.[1]
    try {
      if (token?.startsWith(apiKeyStart)) {
        // Where keys are not taken one is like any unknown token.
        if (!takesApiKey) throw new AppError('UNAUTHENTICATED')
        request.actor = await authenticateKey(token)
      } else if (token) request.actor = await authenticate(token, request.ip)
      else if (header) throw new AppError('UNAUTHENTICATED')
      if (!request.actor && access !== 'public') throw new AppError('UNAUTHENTICATED')
      if (access === 'staff' && !request.actor?.isStaff) throw new AppError('NOT_FOUND')
    } catch (error) {
      // Only a moderator, who must refresh the token, learns that a moderators' address exists.
      const isRefused = error instanceof AppError && error.code === 'UNAUTHENTICATED'
      if (isRefused && access === 'staff' && !(token && (await wasModerators(token)))) throw new AppError('NOT_FOUND')
      throw error
    }
    if (access === 'staff' && request.actor?.needsSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED')
  })
}

/**
 * Every body may come as JSON or as a form; the files of a form are kept on disk for the handler. An empty JSON body,
 * which clients send with calls that take none, counts as no body. Bodies that are too large, too many or too slow are
 * refused while they arrive (body-arrival.ts, bodies-under-way.ts).
 */
export async function addBodies(
  app: FastifyInstance,
  dataDir: string,
  intake: PictureIntake,
  { pace = usualPace, underWay = bodiesUnderWay() }: { pace?: Pace; underWay?: BodiesUnderWay } = {},
): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error')

  /** Reads a body while it is watched. */
  async function receive<Body>(
    { raw, headers, share }: FastifyRequest,
    { most, takesFiles }: { most: number; takesFiles: boolean },
    read: (arrival: Arrival) => Promise<Body>,
  ): Promise<Body> {
    if (!takesFiles && Number(headers['content-length']) > most) throw new AppError('TOO_LARGE')
    if (!share) throw new Error('a body that was not admitted')
    const arrival = follow(raw, { share, pace, most, takesFiles })
    try {
      return await read(arrival)
    } finally {
      arrival.end()
    }
  }

  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const expected = { most: bodyLimit, takesFiles: false }
    const text = await receive(request, expected, ({ signal }) => readText(payload, bodyLimit, signal))
    if (text.trim() === '') return
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, body) => (error ? reject(error) : resolve(body)))
    })
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest, payload: Readable) => {
    if (!request.routeOptions.config.takesUrlEncoded) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
    const expected = { most: urlEncodedLimit, takesFiles: false }
    await receive(request, expected, ({ signal }) => readText(payload, urlEncodedLimit, signal))
  })
  await app.register(multipart, { throwFileSizeLimit: false })
  app.decorateRequest('receivedFiles')
  app.decorateRequest('share')
  app.addHook('onRequest', async request => {
    request.receivedFiles = []
  })
  app.addHook('preParsing', async (request, reply) => {
    // Other content types are not read.
    if (request.headers['content-type'] === undefined) return
    const share = underWay.admit(networkOf(request.ip))
    request.share = share
    reply.raw.once('close', share.release)
  })
  app.addHook('preValidation', async request => {
    if (!request.isMultipart()) return
    const { actor, ip, headers, receivedFiles: files } = request
    const { files: accepted } = request.routeOptions.config
    const expected = { most: formLimit, takesFiles: accepted !== undefined }
    const sent = { sender: actor?.id ?? ip, declaredBytes: Number(headers['content-length'] ?? 0), intake }
    const fields = await receive(request, expected, arrival =>
      readMultipart(request, { accepted, dataDir, files, arrival, ...sent }),
    )
    request.body = readFormValues(fields, request.routeOptions.schema?.body)
  })
  // Also runs for refusals, and when the sender has disconnected.
  app.addHook('onSend', async (request, reply) => {
    endWithUnreadBody(request.raw, reply.raw)
    if (request.receivedFiles?.length) await removeReceivedFiles(request.receivedFiles)
  })
  app.addHook('onResponse', async request => request.share?.release())
}

/** Limits the rate of writes far above any person's need: by id for a person, by address for a visitor. */
export function limitWrites(app: FastifyInstance, writes: Limit): void {
  app.addHook('preValidation', async ({ method, actor, ip, routeOptions }) => {
    if (method === 'GET' || method === 'HEAD' || !routeOptions.config.access) return
    await writes.take(actor?.id ?? ip)
  })
}
