import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { noWish, plantOf } from '#server/test/trade.ts'
import type { Person } from './two-processes.ts'

export const quantity = 10

/** Read once of each database. */
const plants = new WeakMap<Db, ReturnType<typeof plantOf>>()

/**
 * A project of two lines, the buyer's request to two companies, and a quote of the first one at these prices of a piece,
 * with one statement, and nobody told of it.
 */
export async function makeAskedRequest(db: Db, buyer: Person, asked: [Person, Person], prices: [number, number]) {
  const found = plants.get(db) ?? plantOf(db, 'Tilia cordata')
  plants.set(db, found)
  const plant = (await found).id
  const [project, request, quote] = [uuidv7(), uuidv7(), uuidv7()]
  const lines: [string, string] = [uuidv7(), uuidv7()]
  const rows = lines.map((id, index) => ({ id, position: index + 1, price: prices[index] }))
  const total = (prices[0] + prices[1]) * quantity * 100
  const [first, second] = asked
  await db.execute(sql`
    with lines as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(id uuid, position int, price int)),
    wish as (select ${JSON.stringify(noWish)}::jsonb as wish, ${plant}::int as plant, ${quantity}::int as quantity),
    asking as (select ${request}::uuid as request, ${project}::uuid as project, ${quote}::uuid as quote),
    planned as (insert into projects (id, owner_id, name) select project, ${buyer.id}::uuid, 'Сквер' from asking),
    listed as (
      insert into project_lines (id, project_id, position, text, name, is_note, quantity, unit, wish, plant_id)
      select id, project, position - 1, 'Липа', 'Липа', false, quantity, 'шт', wish, plant from lines, wish, asking),
    sent as (
      insert into requests (id, buyer_id, project_id, project_name, deadline, note, substitutes_allowed)
      select request, ${buyer.id}::uuid, project, 'Сквер', now() + interval '7 days', '', true from asking),
    copied as (
      insert into request_lines (request_id, id, position, text, name, quantity, unit, wish, plant_id)
      select request, id, position, 'Липа', 'Липа', quantity, 'шт', wish, plant from lines, wish, asking),
    received as (
      insert into request_companies (request_id, company_id, last_revision)
      select request, company, revision from asking, (
        values (${first.companyId}::int, 1), (${second.companyId}::int, 0)) as asked(company, revision)),
    answered as (
      insert into quotes (
        id, request_id, company_id, revision, lines_count, lines_kopecks, total_kopecks, note, valid_until, created_by_id)
      select quote, request, ${first.companyId}::int, 1, 2, ${total}::int, ${total}::int, '', current_date + 30,
        ${first.id}::uuid from asking)
    insert into quote_lines (
      quote_id, request_id, line_id, plant_id, name, label, price_kopecks, quantity, unit, note, is_substitute,
      total_kopecks)
    select quote, request, id, plant, 'Липа', '', price * 100, quantity, 'шт', '', false, price * 100 * quantity
    from lines, wish, asking`)
  return { project, lines, request, quote }
}
