import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Ends the name of a file that is being written. */
export const draftSuffix = '.tmp'

/**
 * Writes files beside their places and, once all are written, moves them there: a file is either whole or not there,
 * also after a power cut, and when one cannot be written there is none of them. Throws what the file system throws.
 */
export async function writeFilesWhole(files: { path: string; content: Buffer }[]): Promise<void> {
  const drafts = files.map(({ path, content }) => ({ path, content, draft: `${path}.${randomUUID()}${draftSuffix}` }))
  const written = await Promise.allSettled(
    drafts.map(async ({ path, content, draft }) => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(draft, content, { flush: true })
    }),
  )
  const failed = written.find(result => result.status === 'rejected')
  if (failed) {
    await Promise.allSettled(drafts.map(({ draft }) => rm(draft, { force: true })))
    throw failed.reason
  }
  await Promise.all(drafts.map(({ path, draft }) => rename(draft, path)))
}
