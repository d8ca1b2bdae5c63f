import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'

/** A nursery or another supplier; "team" on the wire. */
export const companies = pgTable(
  'companies',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    /** Tax number, 10 or 12 digits, kept as typed. */
    inn: text().notNull(),
    about: text().notNull().default(''),
    phone: text().notNull(),
    website: text().notNull().default(''),
    address: text().notNull(),
    country: text().notNull().default('Россия'),
    regionId: integer().references(() => lookups.id),
    /** Where its plants stand … */
    placeId: integer().references(() => places.id),
    /** … and more exactly, in degrees: for distances, shown to its own people alone. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    specificId: integer().references(() => lookups.id),
    deliveryId: integer().references(() => lookups.id),
    storesPurchases: boolean().notNull().default(false),
    unloads: boolean().notNull().default(false),
    /** A company has one creator and a person creates one company. */
    creatorId: uuid()
      .notNull()
      .references(() => users.id),
    blockedAt: timestamp({ withTimezone: true }),
    blockReason: text().notNull().default(''),
    /** When a moderator marked it verified, and what they had compared; a changed INN or country takes the mark away. */
    verifiedAt: timestamp({ withTimezone: true }),
    verificationNote: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('companies_creator_unique').on(t.creatorId),
    /** Several companies may name one INN, one of them may be verified. */
    uniqueIndex('companies_verified_inn_unique').on(t.inn).where(isNotNull(t.verifiedAt)),
    index().on(t.inn),
    index().on(t.regionId),
    check('companies_point_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
  ],
)

/** Who works where; the creator is a member too. A person belongs to one company at most. */
export const companyMembers = pgTable(
  'company_members',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    joinedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Whether visitors see their e-mail; `null`: they have been asked and have not answered, which shows it to none. */
    showsEmail: boolean(),
  },
  t => [index().on(t.companyId, t.joinedAt)],
)
