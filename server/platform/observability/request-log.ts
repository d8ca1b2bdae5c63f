import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { actionsOf } from './action-log.ts'
import { loggable } from './log-bounds.ts'
import { countRequest } from './meters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response stays open as long as its client likes. */
    isStream?: boolean
  }
  interface FastifyRequest {
    /** Who signed in with this request, and whether with a second factor. */
    signIn: { who: string; hasSecondFactor: boolean } | null
  }
}

/** Statuses of refused access. */
const refusals = new Set([401, 403, 429])

/** Lines of one turn of the event loop are written at once: under load those are of several requests. */
function gathered(write: (text: string) => void): (line: string) => void {
  let lines = ''
  function flush(): void {
    if (lines) write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return line => {
    if (lines === '') setImmediate(flush)
    lines += line
  }
}

/** Settings of Fastify's logger: JSON lines without personal data except ids. */
export function loggerSettings(level: string, write: (text: string) => void = text => process.stdout.write(text)) {
  return {
    level,
    base: { pid: process.pid },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => loggable(error), req: () => ({}), res: () => ({}) },
    stream: { write: gathered(write) },
  }
}

/** The framework's own two lines per request contain full URLs. */
export const quietFramework = () => new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' })

const bytesOf = (request: FastifyRequest, reply: FastifyReply) =>
  request.method === 'HEAD' ? 0 : Number(reply.getHeader('content-length') ?? 0)

/** Logs one line per answered request, per sign-in and per action of a moderator, and counts requests. */
export function addRequestLog(app: FastifyInstance): void {
  app.decorateRequest('signIn', null)
  app.addHook('onResponse', async (request, reply) => {
    // In-process API requests of a page are part of the page.
    if (request.isWithinPage) return
    const { method, actor, signIn, log } = request
    const { statusCode: status, elapsedTime } = reply
    const route = request.routeOptions.url ?? 'none'
    const { isStream } = request.routeOptions.config
    countRequest({ method, route, status, seconds: isStream ? null : elapsedTime / 1000 })
    const line = {
      method,
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
      who: actor?.id ?? null,
      bytes: bytesOf(request, reply),
    }
    if (refusals.has(status)) log.warn(line, 'refused')
    else log.info(line, 'request')
    if (signIn && status < 400) log.info(signIn, 'signed in')
    if (actor?.isStaff && status < 400) {
      for (const action of actionsOf(actor)) log.info({ who: actor.id, ...action }, 'moderation')
    }
  })
}
