import { jsonb, pgTable, smallint, timestamp } from 'drizzle-orm/pg-core'
import type { Vehicle } from '#contract/transport.ts'

/** The site's vehicles as moderators have changed them: one row, or none while they are as the site was made. */
export const siteVehicles = pgTable('site_vehicles', {
  id: smallint().primaryKey(),
  vehicles: jsonb().$type<Vehicle[]>().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
