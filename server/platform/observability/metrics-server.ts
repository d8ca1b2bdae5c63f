import { createServer } from 'node:http'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import { StartupError } from '../config.ts'
import type { Db } from '../database/database.ts'
import { countJobs, type JobCounts } from '../jobs/job-counts.queries.ts'
import { registry } from './meters.ts'

/** On this machine only: the metrics are internal and not protected by a password. */
const host = '127.0.0.1'
/** Milliseconds; a database that does not answer must not block the other metrics. */
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

function watchJobs(db: Db): void {
  /** All of them are read at once: one query is enough. */
  let asked: Promise<JobCounts[] | null> | null = null
  async function count(): Promise<JobCounts[]> {
    asked ??= withinPatience(countJobs(db)).finally(() => {
      asked = null
    })
    return (await asked) ?? []
  }
  function gauge(name: string, help: string, read: (counts: JobCounts) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['queue'] as const,
      registers: [registry],
      async collect() {
        this.reset()
        for (const counts of await count()) this.set({ queue: counts.queue }, read(counts))
      },
    })
  }
  gauge('jobs_waiting', 'Jobs not done yet, of all processes; none while the database is away', of => of.waiting)
  gauge('jobs_failed', 'Jobs given up on in the last seven days', of => of.failed)
  gauge('jobs_oldest_waiting_seconds', 'Age of the oldest job that is not done', of => of.oldestSeconds)
}

/**
 * Serves `GET /metrics` for Prometheus on a separate port, only for this machine; returns the function that ends it.
 * Throws StartupError if the port is taken.
 */
export async function serveMetrics(port: number, db: Db): Promise<() => void> {
  collectDefaultMetrics({ register: registry })
  watchJobs(db)
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
