import {
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { paperKinds } from '#contract/papers.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { deals, deliveries } from '../trade.tables.ts'
import type { PaperContent } from './paper-content.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** The last number of a company's papers in a year. It is raised by whoever issues one, in the same transaction. */
export const paperNumbers = pgTable(
  'paper_numbers',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  t => [primaryKey({ columns: [t.companyId, t.year] })],
)

/**
 * Papers that were issued. A trigger refuses every change but writing the file once. Like the deal they stay when a side
 * is no more: they are the other side's books.
 */
export const papers = pgTable(
  'papers',
  {
    id: uuid().primaryKey(),
    dealId: uuid()
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** `null`: it is closed. */
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    kind: text({ enum: paperKinds }).notNull(),
    deliveryId: uuid().references(() => deliveries.id, { onDelete: 'cascade' }),
    year: integer().notNull(),
    /** From 1, without gaps in the year. */
    number: integer().notNull(),
    /** What it says, and its SHA-256: what says the same is the same paper. */
    content: jsonb().$type<PaperContent>().notNull(),
    contentHash: text().notNull(),
    /** The file, from the first time that it is asked for. */
    pdf: bytea(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
  },
  t => [
    unique('papers_number_unique').on(t.companyId, t.year, t.number),
    unique('papers_content_unique').on(t.dealId, t.kind, t.contentHash),
    index().on(t.deliveryId),
  ],
)
export type PaperRow = typeof papers.$inferSelect
