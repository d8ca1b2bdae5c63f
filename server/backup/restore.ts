import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type Config, StartupError } from '#server/platform/config.ts'
import { openEmbedded, openServer } from '#server/platform/database/database.ts'
import { isStoredFile } from '#server/platform/media/media.ts'
import { openFileStore } from '#server/platform/media/open-file-store.ts'
import { databaseEntry, linesOf, type Manifest, manifestEntry, mediaFolder, secretEntry } from './backup.ts'
import { loadDump, requireEmpty, summarise } from './dump.ts'
import { listEntries, type TarEntry } from './tar.ts'

interface Backup {
  manifest: Manifest
  entries: Map<string, TarEntry>
}

const damaged = (what: string) => new StartupError(`Копия повреждена: ${what}.`)

function contentOf(path: string, { offset, size }: TarEntry) {
  return createReadStream(path, size > 0 ? { start: offset, end: offset + size - 1 } : { start: 0, end: -1 })
}

/** Opens a backup and checks all entries against its manifest. Throws StartupError if it is damaged. */
async function readBackup(path: string): Promise<Backup> {
  const listed = await listEntries(path).catch(error => {
    throw damaged((error as Error).message)
  })
  const last = listed.at(-1)
  if (last?.name !== manifestEntry) throw damaged('в ней нет описи')
  const manifest = JSON.parse((await buffer(contentOf(path, last))).toString()) as Manifest
  if (manifest.format !== 1) throw new StartupError('Копия сделана другим выпуском программы.')
  const entries = new Map(listed.slice(0, -1).map(entry => [entry.name, entry]))
  if (entries.size !== Object.keys(manifest.files).length) throw damaged('файлов не столько, сколько в описи')
  for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
    const entry = entries.get(name)
    if (entry?.size !== size) throw damaged(`нет файла ${name}`)
    if (name.startsWith(mediaFolder) && !isStoredFile(name.slice(mediaFolder.length)))
      throw damaged(`лишний файл ${name}`)
    const hash = createHash('sha256')
    if (size > 0) for await (const chunk of contentOf(path, entry)) hash.update(chunk as Buffer)
    if (hash.digest('hex') !== sha256) throw damaged(`файл ${name} не тот, что в описи`)
  }
  return { manifest, entries }
}

/**
 * Restores a backup into an empty database and an empty store: files first, then rows in one transaction, so that an
 * interrupted restore leaves the database empty and can be repeated. Throws StartupError for a damaged backup, one of
 * another release, and a place that is not empty.
 */
export async function restoreBackup(config: Config, path: string): Promise<{ rows: number; pictures: number }> {
  const { manifest, entries } = await readBackup(path)
  const dump = entries.get(databaseEntry)
  if (!dump) throw damaged('в ней нет базы данных')
  const lines = () => linesOf(contentOf(path, dump))
  const { schema, tables } = await summarise(lines())
  if (JSON.stringify(tables) !== JSON.stringify(manifest.tables)) throw damaged('строк не столько, сколько в описи')
  await mkdir(config.dataDir, { recursive: true })
  const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir)
  try {
    await requireEmpty(database.jobs, schema)
    const files = await openFileStore(config)
    for await (const names of files.list()) {
      if (names.some(name => !entries.has(mediaFolder + name))) {
        throw new StartupError('В хранилище снимков есть другие файлы: восстановить копию можно только в пустое.')
      }
    }
    const pictures = [...entries.values()].filter(({ name }) => name.startsWith(mediaFolder))
    for (const entry of pictures) {
      await files.write(entry.name.slice(mediaFolder.length), await buffer(contentOf(path, entry)))
    }
    const secret = entries.get(secretEntry)
    if (secret && config.secretKey === null) {
      await writeFile(join(config.dataDir, 'secret-key'), await buffer(contentOf(path, secret)), { mode: 0o600 })
    }
    await loadDump(database.jobs, lines(), schema)
    return { rows: Object.values(tables).reduce((sum, count) => sum + count, 0), pictures: pictures.length }
  } finally {
    await database.close()
  }
}
