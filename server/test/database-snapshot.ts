import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { productQueues } from '#server/jobs.ts'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import { prepareQueues } from '#server/platform/jobs/job-queue.ts'
import { loadReference } from '#server/seed/load-reference.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database with the reference data, which every test file copies: PGlite's folder … */
    snapshot: string
    /** … or, with TEST_DATABASE_URL, the name of a template on that server. */
    template: { serverUrl: string; name: string } | null
  }
}

/** Creates the database that every test file starts from, once per run. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (serverUrl) {
    const name = `dendro_test_template_${process.pid}`
    const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
    await admin.unsafe(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const database = await openServer(url.href)
    await prepareQueues(database, productQueues)
    await loadReference(database.jobs)
    await database.close()
    project.provide('template', { serverUrl, name })
    project.provide('snapshot', '')
    return async () => {
      await admin.unsafe(`drop database ${name}`)
      await admin.end()
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'dendro-test-'))
  const database = await openEmbedded(folder)
  await prepareQueues(database, productQueues)
  await loadReference(database.jobs)
  await database.close()
  project.provide('snapshot', join(folder, 'postgres'))
  project.provide('template', null)
  return async () => rmSync(folder, { recursive: true, force: true })
}
