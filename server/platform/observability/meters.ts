import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The metrics of this process, collected whether or not they are scraped (metrics-server.ts). Labels have few values,
 * known beforehand: route patterns and never addresses, names of jobs and never ids.
 */
export const registry = new Registry()
const registers = [registry]

const requests = new Counter({
  name: 'http_requests_total',
  help: 'Requests answered',
  labelNames: ['method', 'route', 'status'] as const,
  registers,
})
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'From the head of a request to the end of its answer; event streams are left out',
  labelNames: ['method', 'route'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

export const eventStreams = new Gauge({ name: 'event_streams_open', help: 'Event streams open now', registers })

const cacheRequests = new Counter({
  name: 'response_cache_requests_total',
  help: 'Requests for public answers: from memory (hit), another is computing it (shared), out of date (stale), not there (miss), sent on while the database is away (unconfirmed)',
  labelNames: ['result'] as const,
  registers,
})

const jobRuns = new Counter({ name: 'job_runs_total', help: 'Runs begun', labelNames: ['job'] as const, registers })
const jobFailures = new Counter({
  name: 'job_failures_total',
  help: 'Runs that failed',
  labelNames: ['job'] as const,
  registers,
})
const jobLastSuccess = new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'When a run last ended well',
  labelNames: ['job'] as const,
  registers,
})

/** The connections for requests. */
interface Pool {
  totalCount: number
  idleCount: number
  waitingCount: number
}
let pool: Pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
let poolSize = 0
const poolGauge = (name: string, help: string, value: () => number) =>
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(value())
    },
  })
poolGauge('database_pool_size', 'Most connections to the database', () => poolSize)
poolGauge('database_pool_in_use', 'Connections in use', () => pool.totalCount - pool.idleCount)
poolGauge('database_pool_waiting', 'Queries and transactions that wait for a connection', () => pool.waitingCount)

/** `seconds` is not recorded for streams, which stay open as long as the client likes. */
export function countRequest({
  method,
  route,
  status,
  seconds,
}: {
  method: string
  route: string
  status: number
  seconds: number | null
}): void {
  requests.inc({ method, route, status })
  if (seconds !== null) durations.observe({ method, route }, seconds)
}

export const countCacheRequest = (result: 'hit' | 'shared' | 'stale' | 'miss' | 'unconfirmed') =>
  cacheRequests.inc({ result })

/** Runs, times and counts work. Throws what it throws. */
export async function runJob<Result>(job: string, work: () => Promise<Result>): Promise<Result> {
  jobRuns.inc({ job })
  jobFailures.inc({ job }, 0)
  try {
    const result = await work()
    jobLastSuccess.setToCurrentTime({ job })
    return result
  } catch (error) {
    jobFailures.inc({ job })
    throw error
  }
}

/** Reports on this pool from now on; `size`: its most connections. */
export function watchPool(watched: Pool, size: number): void {
  pool = watched
  poolSize = size
}
