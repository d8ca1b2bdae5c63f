import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** A person. The e-mail keeps its spelling and is compared without regard to case. */
export const users = pgTable(
  'users',
  {
    /** UUID version 7, made by the application. */
    id: uuid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    /** Argon2id; `null` for people of the demonstration set who cannot sign in. */
    passwordHash: text(),
    emailConfirmedAt: timestamp({ withTimezone: true }),
    blockedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [uniqueIndex('users_email_unique').on(sql`lower(${t.email})`)],
)
