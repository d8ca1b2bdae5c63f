import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Database, Db } from '#server/platform/database/database.ts'
import { countJobs } from '#server/platform/jobs/job-counts.queries.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { type JobHandler, startJobs } from '#server/platform/jobs/job-workers.ts'

export interface StoredJob {
  id: string
  data: unknown
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  attempts: number
  /** Seconds until it is due. */
  dueIn: number
  output: { message?: string } | null
}

/** The pending and failed jobs of a queue, the oldest first. */
export async function jobsOf(db: Db, { name }: Pick<JobQueue<object>, 'name'>): Promise<StoredJob[]> {
  return db
    .select({
      id: sql<string>`id`,
      data: sql<unknown>`data`,
      state: sql<StoredJob['state']>`state`,
      attempts: sql<number>`retry_count + case when state in ('active', 'failed') then 1 else 0 end`,
      dueIn: sql<number>`extract(epoch from start_after - now())::float8`,
      output: sql<StoredJob['output']>`output`,
    })
    .from(sql`pgboss.job`)
    .where(sql`name = ${name} and state <> 'completed'`)
    .orderBy(sql`created_on, priority desc`)
}

/** Makes jobs that wait for a retry due now, and wakes their workers. */
export async function makeDue(db: Db, { name }: Pick<JobQueue<object>, 'name'>): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = now() where name = ${name} and state in ('created', 'retry')`,
  )
  await db.execute(sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), ${name}::text)`)
}

/** Runs all waiting jobs of these queues, as a process would. */
export async function workOff(database: Database, handlers: JobHandler[]): Promise<void> {
  const lines: string[] = []
  const workers = startJobs(database, handlers, line => lines.push(line))
  const names = new Set(handlers.map(({ queue }) => queue.name))
  await vi.waitFor(
    async () => {
      const left = (await countJobs(database.db)).filter(({ queue, waiting }) => names.has(queue) && waiting > 0)
      if (left.length > 0) throw new Error(`not done: ${JSON.stringify(left)} ${lines.join('\n')}`)
    },
    { timeout: 50_000, interval: 50 },
  )
  await workers.stop()
}
