import type { Db } from '../database/database.ts'
import { runJob } from '../observability/meters.ts'
import { claimJob } from './timed-jobs.queries.ts'

export interface TimedJob {
  name: string
  /** Milliseconds from one run to the next, by whichever process. */
  every: number
  run(): Promise<void>
}

/**
 * Runs jobs again and again, each in one process at a time: whoever comes first after the pause writes so into the
 * database, which holds where an advisory lock would not, on connections of a pool. A run that fails is logged, and
 * made up for by the next. `stop` ends when nothing is under way.
 */
export function startTimedJobs(db: Db, jobs: TimedJob[], logError: (line: string) => void) {
  const underWay = new Set<Promise<void>>()
  const timers = new Map<string, NodeJS.Timeout>()
  let stopping = false

  async function runInTurn({ name, every, run }: TimedJob): Promise<void> {
    try {
      if (await claimJob(db, name, (every * 0.8) / 1000)) await runJob(name, run)
    } catch (error) {
      logError(`Работа по расписанию ${name} не удалась: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  function schedule(job: TimedJob): void {
    if (stopping) return
    // Processes that were started together do not stay together.
    const pause = job.every * (0.9 + Math.random() * 0.2)
    const begin = () => {
      const running = runInTurn(job).finally(() => {
        underWay.delete(running)
        schedule(job)
      })
      underWay.add(running)
    }
    timers.set(job.name, setTimeout(begin, pause).unref())
  }

  for (const job of jobs) schedule(job)
  return {
    async stop(): Promise<void> {
      stopping = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}
