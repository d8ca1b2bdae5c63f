import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { StartupError } from './config.ts'

type NoSchema = Record<string, never>

/** Runs queries on either database, outside a transaction. Never use it inside one: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT, NoSchema>
/** Runs queries inside the transaction that it stands for. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  db: Db
  /** Settles when the database answers; rejects otherwise. */
  ping(): Promise<void>
  /**
   * Hears what transactions, of any process, notify on this channel, from when this settles until the function that it
   * gives is called. When the connection was lost, and notices with it, `onReconnect` is called once it hears again.
   */
  listen(channel: string, onNotice: (text: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export const pgliteExtensions = { pg_trgm }
const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
const casing = 'snake_case'
/** Seconds before the next try to reach a server that does not answer; the driver's own go up to twenty. */
const waitForServer = (tries: number) => Math.min(tries / 4, 2)
/** Any number, the same in every process, under which migrations and seeding wait for each other. */
const startupLock = 732_154_001

/** Wraps an open PGlite; the caller keeps responsibility for the folder's lock. */
export function embeddedDatabase(client: PGlite): Database {
  const db = drizzlePglite({ client, casing })
  return {
    db: db as unknown as Db,
    ping: async () => {
      await client.query('select 1')
    },
    // In process: there is no connection to lose.
    listen: (channel, onNotice) => client.listen(channel, onNotice),
    close: () => client.close(),
  }
}

export async function migrateEmbedded(client: PGlite): Promise<void> {
  await migratePglite(drizzlePglite({ client, casing }), { migrationsFolder })
}

/**
 * Opens (creating it where needed) the database in `dataDir`, brings it up to date and locks the folder until close.
 * Throws StartupError when the folder is in use or cannot be written.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const unlock = lockFolder(dataDir)
  try {
    const client = await PGlite.create({ dataDir: join(dataDir, 'postgres'), extensions: pgliteExtensions }).catch(
      error => {
        const folder = join(dataDir, 'postgres')
        throw new StartupError(`База данных в папке ${folder} (DATA_DIR) не открывается: ${reasonOf(error)}.`, {
          cause: error,
        })
      },
    )
    await migrateEmbedded(client)
    const database = embeddedDatabase(client)
    return {
      ...database,
      close: async () => {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** What an error says, on one line; PGlite's file errors have only a number. */
function reasonOf(error: unknown): string {
  const { message = '', errno } = (error ?? {}) as { message?: string; errno?: number }
  const [line = ''] = message.split('\n')
  return line || (errno === undefined ? String(error) : `ошибка файлов ${errno}`)
}

/** Connects to a PostgreSQL server, 15 or newer, and brings its schema up to date. */
export async function openServer(url: string): Promise<Database> {
  const client = postgres(url, {
    max: 10,
    connect_timeout: 10,
    backoff: waitForServer,
    onnotice: () => {},
    // Every query here is short: compiling the longest of them would take longer than running it.
    connection: { jit: false },
  })
  try {
    const [row] = await client<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    if ((row?.version ?? 0) < 150_000) throw new StartupError('Нужен PostgreSQL 15 или новее (DATABASE_URL).')
    await migrateServer(url)
  } catch (error) {
    await client.end({ timeout: 1 })
    if (error instanceof StartupError) throw error
    throw new StartupError(`База данных по адресу из DATABASE_URL не отвечает: ${reasonOf(error)}.`, { cause: error })
  }
  return {
    db: drizzlePostgres({ client, casing }) as unknown as Db,
    ping: async () => {
      await client`select 1`
    },
    listen: async (channel, onNotice, onReconnect) => {
      let isConnected = false
      const { unlisten } = await client.listen(channel, onNotice, () => {
        if (isConnected) onReconnect()
        isConnected = true
      })
      return unlisten
    },
    close: () => client.end({ timeout: 5 }),
  }
}

/** Drizzle's migrator takes no lock: processes that start together wait here for the first one. */
async function migrateServer(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await client`select pg_advisory_lock(${startupLock})`
    await migratePostgres(drizzlePostgres({ client, casing }), { migrationsFolder })
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Holds the lock under which processes that start together do their first work one after another, until `tx` ends. */
export async function lockStartup(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${startupLock})`)
}

/** When the process with this id started, so that a reused id is not mistaken for the lock's holder; `""` if unknown. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes the folder for this process; gives the function that releases it. A lock whose process is gone is taken over. */
function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'lock')
  const content = `${process.pid} ${startOf(process.pid)}`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(path, content, { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') {
        throw new StartupError(`В папку данных ${dataDir} (DATA_DIR) нельзя писать: ${code}.`, { cause: error })
      }
    }
    const [pid = 0, start = ''] = readFileSync(path, 'utf8').split(' ')
    const holder = Number(pid)
    if (holder !== process.pid && holder > 0 && isRunning(holder) && startOf(holder) === start) {
      throw new StartupError(`Папка данных ${dataDir} (DATA_DIR) занята другим процессом (${holder}).`)
    }
    rmSync(path, { force: true })
  }
  throw new StartupError(`Папка данных ${dataDir} (DATA_DIR) занята другим процессом.`)
}

/** Whether the database refused a row because another one has the same key; both drivers wrap what it said. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === '23505' || (cause !== undefined && cause !== null && isUniqueViolation(cause))
}
