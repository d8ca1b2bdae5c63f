import { type AnyPgColumn, boolean, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { type LookupKind, lookupKinds } from '#contract/moderation/lookups.ts'

export { type LookupKind, lookupKinds }

/** The short lists of choices in forms and filters. */
export const lookups = pgTable(
  'lookups',
  {
    id: serial().primaryKey(),
    kind: text({ enum: lookupKinds }).notNull(),
    /** The entry's key in the data files, by which a new release finds it after staff have renamed it. */
    seedKey: text(),
    name: text().notNull(),
    description: text().notNull().default(''),
    position: integer().notNull().default(0),
    /** Set when staff change the entry: from then on a new release does not overwrite it. */
    editedAt: timestamp({ withTimezone: true }),
    /** No longer offered for choice; existing references still show it. */
    isHidden: boolean().notNull().default(false),
    /** The entry that replaced it. The hidden row stays, so that a new release does not add the name again. */
    mergedIntoId: integer().references((): AnyPgColumn => lookups.id),
  },
  t => [
    uniqueIndex('lookups_seed_key_unique').on(t.kind, t.seedKey),
    uniqueIndex('lookups_name_unique').on(t.kind, t.name),
  ],
)
