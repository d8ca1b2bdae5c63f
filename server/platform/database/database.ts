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
import { StartupError } from '../config.ts'
import { countPool } from '../observability/meters.ts'
import { boundDatabase } from './bounded-database.ts'
import { withBudget } from './database-budget.ts'
import { hear } from './database-listener.ts'
import { DatabaseSocket, encryptionOf, type Place, placeOf } from './database-socket.ts'
import { lockFolder } from './folder-lock.ts'

type NoSchema = Record<string, never>

/** Runs queries on either database, outside a transaction. Never use it inside one: PGlite has a single connection. */
export type Db = PgDatabase<PgQueryResultHKT, NoSchema>
/** Runs queries inside the transaction that it stands for. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export interface Database {
  /** For what answers a request: each wait is short, and ends with UNAVAILABLE (bounded-database.ts). */
  db: Db
  /** For what is always answered at once (how the content stands), on connections that nothing else can use up. */
  quick: Db
  /** For what takes its time: start-up, loading, clean-up, export. */
  jobs: Db
  /** Settles when the database answers; rejects with UNAVAILABLE when it does not within two seconds. */
  ping(): Promise<void>
  /**
   * Hears what transactions, of any process, notify on this channel, from when this settles until the function that it
   * gives is called. When the connection was lost, and notices with it, `onReconnect` is called once it hears again.
   */
  listen(channel: string, onNotice: (text: string) => void, onReconnect: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export const pgliteExtensions = { pg_trgm }
const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))
const casing = 'snake_case'
/** Milliseconds within which a database that can serve says so. */
const pingBudget = 1500

/** A set of connections to a server: how many, and how long, in milliseconds, each thing may take on them. */
interface Pool {
  connections: number
  connecting: number
  statement: number
  /** Waiting for what another transaction holds. */
  lock: number
  /** A transaction that does nothing. */
  idling: number
  /** Hearing nothing after something was sent: longer than any statement. */
  silence: number
}

const minute = 60_000
/** Seconds before the next try to reach a server that does not answer; the driver's own go up to twenty. */
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
/** Processes that start together wait here for the first one's loading. */
const jobPool: Pool = {
  connections: 3,
  connecting: 10_000,
  statement: 15 * minute,
  lock: 15 * minute,
  idling: 15 * minute,
  silence: 16 * minute,
}
/** Any number, the same in every process, under which migrations and seeding wait for each other. */
const startupLock = 732_154_001

/** Wraps an open PGlite; the caller keeps responsibility for the folder's lock. */
export function embeddedDatabase(client: PGlite): Database {
  const db = drizzlePglite({ client, casing }) as unknown as Db
  boundDatabase(db, 1)
  return {
    db,
    quick: db,
    jobs: db,
    ping: pingOf(db),
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

function pingOf(db: Db): () => Promise<void> {
  return () =>
    withBudget(pingBudget, async () => {
      await db.execute(sql`select 1`)
    })
}

/** How the driver reads and writes values, arrays too, of which each connection would ask the server anew. */
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
 * A client of this pool; the connections are made when they are needed. Given the types, it does not ask for them: where
 * a connection breaks off during that question of the driver's own, nobody could catch the error.
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

/** Checks the server and brings its schema up to date; gives what the driver has learnt of its types. */
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
  // Not kept open: after the start it has something to do once a day.
  const jobClient = openPool(url, jobPool, types, { idle_timeout: 30 })
  const db = drizzlePostgres({ client: countPool(client, requestPool.connections), casing }) as unknown as Db
  const quick = drizzlePostgres({ client: quickClient, casing }) as unknown as Db
  boundDatabase(db, requestPool.connections)
  boundDatabase(quick, quickPool.connections)
  return {
    db,
    quick,
    jobs: drizzlePostgres({ client: jobClient, casing }) as unknown as Db,
    ping: pingOf(quick),
    listen: (channel, onNotice, onReconnect) =>
      hear(
        (onnotify, onclose) =>
          openPool(url, { ...requestPool, connections: 1 }, types, { onnotify, onclose, max_lifetime: null }),
        channel,
        { onNotice, onReconnect },
      ),
    close: async () => {
      await Promise.all([client, quickClient, jobClient].map(each => each.end({ timeout: 5 })))
    },
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

/** Whether the database refused a row because another one has the same key; both drivers wrap what it said. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === '23505' || (cause !== undefined && cause !== null && isUniqueViolation(cause))
}
