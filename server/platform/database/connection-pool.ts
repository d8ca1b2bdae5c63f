import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { requireBudget, spend } from './database-budget.ts'
import type { DatabaseClient, DatabaseServers, Limits } from './database-servers.ts'
import { commitWait, TransactionWork } from './transaction-work.ts'

/** What Drizzle passes with its queries. */
type Query = pg.QueryConfig & { rowMode?: 'array' }
type Client = DatabaseClient & pg.PoolClient
type Bound = <Value>(work: Promise<Value>, onExpiry?: () => number) => Promise<Value>

interface PoolOptions extends Limits {
  connections: number
  /** Milliseconds after which an idle connection is closed; 0 for never. */
  closeIdle?: number
  /** Whether waits end when the request's time is up (database-budget.ts). */
  isBounded?: boolean
}

/** A connection is renewed sometimes: the server keeps its prepared statements as long as it lasts. */
const lifetime = 60 * 60
/** Milliseconds that `close` waits for work under way. */
const closingTime = 5000

/** Prepared statements are known to the server by name, so each text has its own, even where texts vary under one name. */
const names = new LRUCache<string, string>({ max: 2000 })
let named = 0

function withOwnName(query: Query): Query {
  if (query.name === undefined) return query
  let name = names.get(query.text)
  if (name === undefined) {
    name = `${query.name}_${++named}`
    names.set(query.text, name)
  }
  return { ...query, name }
}

/**
 * A set of connections to a server. A connection on which something failed is used again only when its state is known:
 * never after a failed statement outside a transaction or one without an answer, after a transaction only when the server
 * said that it has ended.
 */
export class ConnectionPool extends pg.Pool {
  readonly #servers: DatabaseServers
  readonly #bound: Bound
  readonly #isBounded: boolean
  readonly #open = new Set<pg.PoolClient>()

  constructor(servers: DatabaseServers, { connections, closeIdle = 0, isBounded = false, ...limits }: PoolOptions) {
    super({
      Client: servers.clientClass(limits),
      max: connections,
      idleTimeoutMillis: closeIdle,
      maxLifetimeSeconds: lifetime,
    })
    this.#servers = servers
    this.#isBounded = isBounded
    this.#bound = isBounded ? spend : work => work
    this.on('connect', client => this.#open.add(client))
      .on('remove', client => this.#open.delete(client))
      // An idle connection that ends is replaced.
      .on('error', () => undefined)
  }

  /** Runs one statement. */
  override query = (async (query: Query | string, values?: unknown[]) => {
    const client = await this.#take()
    const work = client.run(withOwnName(typeof query === 'string' ? { text: query } : query), values)
    // Also when the caller no longer waits for it.
    work.then(
      () => client.release(),
      () => client.release(true),
    )
    return this.#bound(work)
  }) as unknown as pg.Pool['query']

  /** Takes a connection for one transaction; Drizzle runs statements on it and releases it. */
  override connect = (async () => {
    const client = await this.#take()
    return new Lease(client, this.#bound, this.#isBounded)
  }) as unknown as pg.Pool['connect']

  /** Waits for work under way, but not for long: then the connections are closed, also those that nobody gave back. */
  async close(): Promise<void> {
    const { promise: closed, resolve }: PromiseWithResolvers<void> = Promise.withResolvers()
    const timer = setTimeout(() => {
      const ends = [...this.#open].map(client => client.end().catch(() => undefined))
      void Promise.all(ends).then(() => resolve())
    }, closingTime)
    await Promise.race([this.end(), closed]).finally(() => clearTimeout(timer))
  }

  async #take(): Promise<Client> {
    if (this.#isBounded) requireBudget()
    let isWanted = true
    const taken = this.#servers.tryEach(() => super.connect() as Promise<Client>)
    // A caller that has given up leaves no work behind.
    taken.then(
      client => isWanted || client.release(),
      () => undefined,
    )
    return this.#bound(taken, () => {
      isWanted = false
      return 0
    })
  }
}

/** A connection during one transaction. */
class Lease {
  readonly #client: Client
  readonly #bound: Bound
  readonly #isBounded: boolean
  readonly #work = new TransactionWork()
  /** Settles when the statements so far are done: the connection runs them one after another. */
  #done: Promise<unknown> = Promise.resolve()
  #isReleased = false

  constructor(client: Client, bound: Bound, isBounded: boolean) {
    this.#client = client
    this.#bound = bound
    this.#isBounded = isBounded
  }

  async query(query: Query, values?: unknown[]): Promise<pg.QueryResult | undefined> {
    if (query.text === 'rollback') return this.#rollBack()
    const isCommit = query.text === 'commit'
    try {
      if (this.#isBounded) requireBudget()
      const ran = this.#done.then(() => this.#run(query, values))
      this.#done = ran.catch(() => undefined)
      return await this.#bound(ran, () => {
        if (isCommit) return commitWait
        this.#work.isOver = true
        return 0
      })
    } catch (error) {
      // Drizzle releases it only after a transaction has begun, also when no time was left to begin one.
      if (query.text.startsWith('begin')) this.release()
      throw error
    }
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    void this.#done.then(() =>
      this.#client.release(this.#client.isBroken || this.#client.getTransactionStatus() !== 'I'),
    )
  }

  async #run(query: Query, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#work.run(query.text, () => this.#client.run(withOwnName(query), values))
  }

  /** Where it cannot be sent, the connection is closed instead, and the server rolls back by itself. */
  async #rollBack(): Promise<undefined> {
    if (this.#work.isOver || this.#client.isBroken) return
    this.#done = this.#done.then(() => this.#client.run({ text: 'rollback' }).catch(() => undefined))
    await this.#bound(this.#done).catch(() => undefined)
  }
}
