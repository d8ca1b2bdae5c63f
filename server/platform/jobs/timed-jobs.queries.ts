import { lt, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { timedJobs } from './timed-jobs.tables.ts'

/** Whether the job is this process's to do: nobody has begun it for so many seconds. */
export async function claimJob(db: Db, name: string, seconds: number): Promise<boolean> {
  const claimed = await db
    .insert(timedJobs)
    .values({ name })
    .onConflictDoUpdate({
      target: timedJobs.name,
      set: { begunAt: sql`now()` },
      setWhere: lt(timedJobs.begunAt, sql`now() - make_interval(secs => ${seconds})`),
    })
    .returning({ name: timedJobs.name })
  return claimed.length > 0
}
