import pLimit from 'p-limit'
import type { Db } from '../database/database.ts'
import type { FileStore } from './file-store.ts'
import { deleteUnusedMedia, listMediaKeys } from './media.queries.ts'
import { drawnPrefix, isAvif, keyOfFile } from './media.ts'

/** No save in progress is older. */
const staleHours = 24
/** By then the plant of an AVIF may be drawn differently; if not, it is made again when it is asked for. */
const drawnHours = 30 * 24
const hour = 60 * 60 * 1000

/** Files at a time: each takes a thread of the pool and a handle, or a connection to the storage. */
const atOnce = pLimit(16)

async function isOlder(files: FileStore, name: string, hours: number): Promise<boolean> {
  const found = await files.stat(name)
  return found !== null && found.changedAt.getTime() < Date.now() - hours * hour
}

/**
 * Whether a file without a row can be removed, because no save in progress needs it. None needs the AVIF of a stored
 * picture, which is made again when it is asked for.
 */
async function isUseless(files: FileStore, name: string, alone: boolean): Promise<boolean> {
  if (name.startsWith(drawnPrefix)) return isOlder(files, name, drawnHours)
  return alone || isAvif(name) || isOlder(files, name, staleHours)
}

/**
 * Removes what refused or interrupted saves, deleted products and forgotten uploads left behind: first rows
 * unreferenced for a day, then files without a row. `alone`: no other process uses the store and this one is not
 * saving, so that even a new file belongs to no save; otherwise a file may be older than its row, and only files older
 * than a day are removed, and AVIFs. Drawings of the directory, which have no rows, stay for a month.
 */
export async function cleanMedia(db: Db, { files }: { files: FileStore }, alone: boolean): Promise<void> {
  await deleteUnusedMedia(db, staleHours)
  // Files first: those stored from now on are not in the list.
  const names: string[] = []
  for await (const page of files.list()) names.push(...page)
  const keys = new Set(await listMediaKeys(db))
  const ownerless = names.filter(name => !keys.has(keyOfFile(name)))
  await Promise.all(
    ownerless.map(name =>
      atOnce(async () => {
        if (await isUseless(files, name, alone)) await files.remove(name)
      }),
    ),
  )
}
