import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The ending of the name of a file that is being written. */
export const draftSuffix = '.tmp'

/**
 * Writes temporary files and, once all are written, renames them: a file is either complete or absent, also after a power
 * cut, and if one cannot be written none is stored. Throws what the file system throws.
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
