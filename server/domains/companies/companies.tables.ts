import { isNotNull, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { holdDays } from '#contract/companies.ts'
import type { DeliveryTerms } from '#contract/transport.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import { media } from '#server/platform/media/media.tables.ts'

/** A nursery or another supplier; "team" on the wire. */
export const companies = pgTable(
  'companies',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    /** Tax number, 10 or 12 digits, stored as typed. */
    inn: text().notNull(),
    about: text().notNull().default(''),
    phone: text().notNull(),
    website: text().notNull().default(''),
    address: text().notNull(),
    country: text().notNull().default('Россия'),
    regionId: integer().references(() => lookups.id),
    /** The place of its plants. */
    placeId: integer().references(() => places.id),
    /** Its exact position in degrees, for distances; shown only to its members. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    specificId: integer().references(() => lookups.id),
    deliveryId: integer().references(() => lookups.id),
    storesPurchases: boolean().notNull().default(false),
    unloads: boolean().notNull().default(false),
    /** Below which it does not sell; `null`: it does not say. */
    minimumOrderKopecks: integer(),
    /** In which it confirms a deal; then the deal is cancelled. */
    holdDays: integer().notNull().default(holdDays.usual),
    /** How it delivers; `null`: it does not say. */
    deliveryTerms: jsonb().$type<DeliveryTerms>(),
    /** The end of its page's address; `null`: the page is found by its id. */
    slug: text().unique(),
    logoKey: text().references(() => media.key),
    coverKey: text().references(() => media.key),
    hours: text().notNull().default(''),
    deliveryArea: text().notNull().default(''),
    /** A company has one creator and a person creates one company. */
    creatorId: uuid()
      .notNull()
      .references(() => users.id),
    blockedAt: timestamp({ withTimezone: true }),
    blockReason: text().notNull().default(''),
    /** When a moderator verified it, and what they compared; changing the INN or the country removes the mark. */
    verifiedAt: timestamp({ withTimezone: true }),
    verificationNote: text().notNull().default(''),
    /** Of buyers after a deal: how many, and the sum of their ratings from 1 to 5. */
    reviewsCount: integer().notNull().default(0),
    ratingsSum: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [
    uniqueIndex('companies_creator_unique').on(t.creatorId),
    /** Several companies may have the same INN, but only one of them may be verified. */
    uniqueIndex('companies_verified_inn_unique').on(t.inn).where(isNotNull(t.verifiedAt)),
    index().on(t.inn),
    index().on(t.regionId),
    // For the clean-up of stored pictures.
    index().on(t.logoKey),
    index().on(t.coverKey),
    check('companies_minimum_order', sql`${t.minimumOrderKopecks} > 0`),
    check('companies_hold_days', sql`${t.holdDays} between ${sql.raw(`${holdDays.least} and ${holdDays.most}`)}`),
    check('companies_point_whole', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
  ],
)

/** Photos of companies, in order. */
export const companyPhotos = pgTable(
  'company_photos',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    mediaKey: text()
      .notNull()
      .references(() => media.key),
  },
  t => [index().on(t.companyId, t.id), index().on(t.mediaKey)],
)

/** The present and some former slugs of companies: the former ones lead to the present one, and nobody else gets them. */
export const companySlugs = pgTable(
  'company_slugs',
  {
    slug: text().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    takenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [index().on(t.companyId, t.takenAt)],
)

/** Members of companies, including the creator. A person belongs to at most one company. */
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
    /** Whether visitors see their e-mail; `null`: they have not decided yet, which hides it. */
    showsEmail: boolean(),
  },
  t => [index().on(t.companyId, t.joinedAt)],
)
