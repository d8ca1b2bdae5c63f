import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Emails to be sent; a row is written in the transaction that causes the email, with a job of its id (mail.jobs.ts),
 * and deleted when the email has been sent.
 */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    /**
     * The account that it is about: deleted with the person, whatever the recipient. `null` in rows older than this
     * column whose address no longer belongs to anybody.
     */
    personId: uuid(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** The address that the email is about, logged where no mail server is set. */
    link: text(),
    /** Takes the POST of RFC 8058; `null`: not of the kind that one unsubscribes from. */
    unsubscribeUrl: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.personId)],
)
