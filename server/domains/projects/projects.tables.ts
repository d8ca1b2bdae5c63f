import {
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { lineUnits } from '#contract/project-limits.ts'
import type { LineWish } from '#contract/projects.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'

/** A buyer's plant schedule, visible only to its owner. */
export const projects = pgTable(
  'projects',
  {
    id: uuid().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    regionId: integer().references(() => lookups.id),
    /** USDA zone. */
    zone: integer(),
    placeId: integer().references(() => places.id),
    /** The key signed by the public address without settings; `null`: there is none. Others are project_shares. */
    shareKey: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    index('projects_of_owner').on(t.ownerId, t.updatedAt),
    uniqueIndex('projects_share_key').on(t.shareKey),
    index().on(t.regionId),
    index().on(t.placeId),
  ],
)
export type ProjectRow = typeof projects.$inferSelect

export const projectLines = pgTable(
  'project_lines',
  {
    id: uuid().primaryKey(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    position: integer().notNull(),
    text: text().notNull(),
    name: text().notNull(),
    isNote: boolean().notNull(),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }),
    unit: text({ enum: lineUnits }),
    wish: jsonb().$type<LineWish>().notNull(),
    plantId: integer().references(() => plants.id),
    /** Plants that may be meant, if it is uncertain. */
    candidates: jsonb().$type<{ id: number; confidence: number }[]>().notNull().default([]),
    chosenVariantId: integer().references(() => variants.id, { onDelete: 'set null' }),
  },
  t => [
    index('project_lines_in_order').on(t.projectId, t.position),
    index().on(t.plantId),
    index().on(t.chosenVariantId),
  ],
)
export type ProjectLineRow = typeof projectLines.$inferSelect
