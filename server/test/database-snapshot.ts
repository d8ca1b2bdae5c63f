import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { productQueues } from '#server/jobs.ts'
import { type Database, openEmbedded, openServer } from '#server/platform/database/database.ts'
import { prepareQueues } from '#server/platform/jobs/job-queue.ts'
import { loadReference } from '#server/seed/load-reference.ts'
import { askServer } from './ask-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of PGlite in which nothing has been created yet: initialising one takes six seconds. */
    blank: string
    /** A migrated database with the reference data, which every test file copies: PGlite's folder … */
    snapshot: string
    /** … or, with TEST_DATABASE_URL, the name of a template on that server. */
    template: { serverUrl: string; name: string } | null
  }
}

/** Fills a migrated database with what every start makes sure of, and closes it. */
async function fill(database: Database): Promise<void> {
  await prepareQueues(database, productQueues)
  await loadReference(database.jobs)
  await database.close()
}

/** Creates the databases that the test files start from, once per run. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dendro-test-'))
  const blank = join(folder, 'blank')
  await (await PGlite.create(blank)).close()
  project.provide('blank', blank)

  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl) {
    const name = `dendro_test_template_${process.pid}`
    await askServer(serverUrl, `create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    await fill(await openServer(url.href))
    project.provide('template', { serverUrl, name })
    project.provide('snapshot', '')
    return async () => {
      await askServer(serverUrl, `drop database ${name}`)
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const snapshot = join(folder, 'postgres')
  cpSync(blank, snapshot, { recursive: true })
  await fill(await openEmbedded(folder))
  project.provide('snapshot', snapshot)
  project.provide('template', null)
  return async () => rmSync(folder, { recursive: true, force: true })
}
