import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { shareKinds } from '#contract/shares.ts'
import { projectLines, projects } from '../projects.tables.ts'

/** Addresses under which others read a project, besides the one in `projects`; they never change. */
export const projectShares = pgTable(
  'project_shares',
  {
    /** Signed by the public address. */
    key: uuid().primaryKey(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text({ enum: shareKinds }).notNull(),
    /** Hundredths of a per cent. */
    markupHundredths: integer().notNull(),
    hidesCompanies: boolean().notNull(),
    hidesPrices: boolean().notNull(),
    title: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.projectId, t.createdAt)],
)
export type ShareRow = typeof projectShares.$inferSelect

/** What somebody who was given an address says of a line. */
export const projectRemarks = pgTable(
  'project_remarks',
  {
    id: uuid().primaryKey(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    lineId: uuid()
      .notNull()
      .references(() => projectLines.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.projectId, t.id), index().on(t.lineId)],
)
export type RemarkRow = typeof projectRemarks.$inferSelect
