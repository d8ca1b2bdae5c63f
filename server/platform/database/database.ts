import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import { migrate as migratePostgres } from 'drizzle-orm/postgres-js/migrator'
import { fromPglite, type Db as QueueDatabase } from 'pg-boss'
import postgres from 'postgres'
import { StartupError } from '../config.ts'
import { migrateQueue } from '../jobs/queue-schema.ts'
import { hearInProcess, hearsInProcess } from '../live/in-process.ts'
import { countPool } from '../observability/meters.ts'
import { boundDatabase } from './bounded-database.ts'
import { withBudget } from './database-budget.ts'
import { isConnectionLost } from './database-errors.ts'
import { hear } from './database-listener.ts'
import { DatabaseSocket, encryptionOf, type Place, placeOf } from './database-socket.ts'
import { lockFolder } from './folder-lock.ts'

type NoSchema = Record<string, never>

/** Runs queries on either database, outside a transaction. Never use it inside one: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT, NoSchema>
/** Runs queries inside its transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  /** For requests: each wait is short, and ends with UNAVAILABLE (bounded-database.ts). */
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

/** A set of connections to a server: how many, and their timeouts in milliseconds. */
interface Pool {
  connections: number
  connecting: number
  statement: number
  /** Waiting for a lock that another transaction holds. */
  lock: number
  /** An idle transaction. */
  idling: number
  /** Silence after something was sent: longer than any statement. */
  silence: number
}

const minute = 60_000
/** Seconds before the next attempt to reach a server that does not answer; the driver's own delay grows to twenty. */
const waitForServer = (tries: number) => Math.min(tries / 4, 2)
const requestPool: Pool = {
  connections: 10,
  connecting: 2000,
  statement: 3500,
  lock: 3000,
  idling: 10_000,
  silence: 4000,
}
const quickPool: Pool = {
  connections: 2,
  connecting: 1000,
  statement: 1000,
  lock: 1000,
  idling: 2000,
  silence: 1200,
}
/** Jobs are fetched and completed on this one; their work runs on others. */
const queuePool: Pool = {
  connections: 1,
  connecting: 5000,
  statement: 10_000,
  lock: 10_000,
  idling: 10_000,
  silence: 12_000,
}
/** Processes that start together wait here while the first one seeds the database. */
const jobPool: Pool = {
  connections: 3,
  connecting: 10_000,
  statement: 15 * minute,
  lock: 15 * minute,
  idling: 15 * minute,
  silence: 16 * minute,
}
/** The advisory lock of migrations and seeding: any number, the same in every process. */
const startupLock = 732_154_001

/** Types whose values Drizzle reads as text, as its driver for PGlite declares them: times and lists of them. */
const readAsText = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1115, 1182, 1185, 1187, 1231]

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

/**
 * Makes PGlite read values as Drizzle needs them, and returns it for Drizzle without the parsers that Drizzle passes with
 * each query: PGlite would copy its own four hundred for every one of them, which takes longer than a short query.
 */
function readLikeDrizzle(client: PGlite): PGlite {
  const asText = (value: string) => value
  for (const type of readAsText) client.parsers[type] = asText
  type Queries = Pick<PGlite, 'query'>
  const quick = (queries: Queries): Queries => ({
    query: (text, params, options) => queries.query(text, params, options?.rowMode && { rowMode: options.rowMode }),
  })
  const transaction: PGlite['transaction'] = run => client.transaction(tx => run(quick(tx) as typeof tx))
  return { ...quick(client), transaction } as PGlite
}

/** PGlite for the queue's library, which expects times as dates. */
function queueOnPglite(client: PGlite): QueueDatabase {
  const asDate = (value: string) => new Date(value)
  const parsers = { [types.TIMESTAMP]: asDate, [types.TIMESTAMPTZ]: asDate }
  return fromPglite({
    query: (text: string, params: unknown[]) => client.query(text, params, { parsers }),
    exec: (text: string) => client.exec(text, { parsers }),
  } as PGlite)
}

/** Wraps an open PGlite; the caller keeps responsibility for the folder's lock. */
export function embeddedDatabase(client: PGlite): Database {
  const db = drizzlePglite({ client: readLikeDrizzle(client), casing }) as unknown as Db
  hearsInProcess(db)
  const pinging = new Set<() => void>()
  boundDatabase(db, 1, () => {
    for (const settle of pinging) settle()
  })
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

/** How the driver reads and writes values, including array types, which each connection would otherwise query again. */
interface Types {
  parsers: object
  serializers: object
  typeArrayMap: object
}

function typesOf({ options }: postgres.Sql): Types {
  const { parsers, serializers, shared } = options as unknown as Types & { shared: Types }
  return { parsers, serializers, typeArrayMap: shared.typeArrayMap }
}

/**
 * A client of this pool; connections are opened when needed. Given the types, it does not query them: if a connection
 * broke during that query of the driver's own, nobody could catch the error.
 */
function openPool(url: string, pool: Pool, types: Types | null = null, options: object = {}): postgres.Sql {
  const encryption = encryptionOf(url)
  let tries = 0
  const client = postgres(url, {
    max: pool.connections,
    connect_timeout: pool.connecting / 1000,
    backoff: waitForServer,
    onnotice: () => {},
    ssl: false,
    fetch_types: types === null,
    socket: (place: Place) => new DatabaseSocket(placeOf(place, tries++), encryption, pool.silence),
    connection: {
      // Every query here is short: compiling the longest of them would take longer than running it.
      jit: false,
      statement_timeout: pool.statement,
      lock_timeout: pool.lock,
      idle_in_transaction_session_timeout: pool.idling,
    },
    ...options,
  } as postgres.Options<Record<never, never>>)
  if (types) {
    const own = typesOf(client)
    Object.assign(own.parsers, types.parsers)
    Object.assign(own.serializers, types.serializers)
    Object.assign(own.typeArrayMap, types.typeArrayMap)
  }
  return client
}

/** Checks the server and brings its schema up to date; returns the types that the driver has read. */
async function prepareServer(url: string): Promise<Types> {
  const client = openPool(url, { ...jobPool, connections: 1 })
  try {
    const [row] = await client<{ version: number }[]>`select current_setting('server_version_num')::int as version`
    if ((row?.version ?? 0) < 150_000) throw new StartupError('Нужен PostgreSQL 15 или новее (DATABASE_URL).')
    await migrateServer(url)
    return typesOf(client)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`База данных по адресу из DATABASE_URL не отвечает: ${reasonOf(error)}.`, { cause: error })
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** Connects to a PostgreSQL server, 15 or newer, and brings its schema up to date. */
export async function openServer(url: string): Promise<Database> {
  const types = await prepareServer(url)
  const client = openPool(url, requestPool, types)
  const quickClient = openPool(url, quickPool, types)
  // Not kept open: after the start it is used once a day.
  const jobClient = openPool(url, jobPool, types, { idle_timeout: 30 })
  const queueClient = openPool(url, queuePool, types)
  const db = drizzlePostgres({ client: countPool(client, requestPool.connections), casing }) as unknown as Db
  const quick = drizzlePostgres({ client: quickClient, casing }) as unknown as Db
  boundDatabase(db, requestPool.connections)
  boundDatabase(quick, quickPool.connections)
  return {
    db,
    quick,
    jobs: drizzlePostgres({ client: jobClient, casing }) as unknown as Db,
    queue: queueOn(queueClient),
    isShared: true,
    ping: pingOf(quick),
    listen: (channel, onNotice, onReconnect) =>
      hear(
        (onnotify, onclose) =>
          openPool(url, { ...requestPool, connections: 1 }, types, { onnotify, onclose, max_lifetime: null }),
        channel,
        { onNotice, onReconnect },
      ),
    close: async () => {
      await Promise.all([client, quickClient, jobClient, queueClient].map(each => each.end({ timeout: 5 })))
    },
  }
}

/** The driver as the queue's library expects it: JSON may be passed as text, and missing values as undefined. */
function queueOn(client: postgres.Sql): QueueDatabase {
  const { serializers } = client.options as unknown as { serializers: Record<number, (value: unknown) => unknown> }
  for (const jsonType of [114, 3802]) {
    serializers[jsonType] = value => (typeof value === 'string' ? value : JSON.stringify(value))
  }
  return {
    async executeSql(text, values = []) {
      try {
        const rows = await client.unsafe(text, values.map(value => value ?? null) as postgres.ParameterOrJSON<never>[])
        // With several statements in one text, the rows of each.
        return { rows: [...rows].flat() }
      } catch (error) {
        // Whole transactions come as one text: one that fails midway is rolled back before the next query.
        if (!isConnectionLost(error)) await client.unsafe('rollback').catch(() => undefined)
        throw error
      }
    },
  }
}

/** Drizzle's migrator takes no lock: processes that start together wait here for the first one. */
async function migrateServer(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await client`select pg_advisory_lock(${startupLock})`
    await migrateQueue(queueOn(client))
    await migratePostgres(drizzlePostgres({ client, casing }), { migrationsFolder })
  } finally {
    await client.end({ timeout: 5 })
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
