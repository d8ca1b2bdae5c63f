import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { claims, dealHistory, dealLines, deals, deliveries, deliveryLines } from '../trade.tables.ts'

interface Counted {
  deals: number
  confirmed: number
  /** Cancelled by the site because nobody confirmed them. */
  expired: number
  /** Of received deals. */
  lines: number
  linesInFull: number
  /** Not withdrawn. */
  claims: number
  settled: number
  /** From a claim to its settlement, on average. */
  days: number | null
}

/** What a company's record is made of, with one statement. */
export async function countRecord(db: Db, companyId: number): Promise<Counted> {
  const { rows } = await db.execute<{ [Key in keyof Counted]: Counted[Key] }>(sql`
    with own as (select id, state, confirm_by from ${deals} where company_id = ${companyId}),
    counted_deals as (
      select count(*) as deals, count(confirmed.at) as confirmed,
        count(*) filter (where confirmed.at is null and cancelled.side is null and cancelled.at >= own.confirm_by) as expired
      from own
      left join ${dealHistory} confirmed on confirmed.deal_id = own.id and confirmed.state = 'confirmed'
      left join ${dealHistory} cancelled on cancelled.deal_id = own.id and cancelled.state = 'cancelled'),
    counted_lines as (
      select count(*) as lines, count(*) filter (where line.quantity = (
          select coalesce(sum(part.quantity), 0) from ${deliveryLines} part
          join ${deliveries} delivery on delivery.id = part.delivery_id
          where delivery.deal_id = line.deal_id and part.line_id = line.line_id)
        and not exists (select from ${claims} made
          where made.deal_id = line.deal_id and made.line_id = line.line_id and made.state <> 'withdrawn')) as "linesInFull"
      from own join ${dealLines} line on line.deal_id = own.id where own.state = 'received'),
    counted_claims as (
      select count(*) as claims, count(*) filter (where state = 'settled') as settled,
        avg(extract(epoch from settled_at - created_at) / 86400) filter (where state = 'settled') as days
      from ${claims} where company_id = ${companyId} and state <> 'withdrawn')
    select deals::int, confirmed::int, expired::int, lines::int, "linesInFull"::int, claims::int, settled::int,
      days::float8 as days
    from counted_deals, counted_lines, counted_claims`)
  const [row] = rows
  if (!row) throw new Error('counting gives a row')
  return row
}
