import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * How much each key has used of each limit in its present window. Unlogged (the migration says so): a count is worth an
 * hour at most, so it needs no write-ahead log, and a database that crashes merely begins to count anew.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** SHA-256 of the limit's name and the key: of one length whatever somebody sends, and nobody's address or e-mail. */
    key: text().primaryKey(),
    points: bigint({ mode: 'number' }).notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [index().on(t.endsAt)],
)
