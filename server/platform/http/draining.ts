import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Milliseconds in which a proxy that checks /healthz every second sees that this process is stopping, and sends it
 * nothing new.
 */
const noticeTime = 4000
/** Milliseconds for the connections that a proxy keeps alive: neither side may close one while a request is on it. */
const idleTime = 1000
/** Milliseconds between checks for idle connections. */
const sweepEvery = 50

/** How the process drains its connections before it ends. */
export interface Draining {
  hasBegun(): boolean
  /** Ends what never ends by itself, once no new connection is accepted. */
  onLastConnection(end: () => void): void
  /**
   * Notes whether requests come through a proxy and, when draining, closes each connection after its response. To be
   * added before all routes.
   */
  watch(app: FastifyInstance): void
  /**
   * Settles when the last connection is closed. Behind a proxy everything is answered until the proxy has had time to
   * notice; where no proxy has ever checked, that delay is skipped.
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
