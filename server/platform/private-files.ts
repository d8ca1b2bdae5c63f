import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whatever this process and those that it starts create from now on is for its user alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

const isOpen = ({ mode }: Stats) => (mode & 0o077) !== 0
const isOurs = ({ uid }: Stats) => uid === process.getuid?.()

/** Takes away what others may do with the files and folders of this user in a folder. */
export function closeContent(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    // It may go meanwhile, as the files of another process do.
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found || !isOurs(found) || found.isSymbolicLink()) continue
    if (found.isDirectory()) closeContent(path)
    if (isOpen(found)) chmodSync(path, found.mode & 0o700)
  }
}

/**
 * Takes away what others may do with an open folder of this user and everything in it that is this user's. The folder
 * itself comes last: once it is closed, nobody else gets at what is in it, and the next start need not look through it.
 */
export function closeToOthers(folder: string): void {
  const found = statSync(folder)
  if (!isOpen(found) || !isOurs(found)) return
  closeContent(folder)
  chmodSync(folder, found.mode & 0o700)
}
