import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { auditActions, auditSubjects } from '#contract/moderation/audit.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'

/** Moderators' actions: who did what, to what, when and why. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    /** UUID version 7: ordering by id is ordering by time. */
    id: uuid().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => users.id),
    action: text({ enum: auditActions }).notNull(),
    subject: text({ enum: auditSubjects }).notNull(),
    subjectId: text().notNull(),
    /**
     * The subject's name at the time; it may have been deleted or renamed since. Empty for a person, the beginning of
     * the text for a post: people are referenced by `personId`, so that no name stays here when they change it or
     * leave.
     */
    subjectName: text().notNull(),
    /** The person who is the subject, or who wrote it. */
    personId: uuid().references(() => users.id),
    /** As written by the moderator; empty if none is required. */
    reason: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    index().on(t.subject, t.id),
    index().on(t.subject, t.subjectId, t.id),
    index().on(t.staffId),
    index().on(t.personId),
  ],
)
