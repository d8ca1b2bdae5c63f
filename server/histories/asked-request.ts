import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { noWish, plantOf } from '#server/test/trade.ts'
import type { Person } from './two-processes.ts'

export const quantity = 10

/** Read once of each database. */
const plants = new WeakMap<Db, ReturnType<typeof plantOf>>()

interface AskedLine {
  /** Rubles of a piece. */
  price: number
  quantity: number
  /** The size that the quote is of, if it is of one. */
  variant?: number
}

interface Asked {
  id: string
  project: string
  quote: string
  lines: [string, string]
}

/**
 * For each of these a project of two lines, the buyer's request to the companies, and a quote of the first of them, all
 * with one statement, and nobody told of it.
 */
export async function makeAskedRequests(
  db: Db,
  requests: {
    buyer: Pick<Person, 'id'>
    asked: Pick<Person, 'id' | 'companyId'>[]
    lines: readonly [AskedLine, AskedLine]
  }[],
): Promise<Asked[]> {
  const found = plants.get(db) ?? plantOf(db, 'Tilia cordata')
  plants.set(db, found)
  const plant = (await found).id
  const made = requests.map(() => ({
    id: uuidv7(),
    project: uuidv7(),
    quote: uuidv7(),
    lines: [uuidv7(), uuidv7()] satisfies [string, string],
  }))
  const asking = requests.map(({ buyer, asked: [first], lines }, at) => ({
    request: made[at]?.id,
    project: made[at]?.project,
    quote: made[at]?.quote,
    buyer: buyer.id,
    company: first?.companyId,
    answering: first?.id,
    total: lines.reduce((sum, line) => sum + line.price * line.quantity * 100, 0),
  }))
  const rows = requests.flatMap(({ lines }, at) =>
    lines.map((line, index) => ({
      ...line,
      id: made[at]?.lines[index],
      request: made[at]?.id,
      project: made[at]?.project,
      quote: made[at]?.quote,
      position: index + 1,
    })),
  )
  const companies = requests.flatMap(({ asked }, at) =>
    asked.map(({ companyId }, index) => ({ request: made[at]?.id, company: companyId, revision: index === 0 ? 1 : 0 })),
  )
  await db.execute(sql`
    with asking as (
      select * from jsonb_to_recordset(${JSON.stringify(asking)}::jsonb) as one(
        request uuid, project uuid, quote uuid, buyer uuid, company int, answering uuid, total int)),
    lines as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(
        id uuid, request uuid, project uuid, quote uuid, position int, price int, quantity int, variant int)),
    wish as (select ${JSON.stringify(noWish)}::jsonb as wish, ${plant}::int as plant),
    planned as (insert into projects (id, owner_id, name) select project, buyer, 'Сквер' from asking),
    listed as (
      insert into project_lines (id, project_id, position, text, name, is_note, quantity, unit, wish, plant_id)
      select id, project, position - 1, 'Липа', 'Липа', false, quantity, 'шт', wish, plant from lines, wish),
    sent as (
      insert into requests (id, buyer_id, project_id, project_name, deadline, note, substitutes_allowed)
      select request, buyer, project, 'Сквер', now() + interval '7 days', '', true from asking),
    copied as (
      insert into request_lines (request_id, id, position, text, name, quantity, unit, wish, plant_id)
      select request, id, position, 'Липа', 'Липа', quantity, 'шт', wish, plant from lines, wish),
    received as (
      insert into request_companies (request_id, company_id, last_revision)
      select request, company, revision from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb) as one(
        request uuid, company int, revision int)),
    answered as (
      insert into quotes (
        id, request_id, company_id, revision, lines_count, lines_kopecks, total_kopecks, note, valid_until, created_by_id)
      select quote, request, company, 1, 2, total, total, '', current_date + 30, answering from asking)
    insert into quote_lines (
      quote_id, request_id, line_id, variant_id, plant_id, name, label, price_kopecks, quantity, unit, note,
      is_substitute, total_kopecks)
    select quote, request, id, variant, plant, 'Липа', '', price * 100, quantity, 'шт', '', false,
      price * 100 * quantity
    from lines, wish`)
  return made
}
