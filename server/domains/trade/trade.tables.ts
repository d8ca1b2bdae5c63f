import { isNull, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { dealStates } from '#contract/deals.ts'
import { answerKinds, claimReasons, claimStates } from '#contract/deliveries.ts'
import { lineUnits } from '#contract/project-limits.ts'
import type { LineWish } from '#contract/projects.ts'
import { requestStatuses } from '#contract/requests.ts'
import { reviewParts } from '#contract/reviews.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { projects } from '#server/domains/projects/projects.tables.ts'
import { places } from '#server/domains/reference/places/places.tables.ts'
import { attachedFile } from '#server/platform/media/media.tables.ts'

const time = () => timestamp({ withTimezone: true })

/** A buyer's request for quotations. Its lines are copies: later edits of the project do not change it. */
export const requests = pgTable(
  'requests',
  {
    id: uuid().primaryKey(),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    projectId: uuid().references(() => projects.id, { onDelete: 'set null' }),
    projectName: text().notNull(),
    /**
     * The post in the feed to which companies answer, while there is one. Posts are on a floor above, so it is no
     * foreign key: deleting a post clears it.
     */
    postId: uuid().unique(),
    placeId: integer().references(() => places.id),
    status: text({ enum: requestStatuses }).notNull().default('sent'),
    wantedFrom: date(),
    wantedTo: date(),
    deadline: time().notNull(),
    note: text().notNull(),
    substitutesAllowed: boolean().notNull(),
    createdAt: time().notNull().defaultNow(),
    closedAt: time(),
  },
  t => [
    index('requests_of_buyer').on(t.buyerId, t.id),
    index().on(t.projectId),
    index().on(t.placeId),
    check('requests_closed', sql`(${t.status} = 'sent') = (${t.closedAt} is null)`),
  ],
)
export type RequestRow = typeof requests.$inferSelect

export const requestLines = pgTable(
  'request_lines',
  {
    requestId: uuid()
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    /** That of the project's line. */
    id: uuid().notNull(),
    /** From 1, without gaps. */
    position: integer().notNull(),
    text: text().notNull(),
    name: text().notNull(),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }),
    unit: text({ enum: lineUnits }),
    wish: jsonb().$type<LineWish>().notNull(),
    plantId: integer().references(() => plants.id),
  },
  t => [primaryKey({ columns: [t.requestId, t.id] }), index().on(t.plantId)],
)
export type RequestLineRow = typeof requestLines.$inferSelect

/** The companies that are asked. */
export const requestCompanies = pgTable(
  'request_companies',
  {
    requestId: uuid()
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** The number of its last quote; 0: none. */
    lastRevision: integer().notNull().default(0),
  },
  t => [primaryKey({ columns: [t.requestId, t.companyId] }), index().on(t.companyId, t.requestId)],
)

/** What is priced; copied when it is sent. A variant may be deleted later, so it is no foreign key. */
const pricedLine = {
  lineId: uuid().notNull(),
  variantId: integer(),
  plantId: integer().references(() => plants.id),
  name: text().notNull(),
  label: text().notNull(),
  priceKopecks: integer().notNull(),
  quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  unit: text({ enum: lineUnits }),
  note: text().notNull(),
  isSubstitute: boolean().notNull(),
  totalKopecks: bigint({ mode: 'number' }).notNull(),
}

/** What is priced of the whole. */
const sums = {
  deliveryKopecks: integer(),
  unloadingKopecks: integer(),
  linesCount: integer().notNull(),
  linesKopecks: bigint({ mode: 'number' }).notNull(),
  /** Lines, delivery and unloading. */
  totalKopecks: bigint({ mode: 'number' }).notNull(),
  note: text().notNull(),
}

/** A company's answer, in revisions. Triggers refuse every change of a quote and its lines. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey(),
    requestId: uuid().notNull(),
    companyId: integer().notNull(),
    /** From 1. */
    revision: integer().notNull(),
    ...sums,
    validUntil: date().notNull(),
    createdById: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull().defaultNow(),
  },
  t => [
    foreignKey({
      name: 'quotes_asked_fk',
      columns: [t.requestId, t.companyId],
      foreignColumns: [requestCompanies.requestId, requestCompanies.companyId],
    }).onDelete('cascade'),
    unique('quotes_revision_unique').on(t.requestId, t.companyId, t.revision),
    index().on(t.createdById),
  ],
)
export type QuoteRow = typeof quotes.$inferSelect

export const quoteLines = pgTable(
  'quote_lines',
  {
    quoteId: uuid()
      .notNull()
      .references(() => quotes.id, { onDelete: 'cascade' }),
    requestId: uuid().notNull(),
    ...pricedLine,
  },
  t => [
    primaryKey({ columns: [t.quoteId, t.lineId] }),
    foreignKey({
      name: 'quote_lines_line_fk',
      columns: [t.requestId, t.lineId],
      foreignColumns: [requestLines.requestId, requestLines.id],
    }).onDelete('cascade'),
    index().on(t.requestId, t.lineId),
    index().on(t.plantId),
  ],
)
export type PricedLineRow = Omit<typeof quoteLines.$inferSelect, 'quoteId' | 'requestId'>

/** What a buyer and a company have agreed on. It has copies of all that it says, for companies may be closed. */
export const deals = pgTable(
  'deals',
  {
    id: uuid().primaryKey(),
    requestId: uuid()
      .notNull()
      .references(() => requests.id),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    /** `null`: it is closed. */
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    companyName: text().notNull(),
    quoteId: uuid().references(() => quotes.id, { onDelete: 'set null' }),
    state: text({ enum: dealStates }).notNull(),
    ...sums,
    cancelReason: text().notNull().default(''),
    /** Until when the company may confirm it. */
    confirmBy: time().notNull(),
    /** When both sides were told that this time is near. */
    expiryToldAt: time(),
    /** When the company gave up what it had not handed over by then, and why. */
    restGivenUpAt: time(),
    restReason: text().notNull().default(''),
    createdAt: time().notNull().defaultNow(),
    changedAt: time().notNull().defaultNow(),
  },
  t => [
    unique('deals_company_unique').on(t.requestId, t.companyId),
    index('deals_of_buyer').on(t.buyerId, t.changedAt),
    index('deals_of_company').on(t.companyId, t.changedAt),
    index().on(t.quoteId),
    index('deals_expiring')
      .on(t.confirmBy)
      .where(sql`${t.state} = 'awarded'`),
  ],
)
export type DealRow = typeof deals.$inferSelect

export const dealLines = pgTable(
  'deal_lines',
  {
    dealId: uuid()
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    position: integer().notNull(),
    ...pricedLine,
  },
  t => [primaryKey({ columns: [t.dealId, t.lineId] }), index().on(t.plantId)],
)

/** When a deal came into each of its states, and by whom. */
export const dealHistory = pgTable(
  'deal_history',
  {
    dealId: uuid()
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    state: text({ enum: dealStates }).notNull(),
    at: time().notNull().defaultNow(),
    /** `null`: the site did it, because one side is no more. */
    byId: uuid().references(() => users.id),
    side: text({ enum: ['buyer', 'company'] }),
  },
  t => [primaryKey({ columns: [t.dealId, t.state] }), index().on(t.byId)],
)

/** Plants that a company has handed over at once. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    dealId: uuid()
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    number: integer().notNull(),
    handedAt: time().notNull().defaultNow(),
    byId: uuid()
      .notNull()
      .references(() => users.id),
    note: text().notNull(),
    receivedAt: time(),
  },
  t => [unique('deliveries_number_unique').on(t.dealId, t.number), index().on(t.byId)],
)
export type DeliveryRow = typeof deliveries.$inferSelect

export const deliveryLines = pgTable(
  'delivery_lines',
  {
    deliveryId: uuid()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    lineId: uuid().notNull(),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    /** What arrived in order; the rest was complained of. `null`: it is not received yet. */
    receivedQuantity: numeric({ precision: 12, scale: 2, mode: 'number' }),
  },
  t => [primaryKey({ columns: [t.deliveryId, t.lineId] })],
)
export type DeliveryLineRow = typeof deliveryLines.$inferSelect

/** What a buyer complains of: when they receive a delivery, or later. */
export const claims = pgTable(
  'claims',
  {
    id: uuid().primaryKey(),
    dealId: uuid()
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    /** The deal's, as long as it has one. */
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    lineId: uuid().notNull(),
    /** `null`: it has shown later. */
    deliveryId: uuid().references(() => deliveries.id, { onDelete: 'cascade' }),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    reason: text({ enum: claimReasons }).notNull(),
    text: text().notNull(),
    state: text({ enum: claimStates }).notNull().default('open'),
    answerKind: text({ enum: answerKinds }),
    answerKopecks: integer(),
    answerText: text().notNull().default(''),
    createdAt: time().notNull().defaultNow(),
    settledAt: time(),
  },
  t => [index('claims_of_deal').on(t.dealId, t.createdAt, t.id), index().on(t.companyId), index().on(t.deliveryId)],
)
export type ClaimRow = typeof claims.$inferSelect

/** Why a buyer has refused answers to a claim. */
export const claimDisputes = pgTable(
  'claim_disputes',
  {
    claimId: uuid()
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer().notNull(),
    text: text().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.claimId, t.number] })],
)

/** A file that one side has attached to a deal, or the buyer to a claim. */
export const dealDocuments = pgTable(
  'deal_documents',
  {
    id: uuid().primaryKey(),
    dealId: uuid()
      .notNull()
      .references(() => deals.id, { onDelete: 'cascade' }),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    side: text({ enum: ['buyer', 'company'] }).notNull(),
    /** `null`: it belongs to the deal. */
    claimId: uuid().references(() => claims.id, { onDelete: 'cascade' }),
    /** From 0, among those that were attached together. */
    position: integer().notNull(),
    ...attachedFile(),
    createdAt: time().notNull().defaultNow(),
  },
  t => [
    index('deal_documents_of_deal').on(t.dealId, t.createdAt, t.position),
    index().on(t.authorId),
    index().on(t.mediaKey),
    index().on(t.claimId),
  ],
)
export type DealDocumentRow = typeof dealDocuments.$inferSelect

/** A buyer's words on a company; its rating is counted with the company. */
export const reviews = pgTable(
  'reviews',
  {
    /** Everybody may know it, unlike the deal's. */
    id: uuid().notNull().unique().defaultRandom(),
    dealId: uuid()
      .primaryKey()
      .references(() => deals.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    rating: integer().notNull(),
    text: text().notNull(),
    createdAt: time().notNull().defaultNow(),
    reply: text(),
    repliedAt: time(),
    /** When a moderator has hidden it, or the reply alone. A hidden review is not counted in the rating. */
    hiddenAt: time(),
    hiddenReason: text().notNull().default(''),
    replyHiddenAt: time(),
    replyHiddenReason: text().notNull().default(''),
  },
  t => [
    index('reviews_of_company').on(t.companyId, t.createdAt, t.dealId),
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
    check('reviews_replied', sql`(${t.reply} is null) = (${t.repliedAt} is null)`),
  ],
)
export type ReviewRow = typeof reviews.$inferSelect

/** Reports of reviews and of replies; a person's repeated report is not stored again. */
export const reviewReports = pgTable(
  'review_reports',
  {
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    part: text({ enum: reviewParts }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time().notNull().defaultNow(),
    /** When a moderator handled it. */
    resolvedAt: time(),
  },
  t => [
    primaryKey({ columns: [t.reviewId, t.part, t.userId] }),
    index('review_reports_open').on(t.createdAt, t.reviewId).where(isNull(t.resolvedAt)),
    index().on(t.userId),
  ],
)
