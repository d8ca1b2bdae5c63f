import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { withoutAddresses } from '../observability/log-bounds.ts'
import { runJob } from '../observability/meters.ts'
import { heartbeat, type JobQueue } from './job-queue.ts'
import { queueOptions } from './queue-schema.ts'

/** Seconds between polls of an idle process for one kind of job: jobs it is notified of are done at once. */
const lookEvery = 15
/** The same where there are no notifications. */
const lookEveryUntold = 10
/** Seconds between two looks for jobs of dead processes, of all processes together. */
const superviseEvery = 10
/** Milliseconds that a stopping process waits for running jobs before it aborts them, and then for that. */
const stoppingTime = 4000
const endingTime = 1500
/** Milliseconds within which an unavailable database is logged only once. */
const quietFor = 60_000

/** The job can never succeed: it is not retried. */
export class HopelessJob extends Error {}

/** One attempt at a job. */
export interface JobTry {
  /** 1 for the first. */
  attempt: number
  /** Aborted on timeout, or when the process ends: then the job is retried at once. */
  signal: AbortSignal
}

/** The handler of one queue's jobs. */
export interface JobHandler {
  queue: Pick<JobQueue<object>, 'name' | 'options'>
  run(data: never, about: JobTry): Promise<void>
}

/** Registers the handler of a queue. An error makes the job be retried. */
export function doneBy<Data extends object>(
  queue: JobQueue<Data>,
  run: (data: Data, about: JobTry) => Promise<void>,
): JobHandler {
  return { queue, run }
}

const reasonOf = (error: unknown) => withoutAddresses(error instanceof Error ? error.message : String(error))

export interface JobWorkers {
  /** Stops after the running jobs; unfinished ones are due at once, for the next process. */
  stop(): Promise<void>
}

/**
 * Works on jobs from now on, together with the other processes on this database. While the database is unavailable it
 * keeps trying.
 */
export function startJobs(
  database: Pick<Database, 'queue' | 'listen' | 'isShared'>,
  handlers: JobHandler[],
  logError: (line: string) => void,
): JobWorkers {
  const stopping = new AbortController()
  /** Jobs that this process could not mark as finished. */
  const interrupted: { name: string; id: string }[] = []
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false
  let quietUntil = 0

  const boss = new PgBoss({
    ...queueOptions({
      executeSql: database.queue.executeSql,
      listen: async (channel, onNotice, onReconnect) => ({
        close: await database.listen(channel, onNotice, onReconnect),
      }),
    }),
    useListenNotify: true,
    // Jobs do not depend on each other, so that check is not needed.
    flowIntervalSeconds: 3600,
    ...(database.isShared ? { superviseIntervalSeconds: superviseEvery, monitorIntervalSeconds: superviseEvery } : {}),
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
  })
  function logQueue(error: unknown): void {
    if (Date.now() < quietUntil || isStopping) return
    quietUntil = Date.now() + quietFor
    logError(`Очередь работ не отвечает: ${reasonOf(error)}`)
  }
  boss.on('error', logQueue)
  boss.on('warning', ({ message }) => logError(`Очередь работ: ${message}`))

  function later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, milliseconds).unref()
    timers.add(timer)
  }

  async function tryJob(
    { queue: { name, options }, run }: JobHandler,
    job: JobWithMetadata<unknown>,
    look: () => void,
  ) {
    const { id, retryCount, signal } = job
    const about = { attempt: retryCount + 1, signal: AbortSignal.any([signal, stopping.signal]) }
    /**
     * This process polls when the job is due again; if it has stopped by then, the others find it at their next poll.
     */
    function lookAgain(): void {
      const longest = options.pause.first * 2 ** Math.min(retryCount + 1, 16)
      later(1000 * Math.min(options.pause.longest, longest) + 100, look)
    }
    try {
      await runJob(name, () => run((job.data ?? {}) as never, about))
      if (signal.aborted) lookAgain()
      return { id, status: 'completed' as const }
    } catch (error) {
      const isHopeless = error instanceof HopelessJob
      const isLast = isHopeless || retryCount >= options.retries
      const message = reasonOf(error)
      logError(`Работа ${name} ${id} не удалась${isLast ? ' и больше не делается' : ''}: ${message}`)
      if (stopping.signal.aborted) interrupted.push({ name, id })
      else if (!isLast) lookAgain()
      return { id, status: isHopeless ? ('deadletter' as const) : ('failed' as const), output: { message } }
    } finally {
      // There may be more jobs.
      look()
    }
  }

  async function work(handler: JobHandler): Promise<void> {
    const { name, options } = handler.queue
    if (options.schedule !== undefined) await boss.schedule(name, options.schedule)
    for (let n = 0; n < options.atOnce; n++) {
      const worker: string = await boss.work(
        name,
        {
          includeMetadata: true,
          perJobResults: true,
          heartbeatRefreshSeconds: heartbeat.every,
          pollingIntervalSeconds: lookEveryUntold,
          notifyPollingIntervalSeconds: lookEvery,
        },
        async jobs => Promise.all(jobs.map(job => tryJob(handler, job, () => boss.notifyWorker(worker)))),
      )
    }
  }

  // A later start attempt succeeds in the same way: the database is back.
  const started = boss.start({ attempts: 1_000_000 }).then(async () => {
    for (const handler of handlers) await work(handler)
  })
  started.catch(logQueue)

  return {
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      const patience = setTimeout(() => stopping.abort(), stoppingTime)
      await boss.stop({ timeout: stoppingTime + endingTime, close: false }).catch(() => undefined)
      clearTimeout(patience)
      for (const { name, id } of interrupted) {
        await boss.update(name, undefined, { id, startAfter: 0 }).catch(() => undefined)
      }
    },
  }
}
