import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import { StartupError } from '../config.ts'
import type { Db } from '../database/database.ts'
import { waitingEmails } from '../mail/mail.queries.ts'
import { registry } from './meters.ts'

/** On this machine alone: what is counted here is nobody else's concern, and asks for no password. */
const host = '127.0.0.1'
/** Milliseconds; a database that does not answer must not keep the rest from being told. */
const databasePatience = 2000

async function withinPatience<Value>(promise: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), databasePatience).unref()
  })
  try {
    return await Promise.race([promise.catch(() => null), over])
  } finally {
    clearTimeout(timer)
  }
}

function watchEmails(db: Db): void {
  const oldest = new Gauge({
    name: 'emails_oldest_waiting_seconds',
    help: 'Age of the oldest e-mail that has not gone; 0 without one',
    registers: [registry],
  })
  new Gauge({
    name: 'emails_waiting',
    help: 'E-mails that have not gone yet, of all processes; NaN while the database does not answer',
    registers: [registry],
    async collect() {
      const waiting = await withinPatience(waitingEmails(db))
      this.set(waiting?.count ?? Number.NaN)
      oldest.set(waiting?.oldestSeconds ?? Number.NaN)
    },
  })
}

/**
 * Serves `GET /metrics` for Prometheus on a port of its own, for this machine alone; gives the function that ends it.
 * Throws StartupError when the port is taken.
 */
export async function serveMetrics(port: number, db: Db): Promise<() => void> {
  collectDefaultMetrics({ register: registry })
  watchEmails(db)
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartupError(`Порт ${port} (METRICS_PORT) на ${host} не открывается: ${error.code}.`)),
    )
    server.listen(port, host, resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
