import { eq, type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, numeric, pgTable, serial, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { categories, plants } from '#server/domains/plants/plants.tables.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { tsvector } from '#server/platform/database/search-vector.ts'
import { media } from '#server/platform/media/media.tables.ts'

/** A product: one plant offered by one company. `isActive` is the wire's name for "published". */
export const products = pgTable(
  'products',
  {
    id: serial().primaryKey(),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    /** The directory entry, if genus and species were chosen from it. */
    plantId: integer().references(() => plants.id),
    createdById: uuid().references(() => users.id, { onDelete: 'set null' }),
    assignedToId: uuid().references(() => users.id, { onDelete: 'set null' }),
    slug: text().notNull().unique(),
    name: text().notNull(),
    genus: text().notNull(),
    species: text().notNull(),
    latinName: text().notNull().default(''),
    synonyms: text().notNull().default(''),
    description: text().notNull().default(''),
    // Derived from the variants (variants/derived-columns.ts), like the heights and the root packaging.
    priceKopecks: integer(),
    /** The variants have different prices. */
    priceIsFrom: boolean().notNull().default(false),
    variantsCount: integer().notNull().default(1),
    /** All variants are sold out. */
    isSoldOut: boolean().notNull().default(false),
    /** A one-line summary of the variants' sizes; `null` until it is written (write-sizes.ts). */
    sizes: text(),
    /** The plant is in the directory, or a moderator has published the product. */
    isApproved: boolean().notNull().default(false),
    /** Hidden while its company or its assignee is blocked. */
    isSuspended: boolean().notNull().default(false),
    isActive: boolean()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${products.isApproved} and not ${products.isSuspended}`),
    /**
     * The moderators' decision on a product that is not approved: sent back with a reason, taken down with a reason, or
     * taken down and changed since by its company; or withdrawn by its company. `null`: none yet.
     */
    review: text({ enum: ['returned', 'hidden', 'resubmitted', 'withdrawn'] }),
    reviewReason: text().notNull().default(''),
    reviewedAt: timestamp({ withTimezone: true }),
    /** Time of first publication, by which lists are ordered. */
    publishedAt: timestamp({ withTimezone: true }),
    zoneId: integer().references(() => lookups.id),
    /** USDA zone number of `zoneId`, so that "hardy in zone 4" is a numeric comparison. */
    zone: integer(),
    growthPatternId: integer().references(() => lookups.id),
    placeOfCultivationId: integer().references(() => lookups.id),
    crownShapeId: integer().references(() => lookups.id),
    ageGroupId: integer().references(() => lookups.id),
    rootPackagingId: integer().references(() => lookups.id),
    rootSize: numeric({ precision: 9, scale: 2, mode: 'number' }),
    rootMeasure: text({ enum: ['SM', 'LITR', 'PIECE'] }),
    annualGrowth: text().notNull().default(''),
    landscapeUse: text().notNull().default(''),
    lightRequirements: text().notNull().default(''),
    foliageColour: text().notNull().default(''),
    heightFromMm: integer(),
    heightToMm: integer(),
    /** Height of a mature plant. */
    matureHeightMm: integer(),
    heightMeasure: text({ enum: ['SM', 'M'] })
      .notNull()
      .default('SM'),
    country: text().notNull().default(''),
    city: text().notNull().default(''),
    address: text().notNull().default(''),
    videoLink: text().notNull().default(''),
    /** The drawn picture shown if there is no photo. */
    drawnMediaKey: text()
      .notNull()
      .references(() => media.key),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    searchVector: tsvector().generatedAlwaysAs(
      (): SQL => sql`setweight(to_tsvector('russian', translate(${products.name}, 'ёЁ', 'еЕ')), 'A')
        || setweight(to_tsvector('simple', ${products.name} || ' ' || ${products.latinName} || ' ' || ${products.synonyms}), 'B')
        || to_tsvector('russian', translate(${products.description}, 'ёЁ', 'еЕ'))`,
    ),
  },
  t => [
    index()
      .on(t.publishedAt, t.id)
      .where(eq(t.isActive, sql`true`)),
    index()
      .on(t.categoryId, t.publishedAt, t.id)
      .where(eq(t.isActive, sql`true`)),
    // The admin's lists of unpublished products.
    index('products_unapproved')
      .on(t.createdAt, t.id)
      .where(sql`not ${t.isApproved}`),
    index().on(t.companyId, t.createdAt, t.id),
    index().on(t.plantId),
    index().on(t.drawnMediaKey),
    index().on(t.assignedToId),
    index().on(t.genus),
    // Others of the genus and of the company, newest first (`related`).
    index('products_newest_of_genus')
      .on(t.genus, t.publishedAt, t.id)
      .where(eq(t.isActive, sql`true`)),
    index('products_newest_of_company')
      .on(t.companyId, t.publishedAt, t.id)
      .where(eq(t.isActive, sql`true`)),
    // Every edit also writes into these two, first into their pending lists: short ones, so that the edit that finds a
    // list full does not wait long (in kB; the default is 4096).
    index().using('gin', t.searchVector).with({ gin_pending_list_limit: 128 }),
    index('products_name_trgm')
      .using('gin', sql`(${t.name} || ' ' || ${t.latinName} || ' ' || ${t.synonyms}) gin_trgm_ops`)
      .with({ gin_pending_list_limit: 128 }),
  ],
)

/**
 * All current and former slugs of products; the row of a deleted product is kept, so that no other product gets its
 * slug.
 */
export const productSlugs = pgTable(
  'product_slugs',
  {
    slug: text().primaryKey(),
    productId: integer().references(() => products.id, { onDelete: 'set null' }),
  },
  t => [index().on(t.productId)],
)

/** Photos of a product in order; the first is the cover. */
export const productImages = pgTable(
  'product_images',
  {
    id: serial().primaryKey(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    mediaKey: text()
      .notNull()
      .references(() => media.key),
    position: integer().notNull(),
  },
  t => [index().on(t.productId, t.position, t.id), index().on(t.mediaKey)],
)
