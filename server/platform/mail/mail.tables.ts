import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Letters to be sent; a row is written in the transaction that causes the letter and goes when the letter has gone. */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    /**
     * Whose account it is about: it goes with a person who goes, whatever address it is to. `null` in rows older than
     * this column whose address is nobody's any more.
     */
    personId: uuid(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** The address that the letter is about, logged where no mail server is set. */
    link: text(),
    attempts: integer().notNull().default(0),
    /** Not before this time; also the lease of the process that is sending it. */
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastError: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.dueAt), index().on(t.personId)],
)
