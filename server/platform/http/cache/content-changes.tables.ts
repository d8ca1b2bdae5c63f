import { sql } from 'drizzle-orm'
import { customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Recent changes of the content of public responses, written by triggers in the transaction that made them. The table
 * is unlogged: after a crash, or on a replica, it is empty, and readers notice that the server is a different one.
 */
export const contentChanges = pgTable(
  'content_changes',
  {
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    scope: text().notNull(),
    changedAt: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  t => [primaryKey({ columns: [t.xid, t.scope] })],
)

/** Which state of the data files is already in the database. */
export const loadedSeeds = pgTable('loaded_seeds', { name: text().primaryKey(), fingerprint: text().notNull() })
