import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { missingChoices } from '#contract/price-lists.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { priceLists } from '../price-lists.tables.ts'

/** Where a company sends its price lists by e-mail. Made when somebody first looks at it. */
export const priceListAddresses = pgTable('price_list_addresses', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  /** The part of the address that nobody can guess. */
  token: text().notNull().unique(),
  /**
   * Lists that come by e-mail and leave no question are applied by themselves, with this choice for what they do not
   * contain. `null`: none is.
   */
  applies: text({ enum: missingChoices }),
})

/** Lists that came by e-mail, until it is told what became of them. */
export const priceListLetters = pgTable('price_list_letters', {
  listId: uuid()
    .primaryKey()
    .references(() => priceLists.id, { onDelete: 'cascade' }),
  /** False for a letter that a program wrote. */
  isAnswered: boolean().notNull(),
  /** It is being applied by itself, and not by somebody. */
  appliesItself: boolean().notNull().default(false),
})

/** Letters that a company's members have sent, so that none counts again. */
export const receivedLetters = pgTable(
  'received_letters',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** A hash of its id or of a signature in it. */
    key: text().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  t => [primaryKey({ columns: [t.companyId, t.key] }), index().on(t.receivedAt)],
)
