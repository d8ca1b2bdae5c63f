import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Db } from './database.ts'
import { deleteUnusedMedia, listMediaKeys } from './media.queries.ts'
import { draftSuffix, keyOfFile, type MediaStore } from './media.ts'

/** No save that is under way is older. */
const staleHours = 24
const hour = 60 * 60 * 1000

/** So many files at a time: each takes a thread of the pool and a handle. */
const atOnce = pLimit(16)

/** Files of the media folder, by their paths below it. */
async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) files.push(entry.name)
    else for (const name of await readdir(join(folder, entry.name))) files.push(`${entry.name}/${name}`)
  }
  return files
}

async function isStale(path: string): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - staleHours * hour,
    () => false,
  )
}

/**
 * Removes what saves that were refused or cut short, deleted listings and forgotten uploads left behind: first rows to
 * which nothing has referred for a day, then files without a row. `alone`: no other process uses the folder, so that
 * even a file of this minute belongs to no save; otherwise a file may be older than its row, and only those of
 * yesterday go.
 */
export async function cleanMedia(db: Db, media: Pick<MediaStore, 'folder'>, alone: boolean): Promise<void> {
  await deleteUnusedMedia(db, staleHours)
  // Files first: what is stored from now on is not in the list.
  const files = await listFiles(media.folder)
  const keys = new Set(await listMediaKeys(db))
  const ownerless = files.filter(name => name.endsWith(draftSuffix) || !keys.has(keyOfFile(name)))
  await Promise.all(
    ownerless.map(name =>
      atOnce(async () => {
        const path = join(media.folder, name)
        if (alone || (await isStale(path))) await rm(path, { force: true })
      }),
    ),
  )
}
