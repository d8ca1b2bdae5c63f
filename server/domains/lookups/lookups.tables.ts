import { integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const lookupKinds = [
  'winter_hardiness',
  'growth_pattern',
  'place_of_cultivation',
  'crown_shape',
  'age_group',
  'root_packaging',
  'region',
  'specific',
  'delivery',
] as const
export type LookupKind = (typeof lookupKinds)[number]

/** All the short lists from which forms and filters offer a choice. */
export const lookups = pgTable(
  'lookups',
  {
    id: serial().primaryKey(),
    kind: text({ enum: lookupKinds }).notNull(),
    /** The entry's name in the data files, so that a new release finds it again whatever staff have renamed it to. */
    seedKey: text(),
    name: text().notNull(),
    description: text().notNull().default(''),
    position: integer().notNull().default(0),
    /** Set when staff change the entry: from then on a new release leaves it alone. */
    editedAt: timestamp({ withTimezone: true }),
  },
  t => [
    uniqueIndex('lookups_seed_key_unique').on(t.kind, t.seedKey),
    uniqueIndex('lookups_name_unique').on(t.kind, t.name),
  ],
)
