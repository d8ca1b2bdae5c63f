import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. */
const memory = '/dev/shm'
const prefix = 'dendro-tests-'
/** Bytes that must be free: a run keeps some hundred megabytes there, and its processes need memory too. */
const needed = 4 * 1024 ** 3

function hasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > needed
}

/**
 * Keeps the temporary files of this process and its children in memory, if there is room and TMPDIR says nothing else:
 * a database has 1,400 files, and copying them to a disk costs a second of CPU time, there a twentieth of one. The
 * folder is removed when the process exits, those of killed runs by the next one.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  for (const name of readdirSync(memory)) {
    const isOver = name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`)
    if (isOver) rmSync(join(memory, name), { recursive: true, force: true })
  }
  const folder = join(memory, prefix + process.pid)
  mkdirSync(folder, { recursive: true })
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
