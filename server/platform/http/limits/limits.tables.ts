import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * How much each key has used of each limit in its present window. Unlogged (the migration says so): a count matters for
 * an hour at most, so it needs no write-ahead log, and after a crash counting simply starts again.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /**
     * SHA-256 of the limit's name and the key: of fixed length whatever is sent, and without anybody's address or
     * e-mail.
     */
    key: text().primaryKey(),
    points: bigint({ mode: 'number' }).notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [index().on(t.endsAt)],
)
