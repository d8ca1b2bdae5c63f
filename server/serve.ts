import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { serveDumps } from './backup/dump-socket.ts'
import { receiveLetters } from './domains/price-lists/by-mail/receive-letters.ts'
import { confirmTokens } from './domains/products/freshness/confirm-tokens.ts'
import { unsubscribeTokens } from './domains/saved-searches/unsubscribe-tokens.ts'
import { keptKeys } from './domains/telling/push/vapid.ts'
import { unsubscribeLinks } from './domains/telling/unsubscribe-links.ts'
import type { Installation } from './installation.ts'
import { productJobs } from './jobs.ts'
import { planners } from './planning/planning-pool.ts'
import { StartupError } from './platform/config.ts'
import { draining } from './platform/http/draining.ts'
import type { PageRenderer } from './platform/http/pages.ts'
import { type JobWorkers, startJobs } from './platform/jobs/job-workers.ts'
import { mailTransport } from './platform/mail/mail-transport.ts'
import type { MailServer } from './platform/mail/receiving/mail-server.ts'
import { serveMetrics } from './platform/observability/metrics-server.ts'
import { loggerSettings } from './platform/observability/request-log.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { readers } from './reading/workers/reading-pool.ts'

export interface Service {
  /** Settles when search can answer and jobs are worked on. Until then a search may have to wait. */
  ready: Promise<void>
  /** Answers what has come, ends the jobs, and lets go of everything but the installation. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  pages: PageRenderer
  log: (message: string) => void
  /** Serves from the sources: reports less, and lets the development server's styles and scripts pass. */
  development?: boolean
  /** Adds what must come before all routes. */
  extend?: (app: FastifyInstance) => void
}

/** Serves an installation: its application, jobs and metrics. Throws StartupError if its ports are not to be had. */
export async function serve(
  { config, database, media, secret }: Installation,
  { pages, log, development = false, extend }: ServiceOptions,
): Promise<Service> {
  const callers = draining()
  const app = await buildApp({
    config,
    database,
    media,
    secret,
    pages,
    draining: callers,
    development,
    logger: loggerSettings(development ? 'warn' : 'info'),
  })
  extend?.(app)

  let endMetrics = () => {}
  let letters: MailServer | null = null
  try {
    if (config.metricsPort !== null) endMetrics = await serveMetrics(config.metricsPort, database.db)
    await app.ready()
    releaseMemory()
    if (config.mailIn !== null) {
      const { mailIn } = config
      letters = await receiveLetters({
        ...{ config, mailIn, db: database.db, names: app.namedPlants, logError: console.error },
      })
    }
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    if (error instanceof StartupError) throw error
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartupError(`Порт ${config.port} (PORT) на ${config.host} уже занят.`)
    }
    throw new StartupError(`Нельзя слушать на ${config.host}:${config.port} (HOST, PORT): ${(error as Error).message}.`)
  }
  const dumps = config.databaseUrl ? null : await serveDumps(database.jobs, config.dataDir, console.error)
  const handlers = productJobs({
    db: database.db,
    slowly: database.jobs,
    media,
    mail: mailTransport(config, log),
    alerts: {
      names: app.namedPlants,
      tokens: unsubscribeTokens(secret),
      publicUrl: config.publicUrl,
    },
    confirmTokens: confirmTokens(secret),
    telling: {
      keys: keptKeys(database.db, secret),
      allowsLocal: !config.rateLimits,
      unsubscribeUrl: unsubscribeLinks(secret, config.publicUrl).url,
    },
    logError: console.error,
  })
  let jobs: JobWorkers | null = null
  let isStopping = false

  async function prepare(): Promise<void> {
    // Requests that come meanwhile are answered; proxies send none (/healthz).
    await app.searchPreparation.done
    if (!isStopping) jobs = startJobs(database, handlers, console.error)
  }

  async function stop(): Promise<void> {
    isStopping = true
    // Jobs that are sent from now on, emails too, are done by the next process.
    const jobsStopped = jobs?.stop()
    // What is being judged is tried again by its sender.
    const lettersStopped = letters?.close()
    // Before the application closes, which would refuse the in-process calls of pages being rendered.
    await callers.drain(app.server)
    await app.close()
    await jobsStopped
    await lettersStopped
    readers.close()
    planners.close()
    await dumps?.close()
    endMetrics()
  }

  return { ready: prepare(), stop }
}
