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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  missingChoices,
  type PriceListCounts,
  type PriceListSheet,
  priceListStatuses,
  type ReadingForm,
  type RowChange,
  type RowForm,
  rowKinds,
  rowStates,
} from '#contract/price-lists.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import type { RowContent } from './rows.ts'
import type { SheetReading } from './understanding/sheet-rows.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** A file of a company with what it offers, and how far it has come. */
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
    /** How often it was asked to be read: an older reading that is still under way writes nothing. */
    reading: integer().notNull().default(1),
    error: text(),
    /** How a person wants its sheets to be read. */
    asked: jsonb().$type<ReadingForm['sheets']>().notNull().default([]),
    /** With the shapes by which they are found again in the company's next file. */
    sheets: jsonb().$type<(PriceListSheet & { shape?: string | undefined })[]>().notNull().default([]),
    /** `null` while it is read. */
    counts: jsonb().$type<PriceListCounts>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Since when it is read or applied. */
    beganAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    missing: text({ enum: missingChoices }),
    /** Who applies it; the products and the feed's post are theirs. */
    appliedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    appliedAt: timestamp({ withTimezone: true }),
    /** Of the feed, which tells of the import. */
    postId: uuid(),
  },
  t => [
    index().on(t.companyId, t.createdAt, t.id),
    index().on(t.createdById),
    index().on(t.appliedById),
    // Decides who comes first when two lists of a company are applied at once.
    uniqueIndex('price_lists_applying').on(t.companyId).where(eq(t.status, sql`'applying'`)),
    // What the clean-up looks for.
    index('price_lists_under_way').on(t.beganAt).where(sql`${t.status} in ('reading', 'applying')`),
  ],
)

/** The file as it was sent, to be read again; kept for the newest lists of a company. */
export const priceListFiles = pgTable('price_list_files', {
  listId: uuid()
    .primaryKey()
    .references(() => priceLists.id, { onDelete: 'cascade' }),
  content: bytea().notNull(),
})

/** Every row of the file, in its order; kept for the newest lists of a company. */
export const priceListRows = pgTable(
  'price_list_rows',
  {
    listId: uuid()
      .notNull()
      .references(() => priceLists.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    sheet: text().notNull(),
    row: integer().notNull(),
    kind: text({ enum: rowKinds }).notNull(),
    state: text({ enum: rowStates }),
    cells: jsonb().$type<string[]>().notNull(),
    /** As the file says it. */
    read: jsonb().$type<RowContent>().notNull(),
    /** What a person says of it instead. */
    correction: jsonb().$type<RowForm>(),
    /** As it is after both, beside what the company offers. */
    shown: jsonb().$type<RowContent>().notNull(),
    changes: jsonb().$type<RowChange[]>().notNull(),
  },
  t => [
    primaryKey({ columns: [t.listId, t.position] }),
    uniqueIndex('price_list_rows_place').on(t.listId, t.sheet, t.row),
    index().on(t.listId, t.state, t.position),
    index().on(t.listId, t.kind, t.position),
    index().on(t.listId, t.sheet, t.position),
  ],
)

/** Which plant a company means by a name: a person has said so. `plantId` null: none of the directory. */
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

/** How a company's sheets of one shape are read, as a person has said it. */
export const priceListLayouts = pgTable(
  'price_list_layouts',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Of its titles, or of what its columns hold. */
    shape: text().notNull(),
    layout: jsonb().$type<SheetReading>().notNull(),
    saidAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.companyId, t.shape] }), index().on(t.companyId, t.saidAt)],
)
