import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askServer } from '#server/test/ask-server.ts'

interface ScratchDatabases {
  /** Creates an empty database; returns the application's settings for it (API.md section 5). */
  create(name: string): Promise<Record<string, string>>
  /** Removes all of them. */
  remove(): Promise<void>
}

/** Databases for one run: folders for the embedded one, or separate databases on a server. */
export async function scratchDatabases(serverUrl: string | null): Promise<ScratchDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'dendro-bench-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (!serverUrl) {
    return {
      create: async name => ({ DATA_DIR: join(folder, name) }),
      remove: async () => removeFolder(),
    }
  }
  const created: string[] = []
  return {
    async create(name) {
      const database = `dendro_bench_${process.pid}_${name}`
      await askServer(serverUrl, `create database ${database}`)
      created.push(database)
      const url = new URL(serverUrl)
      url.pathname = `/${database}`
      return { DATA_DIR: join(folder, name), DATABASE_URL: url.href, SECRET_KEY: randomBytes(32).toString('hex') }
    },
    async remove() {
      for (const database of created) await askServer(serverUrl, `drop database if exists ${database} with (force)`)
      removeFolder()
    },
  }
}
