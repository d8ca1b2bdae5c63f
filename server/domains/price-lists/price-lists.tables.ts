import { eq, sql } from 'drizzle-orm'
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  missingChoices,
  type PriceListCounts,
  type PriceListSheet,
  priceListStatuses,
  type QuestionAnswer,
  type RowChange,
  rowKinds,
  rowStates,
  type SheetForm,
} from '#contract/price-lists.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import type { Correction, RowContent } from '#server/reading/price-lists/rows.ts'
import type { AskedQuestion } from '#server/reading/price-lists/understand-sheets.ts'
import type { SheetReading } from '#server/reading/price-lists/understood-row.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A company's uploaded price list and its status. */
export const priceLists = pgTable(
  'price_lists',
  {
    id: uuid().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    createdById: uuid().references(() => users.id, { onDelete: 'set null' }),
    fileName: text().notNull(),
    status: text({ enum: priceListStatuses }).notNull().default('reading'),
    /** How many times reading was requested. An older reading that is still running stores nothing. */
    reading: integer().notNull().default(1),
    error: text(),
    /** A person's corrections of how the sheets are read. */
    asked: jsonb().$type<SheetForm[]>().notNull().default([]),
    /** What is asked of the list, with the keys by which answers are remembered for the company's next file. */
    questions: jsonb().$type<AskedQuestion[]>().notNull().default([]),
    /** A person's answers, also to questions that are not asked any more. */
    answers: jsonb().$type<QuestionAnswer[]>().notNull().default([]),
    /** With the shapes by which corrections are found for the company's next file. */
    sheets: jsonb().$type<(PriceListSheet & { shape?: string | undefined })[]>().notNull().default([]),
    /** `null` while the list is being read. */
    counts: jsonb().$type<PriceListCounts>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the current reading or applying began. */
    beganAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    missing: text({ enum: missingChoices }),
    /** The person who applies it. New products and the post belong to them. */
    appliedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    appliedAt: timestamp({ withTimezone: true }),
    /** The post that announces the import. */
    postId: uuid(),
  },
  t => [
    index().on(t.companyId, t.createdAt, t.id),
    index().on(t.createdById),
    index().on(t.appliedById),
    // Allows only one list of a company to be applied at a time.
    uniqueIndex('price_lists_applying')
      .on(t.companyId)
      .where(eq(t.status, sql`'applying'`)),
    // Used by the clean-up.
    index('price_lists_under_way')
      .on(t.beganAt)
      .where(sql`${t.status} in ('reading', 'applying')`),
  ],
)

/** The uploaded file, to be read again if necessary. Kept for the newest lists of a company. */
export const priceListFiles = pgTable('price_list_files', {
  listId: uuid()
    .primaryKey()
    .references(() => priceLists.id, { onDelete: 'cascade' }),
  content: bytea().notNull(),
})

/** Every row of the file, in order. Kept for the newest lists of a company. */
export const priceListRows = pgTable(
  'price_list_rows',
  {
    listId: uuid()
      .notNull()
      .references(() => priceLists.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    sheet: text().notNull(),
    row: integer().notNull(),
    /** From 1, for a row of the file that holds several plants. */
    part: integer(),
    kind: text({ enum: rowKinds }).notNull(),
    state: text({ enum: rowStates }),
    cells: jsonb().$type<string[]>().notNull(),
    /** As read from the file. */
    read: jsonb().$type<RowContent>().notNull(),
    /** A person's correction. */
    correction: jsonb().$type<Correction>(),
    /** The row after correction and comparison with the company's products. */
    shown: jsonb().$type<RowContent>().notNull(),
    changes: jsonb().$type<RowChange[]>().notNull(),
  },
  t => [
    primaryKey({ columns: [t.listId, t.position] }),
    unique('price_list_rows_place').on(t.listId, t.sheet, t.row, t.part).nullsNotDistinct(),
    index().on(t.listId, t.state, t.position),
    index().on(t.listId, t.kind, t.position),
    index().on(t.listId, t.sheet, t.position),
  ],
)

/**
 * The plants that a company means by certain names, as chosen by a person. `plantId` null: a plant that the directory
 * does not have.
 */
export const companyPlantNames = pgTable(
  'company_plant_names',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Normalized. */
    name: text().notNull(),
    plantId: integer().references(() => plants.id, { onDelete: 'cascade' }),
    saidAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.companyId, t.name] }), index().on(t.companyId, t.saidAt), index().on(t.plantId)],
)

/** A person's corrections for a company's sheets of one shape; skipping counts for one sheet (`skipKey`). */
export const priceListLayouts = pgTable(
  'price_list_layouts',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The titles or, without titles, the fields of the columns; or a `skipKey`. */
    shape: text().notNull(),
    layout: jsonb().$type<SheetReading>().notNull(),
    saidAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.companyId, t.shape] }), index().on(t.companyId, t.saidAt)],
)
