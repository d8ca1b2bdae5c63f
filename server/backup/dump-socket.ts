import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/platform/database/database.ts'
import { dumpDatabase } from './dump.ts'

const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')
/** Bytes that a socket path may have on every system. */
const addressMax = 100

/**
 * Sends a dump to clients of the socket in the data folder: only this process can open the embedded database, and only
 * users with access to the folder can reach the socket. The tables are first written to a file, so that other queries
 * wait for the disk at most, not for the client.
 */
export async function serveDumps(db: Db, dataDir: string, logError: (line: string) => void) {
  const path = socketOf(dataDir)
  if (Buffer.byteLength(path) > addressMax) {
    logError(`Путь ${path} слишком длинный: копию можно будет снять, только остановив сервер.`)
    return { close: async () => {} }
  }

  async function answer(socket: Socket): Promise<void> {
    const draft = join(dataDir, `dump-${randomUUID()}.tmp`)
    try {
      const file = await open(draft, 'w', 0o600)
      try {
        await dumpDatabase(db, text => file.appendFile(text))
      } finally {
        await file.close()
      }
      await pipeline(createReadStream(draft), socket)
    } catch (error) {
      logError(`Копия базы данных не удалась: ${error instanceof Error ? error.message : String(error)}`)
      socket.destroy()
    } finally {
      await rm(draft, { force: true })
    }
  }

  const underWay = new Set<Promise<void>>()
  // A killed process leaves its socket behind; the folder is locked by this process (database.ts).
  await rm(path, { force: true })
  const server = createServer(socket => {
    // The pipeline reports clients that disconnect early.
    socket.on('error', () => socket.destroy())
    const answering = answer(socket).finally(() => underWay.delete(answering))
    underWay.add(answering)
  })
  server.listen(path)
  await once(server, 'listening')
  server.unref()
  return {
    async close(): Promise<void> {
      server.close()
      await Promise.all(underWay)
    },
  }
}

/** The dump of the server that runs on this data folder; `null` when none does. */
export async function connectToDumps(dataDir: string): Promise<Socket | null> {
  const socket = connect(socketOf(dataDir))
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null
    throw error
  }
}
