import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { inject, onTestFinished } from 'vitest'
import { openPglite } from '#server/platform/database/database.ts'

/** Opens a copy of a folder of PGlite; `close` also removes it. */
export async function openCopy(original: string): Promise<{ client: PGlite; close(): Promise<void> }> {
  // Opening a folder takes half as long as loading it into memory.
  const folder = mkdtempSync(join(tmpdir(), 'dendro-test-'))
  cpSync(original, folder, { recursive: true })
  const client = await openPglite(folder)
  return {
    client,
    close: async () => {
      await client.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A PGlite in which nothing has been created yet, for the rest of the test. */
export async function blankClient(): Promise<PGlite> {
  const { client, close } = await openCopy(inject('blank'))
  onTestFinished(close)
  return client
}
