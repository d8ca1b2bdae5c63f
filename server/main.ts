import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildApp } from './app.ts'
import { cleanAccountsDaily } from './domains/accounts/accounts.cleanup.ts'
import { forgetExpiredUploads } from './domains/uploads/uploads.service.ts'
import { type Config, readConfig, StartupError } from './platform/config.ts'
import { type Database, openEmbedded, openServer } from './platform/database.ts'
import { mailSender } from './platform/mail-sender.ts'
import { mailTransport } from './platform/mail-transport.ts'
import { mediaStore } from './platform/media.ts'
import { cleanMedia } from './platform/media-cleanup.ts'
import { builtPages } from './platform/pages.ts'
import { clearReceivedFiles } from './platform/received-files.ts'
import { secretKey } from './platform/session.ts'
import { loadDemo } from './seed/load-demo.ts'
import { loadPublications } from './seed/load-publications.ts'
import { loadReference } from './seed/load-reference.ts'

/** After SIGTERM whatever has not ended by then is cut off (API.md section 5: exit within 10 s). */
const stopWithin = 8000

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

/** Like `mkdir -p`. Node's own `recursive` never comes back from a place such as /proc that refuses with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Made by another process in the meantime, or a file: then writing into it says what is wrong.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function prepareFolder(config: Config): void {
  try {
    makeFolder(join(config.dataDir, 'media'))
  } catch (error) {
    throw new StartupError(
      `В папку данных ${config.dataDir} (DATA_DIR) нельзя писать: ${(error as NodeJS.ErrnoException).code}.`,
    )
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  prepareFolder(config)
  const database = await openDatabase(config)
  const media = mediaStore(config.dataDir, config.publicUrl)
  await clearReceivedFiles(config.dataDir, config.databaseUrl === null)
  await cleanAccountsDaily(database.db)
  await loadReference(database.db)
  await loadPublications(database.db, media)
  if (config.seed === 'demo') await loadDemo(database.db, media, log)
  await forgetExpiredUploads(database.db)
  await cleanMedia(database.db, media, config.databaseUrl === null)

  const sources = development ? await import('../scripts/development-pages.ts') : null
  const pages = sources?.developmentPages ?? (await builtPages())
  const mail = mailSender(database.db, mailTransport(config, log), console.error)
  const app = await buildApp({
    config,
    database,
    media,
    secret: secretKey(config),
    wakeMail: mail.wake,
    pages,
    development,
    logger: { level: 'warn' },
  })
  await sources?.attach(app)

  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await database.close()
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartupError(`Порт ${config.port} (PORT) на ${config.host} уже занят.`)
    }
    throw new StartupError(`Нельзя слушать на ${config.host}:${config.port} (HOST, PORT): ${(error as Error).message}.`)
  }
  mail.start()
  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), stopWithin).unref()
    await app.close()
    await mail.stop()
    await sources?.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // Last: whoever reads it may end the process at once, and expects it to end well.
  log(`listening on ${config.publicUrl}`)
}

start().catch(fail)
