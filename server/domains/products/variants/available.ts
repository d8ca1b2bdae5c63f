import { type SQL, sql } from 'drizzle-orm'
import { type VariantRow, variants } from './variants.tables.ts'

type Stocked = Pick<VariantRow, 'stockQuantity' | 'stockIsMinimum' | 'heldQuantity'>

/** Whether the company says exactly how many there are, so that deals can hold them. */
export const isCounted = ({ stockQuantity, stockIsMinimum }: Pick<Stocked, 'stockQuantity' | 'stockIsMinimum'>) =>
  stockQuantity !== null && !stockIsMinimum

/** How many can still be bought: those that no deal holds; `null` where they are not counted. */
export const availableOf = ({ stockQuantity, stockIsMinimum, heldQuantity }: Stocked): number | null =>
  stockQuantity === null || stockIsMinimum ? null : Math.max(0, stockQuantity - heldQuantity)

/** The same in SQL, but a minimum is itself: at least so many are there. */
export const knownQuantity: SQL<number | null> =
  sql`(case when ${variants.stockIsMinimum} then ${variants.stockQuantity}
  when ${variants.stockQuantity} < ${variants.heldQuantity} then 0 else ${variants.stockQuantity} - ${variants.heldQuantity} end)`
