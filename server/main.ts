import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildApp } from './app.ts'
import { serveDumps } from './backup/dump-socket.ts'
import { cleanAccounts } from './domains/accounts/accounts.cleanup.ts'
import { confirmTokens } from './domains/products/freshness/confirm-tokens.ts'
import { writeMissingSizes } from './domains/products/variants/write-sizes.ts'
import { unsubscribeTokens } from './domains/saved-searches/unsubscribe-tokens.ts'
import { productJobs, productQueues, tidyPictures } from './jobs.ts'
import { type Config, readConfig, StartupError } from './platform/config.ts'
import { type Database, openEmbedded, openServer } from './platform/database/database.ts'
import { clearReceivedFiles } from './platform/http/bodies/received-files.ts'
import { draining } from './platform/http/draining.ts'
import { builtPages } from './platform/http/pages.ts'
import { prepareQueues, releaseJobs } from './platform/jobs/job-queue.ts'
import { type JobWorkers, startJobs } from './platform/jobs/job-workers.ts'
import { mailTransport } from './platform/mail/mail-transport.ts'
import { queueForgotten } from './platform/mail/mail.ts'
import { mediaStore } from './platform/media/media.ts'
import { openFileStore } from './platform/media/open-file-store.ts'
import { runJob } from './platform/observability/meters.ts'
import { serveMetrics } from './platform/observability/metrics-server.ts'
import { loggerSettings } from './platform/observability/request-log.ts'
import { closeToOthers, keepFilesPrivate } from './platform/private-files.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { signingSecret } from './platform/signing-secret.ts'
import { readers } from './reading/reading-pool.ts'
import { loadDemo } from './seed/load-demo.ts'
import { loadPublications } from './seed/load-publications.ts'
import { loadReference } from './seed/load-reference.ts'
import { redrawForEdition } from './seed/redraw.ts'

/** After SIGTERM anything still running by then is aborted (API.md section 5: exit within 10 s). */
const stopWithin = 9000

const development = process.argv.includes('--dev')
const log = (message: string) => console.log(message)

function fail(error: unknown): never {
  if (error instanceof StartupError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

async function openDatabase(config: Config): Promise<Database> {
  return config.databaseUrl ? openServer(config.databaseUrl) : openEmbedded(config.dataDir)
}

/** Like `mkdir -p`. Node's own `recursive` never returns for a place such as /proc that refuses with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Created by another process meanwhile, or a file: then writing into it gives the error.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function prepareFolder(config: Config): void {
  try {
    makeFolder(join(config.dataDir, 'media'))
    closeToOthers(config.dataDir)
  } catch (error) {
    throw new StartupError(
      `В папку данных ${config.dataDir} (DATA_DIR) нельзя писать: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  keepFilesPrivate()
  prepareFolder(config)
  const secret = signingSecret(config)
  const database = await openDatabase(config)
  const files = await openFileStore(config)
  const media = mediaStore({ files, publicUrl: config.publicUrl, secret })
  await clearReceivedFiles(config.dataDir, config.databaseUrl === null)
  await prepareQueues(database, productQueues)
  if (!database.isShared) await releaseJobs(database.db)
  await queueForgotten(database.jobs)
  await runJob('accounts', () => cleanAccounts(database.jobs))
  await loadReference(database.jobs)
  await redrawForEdition(database.jobs, config.seed === 'demo')
  await loadPublications(database.jobs, media)
  if (config.seed === 'demo') await loadDemo(database.jobs, media, log)
  await writeMissingSizes(database.jobs)
  // A failure here is repaired within an hour: no reason to delay the start.
  const pictureDeps = { db: database.jobs, media, logError: console.error }
  const isAlone = config.databaseUrl === null && config.bucket === null
  await runJob('pictures', () => tidyPictures(pictureDeps, isAlone)).catch(console.error)

  const sources = development ? await import('../scripts/development-pages.ts') : null
  const pages = sources?.developmentPages ?? (await builtPages())
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
  await sources?.attach(app)

  let endMetrics = () => {}
  try {
    if (config.metricsPort !== null) endMetrics = await serveMetrics(config.metricsPort, database.db)
    await app.ready()
    releaseMemory()
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await database.close()
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
    logError: console.error,
  })
  let jobs: JobWorkers | null = null
  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), stopWithin).unref()
    // Jobs that are sent from now on, emails too, are done by the next process.
    const jobsStopped = jobs?.stop()
    // Before the application closes, which would refuse the in-process calls of pages being rendered.
    await callers.drain(app.server)
    await app.close()
    await jobsStopped
    readers.close()
    await dumps?.close()
    await sources?.close()
    endMetrics()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // Requests that come meanwhile are answered, though a search may have to wait; proxies send none (/healthz).
  await app.searchPreparation.done
  if (stopping) return
  jobs = startJobs(database, handlers, console.error)
  // Last: a supervisor that reads it may end the process at once, and expects a clean exit.
  log(`listening on ${config.publicUrl}`)
}

start().catch(fail)
