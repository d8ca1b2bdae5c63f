import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cleanAccounts } from './domains/accounts/accounts.cleanup.ts'
import { writeMissingSizes } from './domains/products/variants/write-sizes.ts'
import { vapidKeys } from './domains/telling/push/vapid.ts'
import { productQueues, tidyPictures } from './jobs.ts'
import { type Config, StartupError } from './platform/config.ts'
import { type Database, openEmbedded, openServer } from './platform/database/database.ts'
import { clearReceivedFiles } from './platform/http/bodies/received-files.ts'
import { prepareQueues, releaseJobs } from './platform/jobs/job-queue.ts'
import { queueForgotten } from './platform/mail/mail.ts'
import { type MediaStore, mediaStore } from './platform/media/media.ts'
import { openFileStore } from './platform/media/open-file-store.ts'
import { runJob } from './platform/observability/meters.ts'
import { closeToOthers, keepFilesPrivate } from './platform/private-files.ts'
import { signingSecret } from './platform/signing-secret.ts'
import { loadDemo } from './seed/load-demo.ts'
import { loadPublications } from './seed/load-publications.ts'
import { loadReference } from './seed/load-reference.ts'
import { redrawForEdition } from './seed/redraw.ts'

/** What a process works on: its configuration, the open database with everything that it needs in it, and the pictures. */
export interface Installation {
  config: Config
  database: Database
  media: MediaStore
  secret: string
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

/**
 * Opens what is configured: migrates the database, loads what every installation has or this release brings, and tidies up
 * after processes that ended badly. Throws StartupError with a sentence for the operator.
 */
export async function openInstallation(config: Config, log: (message: string) => void): Promise<Installation> {
  keepFilesPrivate()
  prepareFolder(config)
  const secret = signingSecret(config)
  const database = await (config.databaseUrl ? openServer(config.databaseUrl) : openEmbedded(config.dataDir))
  const media = mediaStore({ files: await openFileStore(config), publicUrl: config.publicUrl, secret })
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
  await vapidKeys(database.jobs, secret)
  // A failure here is repaired within an hour: no reason to delay the start.
  const pictureDeps = { db: database.jobs, media, logError: console.error }
  const isAlone = config.databaseUrl === null && config.bucket === null
  await runJob('pictures', () => tidyPictures(pictureDeps, isAlone)).catch(console.error)
  return { config, database, media, secret }
}
