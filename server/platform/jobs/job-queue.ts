import { sql } from 'drizzle-orm'
import { type DrizzleTransactionLike, fromDrizzle, PgBoss, type Queue } from 'pg-boss'
import type { Database, Db, Tx } from '../database/database.ts'
import { queueOptions } from './queue-schema.ts'

export interface JobOptions {
  /** How many of these jobs one process does at the same time. */
  atOnce: number
  /** Seconds that one attempt may take; a longer one has failed. */
  seconds: number
  /** Retries after the first attempt. */
  retries: number
  /** Seconds before a retry, at least: after the first failure, doubled with every further one, and the maximum. */
  pause: { first: number; longest: number }
  /** When a job without data is sent on schedule, as a cron expression in UTC. */
  schedule?: string
}

/** One kind of work that is done after the response, by one of the processes, and retried when it fails. */
export interface JobQueue<Data extends object> {
  name: string
  options: JobOptions
  /**
   * Sends jobs that are done, in this order, once the transaction is committed, each by one process. Handlers must be
   * idempotent. Of jobs with one id only the first is accepted, for as long as it is remembered. One with `after` is
   * done then, or as soon as a process looks.
   */
  send(tx: Tx, jobs: { id?: string; data: Data; after?: Date }[]): Promise<void>
}

/**
 * Seconds: a process that works on a job says so this often, and after so long a silence it counts as dead, and the
 * others retry its job. They look for such jobs as often as job-workers.ts says.
 */
export const heartbeat = { every: 5, silence: 20 }

/** Days for which finished and failed jobs are remembered. */
export const rememberedDays = 7

const queueOf = ({ schedule, seconds, retries, pause }: JobOptions, isShared: boolean) => ({
  expireInSeconds: seconds,
  heartbeatSeconds: isShared ? heartbeat.silence : null,
  retryLimit: retries,
  retryDelay: pause.first,
  retryBackoff: true,
  retryDelayMax: pause.longest,
  deleteAfterSeconds: rememberedDays * 86_400,
  // Jobs that wait too long are still done, unless they are scheduled anyway.
  retentionSeconds: (schedule === undefined ? 30 : 2) * 86_400,
  notify: true,
})

/** Declares a kind of job, in the `*.jobs.ts` of its domain; handlers are registered in server/jobs.ts. */
export function jobQueue<Data extends object>(name: string, options: JobOptions): JobQueue<Data> {
  return {
    name,
    options,
    async send(tx, jobs) {
      if (jobs.length === 0) return
      const boss = new PgBoss(queueOptions(fromDrizzle(tx as unknown as DrizzleTransactionLike, sql)))
      // They share a timestamp, so the first gets the highest priority.
      await boss.insert(
        name,
        jobs.map(({ after, ...job }, index) => ({
          ...job,
          priority: jobs.length - index,
          ...(after ? { startAfter: after } : {}),
        })),
      )
    },
  }
}

/**
 * Creates the queues in the database, or updates their options; jobs can be sent from then on. Costs one query when nothing
 * has changed. Only where several processes share the queues do jobs have a heartbeat: a process that is alone releases its
 * jobs when it starts, and its only connection may be busy for longer than the silence.
 */
export async function prepareQueues(
  { queue, isShared }: Pick<Database, 'queue' | 'isShared'>,
  queues: Pick<JobQueue<object>, 'name' | 'options'>[],
) {
  const boss = new PgBoss(queueOptions(queue))
  const present = new Map((await boss.getQueues()).map(row => [row.name, row]))
  for (const { name, options } of queues) {
    // The library clears an option for which it is given null.
    const own = queueOf(options, isShared) as Omit<Queue, 'name' | 'policy'>
    const wanted = Object.entries(own) as [keyof Queue, unknown][]
    const known = present.get(name)
    if (known && wanted.every(([option, value]) => known[option] === value)) continue
    // A scheduled job is not queued again while it waits or runs.
    await boss.createQueue(name, {
      ...own,
      policy: options.schedule === undefined ? 'standard' : 'exclusive',
    })
    await boss.updateQueue(name, own)
  }
}

/** Makes jobs of a dead process due again; only for a process that has the database to itself. */
export async function releaseJobs(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
}
