import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** When each of the jobs that processes share (timed-jobs.ts) was last begun by one of them. */
export const timedJobs = pgTable('timed_jobs', {
  name: text().primaryKey(),
  begunAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
