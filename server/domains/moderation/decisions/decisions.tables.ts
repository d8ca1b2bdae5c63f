import { isNull, sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { auditActions, auditSubjects } from '#contract/moderation/audit.ts'
import { reportReasons } from '#contract/moderation/reason.ts'
import { appealOutcomes, reportedKinds } from '#contract/reports.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'

/**
 * Reports of everything but posts and reviews, which have their own. A thing may be gone since: what it said stays here
 * for moderators. A person's own go with their account.
 */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: reportedKinds }).notNull(),
    subjectId: text().notNull(),
    reporterId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: reportReasons }).notNull(),
    text: text().notNull(),
    /** Who wrote the thing, or is it; `null` for what companies show. */
    personId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    /** The name of a product or company; empty for what people write, who are named as they are called now. */
    name: text().notNull(),
    /** What it said when it was reported, with the names of its files. */
    evidence: text().notNull(),
    /** Its page; empty if it has none. */
    path: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When a moderator handled it. */
    resolvedAt: timestamp({ withTimezone: true }),
  },
  t => [
    uniqueIndex('reports_open_of_reporter').on(t.kind, t.subjectId, t.reporterId).where(isNull(t.resolvedAt)),
    index().on(t.reporterId, t.id),
    index().on(t.personId),
    index().on(t.companyId),
  ],
)

/** What moderators decided against somebody: who was concerned can read it, and appeal once. */
export const decisions = pgTable(
  'decisions',
  {
    /** UUID version 7: ordering by id is ordering by time. */
    id: uuid().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => users.id),
    action: text({ enum: auditActions }).notNull(),
    subject: text({ enum: auditSubjects }).notNull(),
    subjectId: text().notNull(),
    /** As in the journal; empty for a person. */
    subjectName: text().notNull(),
    /** Which of the two parts of a review; empty for everything else. */
    part: text().notNull().default(''),
    /** The person whom it concerns, … */
    personId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** … or the company, of which everybody reads it. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    rule: text({ enum: reportReasons }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    appealText: text().notNull().default(''),
    appealedAt: timestamp({ withTimezone: true }),
    appealedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    outcome: text({ enum: appealOutcomes }),
    answer: text().notNull().default(''),
    judgedAt: timestamp({ withTimezone: true }),
    judgedById: uuid().references(() => users.id),
  },
  t => [
    index().on(t.personId, t.id),
    index().on(t.companyId, t.id),
    index().on(t.staffId),
    index().on(t.appealedById),
    index().on(t.judgedById),
    index('decisions_appealed')
      .on(t.appealedAt, t.id)
      .where(sql`${t.appealedAt} is not null and ${t.judgedAt} is null`),
    check('decisions_of_somebody', sql`${t.personId} is not null or ${t.companyId} is not null`),
  ],
)
