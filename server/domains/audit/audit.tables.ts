import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { auditActions, auditSubjects } from '#contract/moderation/audit.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'

/** What moderators did: who, what, to what, when and why. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    /** UUID version 7: the order of the ids is the order of time. */
    id: uuid().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => users.id),
    action: text({ enum: auditActions }).notNull(),
    subject: text({ enum: auditSubjects }).notNull(),
    subjectId: text().notNull(),
    /**
     * The subject's name at the time; it may be deleted or renamed now. Empty for a person, the beginning of the text
     * for a post: people are referred to by `personId`, so that no name is left here when they change it or leave.
     */
    subjectName: text().notNull(),
    /** Who the subject is, or who wrote it. */
    personId: uuid().references(() => users.id),
    /** In the moderator's words; empty where none is asked for. */
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
