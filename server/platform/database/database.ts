import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import type pg from 'pg'
import { fromPglite, type Db as QueueDatabase } from 'pg-boss'
import { StartupError } from '../config.ts'
import { migrateQueue } from '../jobs/queue-schema.ts'
import { hearInProcess, hearsInProcess } from '../live/in-process.ts'
import { watchPool } from '../observability/meters.ts'
import { closeContent } from '../private-files.ts'
import { ConnectionPool } from './connection-pool.ts'
import { withBudget } from './database-budget.ts'
import { hear } from './database-listener.ts'
import { type DatabaseClient, DatabaseServers, type Limits } from './database-servers.ts'
import { embeddedClient, queueOnPglite } from './embedded-client.ts'
import { lockFolder } from './folder-lock.ts'

type NoSchema = Record<string, never>

interface Rows<Row> {
  rows: Row[]
}
/** What a query in SQL (`execute`) returns on either database. */
interface ExecutedRows extends PgQueryResultHKT {
  type: Rows<this['row']>
}
/** Runs queries on either database, outside a transaction. Never use it inside one: PGlite has a single connection. */
export type Db = PgDatabase<ExecutedRows, NoSchema>
/** Runs queries inside its transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  /** For requests: each wait is short, and ends with UNAVAILABLE (database-budget.ts). */
  db: Db
  /** For queries that must be answered at once (what of the content has changed), on connections of their own. */
  quick: Db
  /** For long work: start-up, loading, clean-up, export. */
  jobs: Db
  /** For the queue of jobs (../jobs/), whose library writes its own SQL. */
  queue: QueueDatabase
  /** Whether other processes may work on it at the same time. */
  isShared: boolean
  /** Settles when the database answers; rejects with UNAVAILABLE when it does not within two seconds. */
  ping(): Promise<void>
  /**
   * Listens to what transactions of any process notify on this channel, from when this settles until the returned
   * function is called. When the connection was lost, and notifications with it, `onReconnect` is called once it
   * listens again.
   */
  listen(channel: string, onNotice: (text: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const casing = 'snake_case'
/** Milliseconds within which a healthy database answers the ping. */
const pingBudget = 1500

const minute = 60_000
const requestPool = {
  connections: 10,
  connecting: 2000,
  statement: 3500,
  lock: 3000,
  idling: 10_000,
  answer: 4000,
}
const quickPool = {
  connections: 2,
  connecting: 1000,
  statement: 1000,
  lock: 1000,
  idling: 2000,
  answer: 1200,
}
/** Jobs are fetched and completed on this one; their work runs on others. */
const queuePool = {
  connections: 1,
  connecting: 5000,
  statement: 10_000,
  lock: 10_000,
  idling: 10_000,
  answer: 12_000,
}
/** Processes that start together wait here while the first one seeds the database. */
const jobPool = {
  connections: 3,
  connecting: 10_000,
  statement: 15 * minute,
  lock: 15 * minute,
  idling: 15 * minute,
  answer: 16 * minute,
  // Not kept open: after the start it is used once a day.
  closeIdle: minute / 2,
}
/** A migration takes as long as it takes. */
const migrating: Limits = { connecting: 10_000, statement: 0, lock: 0, idling: 0, answer: 0 }
/** The advisory lock of migrations and seeding: any number, the same in every process. */
const startupLock = 732_154_001

/**
 * Opens a folder of PGlite, and makes the database if there is none. Its cache is a quarter of PostgreSQL's usual one:
 * that saves a process 80 MB and a fifth of the time of opening, and reading is as fast, as the system caches files too.
 */
export const openPglite = (folder: string): Promise<PGlite> =>
  PGlite.create({
    dataDir: folder,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
  })

/** Wraps an open PGlite; the caller keeps responsibility for the folder's lock. */
export function embeddedDatabase(client: PGlite): Database {
  const pinging = new Set<() => void>()
  const bounded = embeddedClient(client, () => {
    for (const settle of pinging) settle()
  })
  const db = drizzlePglite({ client: bounded, casing }) as unknown as Db
  hearsInProcess(db)
  /** A long transaction holds up the ping, but each answer that the transaction gets shows that the database works. */
  async function ping(): Promise<void> {
    const { promise, resolve }: PromiseWithResolvers<void> = Promise.withResolvers()
    pinging.add(resolve)
    await Promise.race([pingOf(db)(), promise]).finally(() => pinging.delete(resolve))
  }
  return {
    db,
    quick: db,
    jobs: db,
    queue: queueOnPglite(client),
    isShared: false,
    ping,
    // In process: there is no connection to lose.
    listen: async (channel, onNotice) => {
      const stopHearing = hearInProcess(db, channel, onNotice)
      const stopListening = await client.listen(channel, onNotice)
      return async () => {
        stopHearing()
        await stopListening()
      }
    },
    close: () => client.close(),
  }
}

export async function migrateEmbedded(client: PGlite): Promise<void> {
  await migratePglite(drizzlePglite({ client, casing }), { migrationsFolder })
  await migrateQueue(fromPglite(client))
}

/**
 * Opens (creating it where needed) the database in `dataDir`, brings it up to date and locks the folder until close.
 * Throws StartupError when the folder is in use or cannot be written.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const unlock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'postgres')
    const client = await openPglite(folder).catch(error => {
      throw new StartupError(`База данных в папке ${folder} (DATA_DIR) не открывается: ${reasonOf(error)}.`, {
        cause: error,
      })
    })
    // PGlite sets the modes of what it creates by itself, whatever the process masks.
    closeContent(folder)
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

/** The error's message on one line; PGlite's file errors have only a number. */
function reasonOf(error: unknown): string {
  const { message = '', errno } = (error ?? {}) as { message?: string; errno?: number }
  const [line = ''] = message.split('\n')
  return line || (errno === undefined ? String(error) : `ошибка файлов ${errno}`)
}

function pingOf(db: Db): () => Promise<void> {
  return () =>
    withBudget(pingBudget, async () => {
      await db.execute(sql`select 1`)
    })
}

/** Checks the server and brings its schema up to date. Processes that start together wait here for the first one. */
async function prepareServer(servers: DatabaseServers): Promise<void> {
  let client: DatabaseClient | null = null
  try {
    client = await servers.connect(migrating)
    const { rows } = await client.query("select current_setting('server_version_num')::int as version")
    if ((rows[0]?.version ?? 0) < 150_000) throw new StartupError('Нужен PostgreSQL 15 или новее (DATABASE_URL).')
    await client.query('select pg_advisory_lock($1)', [startupLock])
    await migrateQueue(queueOn(client))
    await migratePostgres(drizzlePostgres({ client, casing }), { migrationsFolder })
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`База данных по адресу из DATABASE_URL не отвечает: ${reasonOf(error)}.`, { cause: error })
  } finally {
    await client?.end()
  }
}

/** Connects to a PostgreSQL server, 15 or newer, and brings its schema up to date. */
export async function openServer(url: string): Promise<Database> {
  const servers = new DatabaseServers(url)
  await prepareServer(servers)
  const requests = new ConnectionPool(servers, { ...requestPool, isBounded: true })
  const quickly = new ConnectionPool(servers, { ...quickPool, isBounded: true })
  const slowly = new ConnectionPool(servers, jobPool)
  const queue = new ConnectionPool(servers, queuePool)
  watchPool(requests, requestPool.connections)
  const on = (client: ConnectionPool) => drizzlePostgres({ client, casing }) as unknown as Db
  const quick = on(quickly)
  return {
    db: on(requests),
    quick,
    jobs: on(slowly),
    queue: queueOn(queue),
    isShared: true,
    ping: pingOf(quick),
    listen: (channel, onNotice, onReconnect) =>
      hear(() => servers.connect(requestPool), channel, { onNotice, onReconnect }),
    close: async () => {
      await Promise.all([requests, quickly, slowly, queue].map(pool => pool.close()))
    },
  }
}

/** The driver for the queue's library: several statements in one text have several results. */
function queueOn(client: Pick<pg.ClientBase, 'query'>): QueueDatabase {
  return {
    async executeSql(text, values) {
      const results: pg.QueryResult | pg.QueryResult[] = await client.query(text, values)
      return { rows: [results].flat().flatMap(({ rows }) => rows) }
    },
  }
}

/** Takes, until `tx` ends, the lock that makes processes starting together do their first work one after another. */
export async function lockStartup(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${startupLock})`)
}

/** Whether the database refused a row because another one has the same key; both drivers wrap the error. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === '23505' || (cause !== undefined && cause !== null && isUniqueViolation(cause))
}
