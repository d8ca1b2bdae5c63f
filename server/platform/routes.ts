import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access, Answer, Call, Parsed } from '#contract/call.ts'
import { problem } from '#contract/errors.ts'
import { AppError } from './errors.ts'
import type { Limit } from './limits.ts'
import { type ReceivedFile, readMultipart, removeReceivedFiles } from './received-files.ts'
import { Written } from './serialisation.ts'
import type { Actor } from './session.ts'

/** What the contract does not word itself is said in Russian too. */
z.config(z.locales.ru())

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    files?: NonNullable<Call['files']>
  }
  interface FastifyRequest {
    /** The signed-in person, `null` for a visitor. */
    actor: Actor | null
    /** Pictures of a multipart body; they are removed when the request is answered. */
    receivedFiles: ReceivedFile[]
  }
}

interface Incoming<C extends Call> {
  params: Parsed<C, 'params'>
  query: Parsed<C, 'query'>
  body: Parsed<C, 'body'>
  actor: C['access'] extends 'member' | 'staff' ? Actor : Actor | null
  files: ReceivedFile[]
  request: FastifyRequest
  reply: FastifyReply
}

/** One handler for each call of a domain's map in the contract: input parsed, answer typed. */
export type Handlers<Map extends Record<string, Call>> = {
  [Name in keyof Map]: (incoming: Incoming<Map[Name]>) => Promise<Answer<Map[Name]> | Written<Answer<Map[Name]>>>
}

/** Registers every call of a domain below `/api`, with validation, access and serialisation from the contract. */
export function registerCalls<Map extends Record<string, Call>>(
  app: FastifyInstance,
  calls: Map,
  handlers: Handlers<Map>,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const [method = '', path = ''] = name.split(' ')
    const handler = handlers[name] as unknown as (incoming: unknown) => Promise<unknown>
    const status = call.status ?? 200
    app.route({
      method,
      url: `/api${path}`,
      config: {
        access: call.access,
        sameForAllVisitors: method === 'GET' && call.access === 'public',
        ...(call.files ? { files: call.files } : {}),
      },
      schema: {
        summary: call.summary,
        tags: [path.split('/')[1] ?? ''],
        ...(call.params ? { params: call.params } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        ...(call.body ? { body: call.body } : {}),
        ...(call.body ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
        ...(call.access === 'open' ? { security: [] } : {}),
        response: { [status]: call.answer, '4xx': problem, '5xx': problem },
      },
      handler: async (request, reply) => {
        const { params, query, body, actor, receivedFiles: files } = request
        const answer = await handler({ params, query, body, actor, files, request, reply })
        reply.code(status)
        if (answer instanceof Written) return reply.type('application/json; charset=utf-8').send(answer.json)
        return reply.send(answer)
      },
    })
  }
}

/** Whose access tokens are. */
export interface Identifier {
  /** Throws UNAUTHENTICATED for a token that is not valid and for one of a person who is gone or blocked. */
  identify(token: string): Promise<Actor>
  /** Whether it is a moderator's token that has only run out. */
  wasModerators(token: string): Promise<boolean>
}

/** Stops the start when a route below `/api` does not say who may call it, and lets nobody else through. */
export function guardAccess(app: FastifyInstance, { identify, wasModerators }: Identifier): void {
  app.decorateRequest('actor', null)

  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => {
    routes.push(route)
  })
  // Checked when all plugins have had their say.
  app.addHook('onReady', async () => {
    const undeclared = routes.find(route => route.url.startsWith('/api') && !route.config?.access)
    if (undeclared) throw new Error(`route ${String(undeclared.method)} ${undeclared.url} does not declare its access`)
  })

  app.addHook('onRequest', async request => {
    const { access } = request.routeOptions.config
    if (!access || access === 'open') return
    const header = request.headers.authorization
    if (header !== undefined) {
      const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1]
      try {
        if (!token) throw new AppError('UNAUTHENTICATED')
        request.actor = await identify(token)
      } catch (error) {
        // Only a moderator, who must refresh the token, learns that there is something behind a moderators' address.
        if (access === 'staff' && !(token && (await wasModerators(token)))) throw new AppError('NOT_FOUND')
        throw error
      }
    }
    if (access === 'public') return
    if (access === 'staff' && !request.actor?.isStaff) throw new AppError('NOT_FOUND')
    if (!request.actor) throw new AppError('UNAUTHENTICATED')
  })
}

/**
 * Every body may come as JSON or as a form; the files of a form wait on disk for the handler. An empty JSON body, which
 * clients send with calls that take none, is no body.
 */
export async function addBodies(app: FastifyInstance, dataDir: string): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.trim() === '') done(null, undefined)
    else void parseJson(request, text, done)
  })
  // A file that is too large is our own refusal, which names its field.
  await app.register(multipart, { throwFileSizeLimit: false })
  app.decorateRequest('receivedFiles')
  app.addHook('onRequest', async request => {
    request.receivedFiles = []
  })
  app.addHook('preValidation', async request => {
    if (!request.isMultipart()) return
    request.body = await readMultipart(request, request.routeOptions.config.files, dataDir, request.receivedFiles)
  })
  // Also runs for answers that refuse, and when the sender has gone.
  app.addHook('onSend', async request => {
    if (request.receivedFiles?.length) await removeReceivedFiles(request.receivedFiles)
  })
}

/** Holds everybody who changes things to a pace that no person needs: a person by their id, a visitor by their address. */
export function limitWrites(app: FastifyInstance, writes: Limit): void {
  app.addHook('preValidation', async ({ method, actor, ip, routeOptions }) => {
    if (method === 'GET' || method === 'HEAD' || !routeOptions.config.access) return
    await writes.take(actor?.id ?? ip)
  })
}
