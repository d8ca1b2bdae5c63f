import { type AnyPgColumn, boolean, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { type LookupKind, lookupKinds } from '#contract/moderation/lookups.ts'

export { type LookupKind, lookupKinds }

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
    /** Not offered any more; what refers to it still shows it. */
    isHidden: boolean().notNull().default(false),
    /** The entry that took its place. The row stays, hidden, so that a new release does not bring the name back. */
    mergedIntoId: integer().references((): AnyPgColumn => lookups.id),
  },
  t => [
    uniqueIndex('lookups_seed_key_unique').on(t.kind, t.seedKey),
    uniqueIndex('lookups_name_unique').on(t.kind, t.name),
  ],
)
