import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Config, StartupError } from '#server/platform/config.ts'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import { filesOfKey, isStoredFile } from '#server/platform/media/media.ts'
import { openFileStore } from '#server/platform/media/open-file-store.ts'
import { connectToDumps } from './dump-socket.ts'
import { type DumpSummary, dumpDatabase, summarise } from './dump.ts'
import { addEntry, endArchive } from './tar.ts'

export const databaseEntry = 'database.jsonl.gz'
export const manifestEntry = 'manifest.json'
export const secretEntry = 'secret-key'
export const mediaFolder = 'media/'

/** The last entry of a backup. */
export interface Manifest {
  format: 1
  createdAt: string
  schema: string
  /** Rows by table. */
  tables: Record<string, number>
  files: Record<string, { size: number; sha256: string }>
}

export interface BackupReport {
  rows: number
  pictures: number
  /** Pictures with a file missing from the store. */
  missing: string[]
}

/** The reader is opened when the first line is requested: lines read before that would be lost. */
export async function* linesOf(packed: Readable): AsyncGenerator<string> {
  yield* createInterface({ input: packed.pipe(createGunzip()), crlfDelay: Infinity })
}

/** Writes the compressed dump to a file; a running server that has the embedded database open sends its own. */
async function writeDump(config: Config, path: string): Promise<void> {
  const packing = createGzip()
  const written = pipeline(packing, createWriteStream(path, { mode: 0o600 }))
  const socket = config.databaseUrl === null ? await connectToDumps(config.dataDir) : null
  if (socket) await pipeline(socket, packing)
  else {
    const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir)
    try {
      await dumpDatabase(
        database.jobs,
        async text => packing.write(text) || new Promise(resolve => packing.once('drain', resolve)),
      )
      packing.end()
    } finally {
      await database.close()
    }
  }
  await written
}

/**
 * Writes the database and all stored files into one archive while the server runs: first the files in the store, then the
 * rows of one snapshot, then the files of rows written in between. No file that a row names is lost: a file is removed
 * only after its row, and files stored since the start are too young to be removed (media-cleanup.ts).
 */
export async function writeBackup(config: Config, path: string): Promise<BackupReport> {
  const files: FileStore = await openFileStore(config)
  const [draft, dump] = [`${path}.${randomUUID()}.tmp`, `${path}.${randomUUID()}.dump.tmp`]
  const manifest: Manifest['files'] = {}
  const archive = await open(draft, 'wx', 0o600)
  try {
    const add = async (name: string, content: Buffer) => {
      await addEntry(archive, name, content.length, content)
      manifest[name] = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    }
    const addFile = async (name: string) => {
      const content = await files.read(name)
      if (content) await add(mediaFolder + name, content)
      return content !== null
    }
    for await (const names of files.list()) {
      for (const name of names) if (isStoredFile(name)) await addFile(name)
    }
    await writeDump(config, dump)
    const summary: DumpSummary = await summarise(linesOf(createReadStream(dump)))
    const hash = createHash('sha256')
    const { size } = await stat(dump)
    for await (const chunk of createReadStream(dump)) hash.update(chunk as Buffer)
    await addEntry(archive, databaseEntry, size, createReadStream(dump))
    manifest[databaseEntry] = { size, sha256: hash.digest('hex') }
    const missing: string[] = []
    for (const key of summary.mediaKeys) {
      for (const name of filesOfKey(key)) {
        if (!manifest[mediaFolder + name] && !(await addFile(name))) missing.push(name)
      }
    }
    // A key kept in the data folder belongs to the backup: what it has signed or encrypted is useless without it.
    if (config.databaseUrl === null && config.secretKey === null) {
      const secret = await readFile(join(config.dataDir, 'secret-key')).catch(() => null)
      if (secret) await add(secretEntry, secret)
    }
    const { schema, tables } = summary
    const last: Manifest = { format: 1, createdAt: new Date().toISOString(), schema, tables, files: manifest }
    const content = Buffer.from(JSON.stringify(last))
    await addEntry(archive, manifestEntry, content.length, content)
    await endArchive(archive)
    await archive.sync()
    await rename(draft, path)
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
    return { rows, pictures: Object.keys(manifest).filter(name => name.startsWith(mediaFolder)).length, missing }
  } finally {
    await archive.close()
    await rm(draft, { force: true })
    await rm(dump, { force: true })
  }
}

/** Throws StartupError if the file already exists. */
export async function requireFree(path: string): Promise<void> {
  const taken = await stat(path).catch(() => null)
  if (taken) throw new StartupError(`Файл ${path} уже есть: назовите другой.`)
}
