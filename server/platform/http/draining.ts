import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a proxy that asks /healthz every second sees that this process goes, and sends it nothing new. */
const noticeTime = 4000
/** Milliseconds for the connections that a proxy still keeps: whichever side closes one must not meet a request on it. */
const idleTime = 1000
/** Milliseconds between looks for connections on which nothing is under way any more. */
const sweepEvery = 50

/** How the process lets go of its callers before it ends. */
export interface Draining {
  hasBegun(): boolean
  /** What never ends by itself is ended by this, when no new connection is taken any more. */
  onLastConnection(end: () => void): void
  /** Counts who asks, and says on every connection that it is the last request on it. To be added before all routes. */
  watch(app: FastifyInstance): void
  /**
   * Settles when the last connection is closed. Behind a proxy everything goes on being answered until the proxy has had
   * the time to look; where none has ever asked, nobody would learn anything in that time, and it is left out.
   */
  drain(server: HttpServer): Promise<void>
}

export function draining(): Draining {
  const endings: (() => void)[] = []
  let begun = false
  let hasProxy = false

  return {
    hasBegun: () => begun,
    onLastConnection: end => void endings.push(end),
    watch(app) {
      app.addHook('onRequest', async ({ headers }, reply) => {
        if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) hasProxy = true
        if (begun) reply.header('connection', 'close')
      })
    },
    async drain(server) {
      begun = true
      if (hasProxy) await sleep(noticeTime)
      // The listener alone: the HTTP server's own `close` would also cut connections that a proxy is about to use.
      const closed = new Promise(resolve => Server.prototype.close.call(server, resolve))
      for (const end of endings) end()
      if (hasProxy) await Promise.race([closed, sleep(idleTime)])
      server.closeIdleConnections()
      const sweep = setInterval(() => server.closeIdleConnections(), sweepEvery)
      await closed
      clearInterval(sweep)
    },
  }
}
