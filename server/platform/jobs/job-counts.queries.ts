import { sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'

export interface JobCounts {
  queue: string
  /** Not done yet: due, running, or to be retried. */
  waiting: number
  /** Failed for good in the last days (job-queue.ts). */
  failed: number
  /** Seconds that the oldest unfinished job has waited. */
  oldestSeconds: number
}

/** The state of the product's queues over all processes; empty queues are included. */
export async function countJobs(db: Db): Promise<JobCounts[]> {
  const isWaiting = sql`filter (where job.state in ('created', 'retry', 'active'))`
  return (
    db
      .select({
        queue: sql<string>`queue.name`,
        waiting: sql<number>`(count(job.id) ${isWaiting})::int`,
        failed: sql<number>`(count(job.id) filter (where job.state = 'failed'))::int`,
        oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(job.created_on) ${isWaiting}), 0)::float8`,
      })
      .from(
        sql`pgboss.queue left join pgboss.job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')`,
      )
      // The library's own queues begin so.
      .where(sql`queue.name not like '\\_\\_%'`)
      .groupBy(sql`queue.name`)
      .orderBy(sql`queue.name`)
  )
}
