import { open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { writeFilesWhole } from './write-files.ts'

/** Returns `null` for a file or folder that does not exist. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** Keeps files in a folder and in folders one level below it; the folder is created with the first file. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name)

  async function read(name: string): Promise<Buffer | null> {
    return readFile(pathOf(name)).catch(unlessMissing)
  }

  const write = (name: string, content: Buffer) => writeFilesWhole([{ path: pathOf(name), content }])

  return {
    write,
    writeAll: files => writeFilesWhole(files.map(({ name, content }) => ({ path: pathOf(name), content }))),
    read,
    async copy(from, to) {
      const content = await read(from)
      if (content) await write(to, content)
      return content !== null
    },
    async renew(name) {
      const now = new Date()
      return utimes(pathOf(name), now, now).then(
        () => true,
        error => unlessMissing(error) !== null,
      )
    },
    async stat(name) {
      const found = await stat(pathOf(name)).catch(unlessMissing)
      return found && { size: found.size, changedAt: found.mtime }
    },
    async open(name, range) {
      const file = await open(pathOf(name)).catch(unlessMissing)
      if (!file) return null
      try {
        const { size } = await file.stat()
        return { size, stream: file.createReadStream(range) }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async *list() {
      for (const entry of (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? []) {
        if (!entry.isDirectory()) yield [entry.name]
        else {
          const names = (await readdir(pathOf(entry.name)).catch(unlessMissing)) ?? []
          yield names.map(name => `${entry.name}/${name}`)
        }
      }
    },
    remove: name => rm(pathOf(name), { force: true }),
  }
}
