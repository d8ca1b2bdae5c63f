import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Emails to be sent; a row is written in the transaction that causes the email and goes when the email has gone. */
export const emails = pgTable(
  'emails',
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
    /** The address that the email is about, logged where no mail server is set. */
    link: text(),
    attempts: integer().notNull().default(0),
    /** Not before this time; also the lease of the process that is sending it. */
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastError: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.dueAt), index().on(t.personId)],
)
