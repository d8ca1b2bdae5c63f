import { callbackify } from 'node:util'
import pg from 'pg'
import { ConnectionLost } from './database-errors.ts'

/** Time limits of a connection, in milliseconds; 0 for none. */
export interface Limits {
  connecting: number
  statement: number
  /** Waiting for a lock that another transaction holds. */
  lock: number
  /** An idle transaction. */
  idling: number
  /** Waiting for an answer: longer than any statement, for where packets are dropped no error ever arrives. */
  answer: number
}

/** Milliseconds of silence after which the system checks an idle connection. */
const keepAliveAfter = 30_000

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

/** The address as `pg` understands it: of one server, with the meaning that `sslmode` has for PostgreSQL's own clients. */
function addressOf(url: string): string {
  const address = new URL(url)
  const { searchParams } = address
  if (searchParams.get('sslrootcert') === 'system') {
    searchParams.delete('sslrootcert')
    searchParams.set('sslmode', 'verify-full')
  }
  searchParams.set('uselibpqcompat', 'true')
  // Every query here is short: compiling the longest of them would take longer than running it.
  searchParams.set('options', `${searchParams.get('options') ?? ''} -c jit=off`.trim())
  return address.href
}

/** The servers of an address, of which connections use the one that answered last. */
export class DatabaseServers {
  readonly #addresses: string[]
  readonly #needsPrimary: boolean
  #current = 0

  constructor(url: string) {
    const hosts = /^[^/]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1] ?? ''
    this.#addresses = hosts.split(',').map(host => addressOf(url.replace(hosts, host)))
    this.#needsPrimary = new URLSearchParams(url.split('?')[1]).get('target_session_attrs') === 'primary'
  }

  get count(): number {
    return this.#addresses.length
  }

  /** The class of the connections with these limits, as a pool needs it. */
  clientClass(limits: Limits): new () => DatabaseClient {
    const place = () => ({ address: this.#addresses[this.#current] ?? '', index: this.#current })
    const failed = (index: number) => {
      if (this.#current === index) this.#current = (index + 1) % this.count
    }
    const needsPrimary = this.#needsPrimary
    return class extends DatabaseClient {
      constructor() {
        const { address, index } = place()
        super(address, limits, needsPrimary, () => failed(index))
      }
    }
  }

  /** Opens something at one server after another, until one answers. Throws ConnectionLost. */
  async tryEach<Opened>(open: () => Promise<Opened>): Promise<Opened> {
    for (let tries = 1; ; tries++) {
      try {
        return await open()
      } catch (error) {
        if (tries >= this.count) throw new ConnectionLost(error)
      }
    }
  }

  /** One connection outside a pool. */
  async connect(limits: Limits): Promise<DatabaseClient> {
    const Client = this.clientClass(limits)
    return this.tryEach(async () => {
      const client = new Client()
      await client.connect()
      return client
    })
  }
}

/** A connection to one of the servers. */
export class DatabaseClient extends pg.Client {
  /** It has ended, or its state is unknown. */
  isBroken = false
  readonly #needsPrimary: boolean
  readonly #failed: () => void

  constructor(address: string, limits: Limits, needsPrimary: boolean, failed: () => void) {
    super({
      connectionString: address,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfter,
      connectionTimeoutMillis: limits.connecting,
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idling,
      query_timeout: limits.answer,
    })
    this.#needsPrimary = needsPrimary
    this.#failed = failed
    const breaks = () => {
      this.isBroken = true
    }
    // The query under way gets the error too; one that nobody listens to would end the process.
    this.on('error', breaks).on('end', breaks)
  }

  /** The pool passes a callback. */
  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | void {
    const connected = this.#open()
    if (!callback) return connected
    callbackify(() => connected)(callback)
  }

  async #open(): Promise<pg.Client> {
    try {
      await super.connect()
      if (this.#needsPrimary) {
        const { rows } = await this.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"')
        if (rows[0]?.isReplica) throw new Error('a replica')
      }
      return this
    } catch (error) {
      this.#failed()
      void this.end().catch(() => undefined)
      throw error
    }
  }

  /**
   * Runs a statement. An error that is not the server's leaves the connection in an unknown state, with rows that may
   * still arrive: it is not to be used again. Throws ConnectionLost when the connection ended or did not answer in time.
   */
  async run(query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.query(query, values)
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error
      const isLost = this.isBroken || (error as Error).message === 'Query read timeout'
      this.isBroken = true
      if (!isLost) throw error
      // The other connections to a server that went away end in the same moment: the pool must notice that, too, before
      // it gives them to the next query.
      await nextTurn().then(nextTurn)
      throw new ConnectionLost(error)
    }
  }
}
