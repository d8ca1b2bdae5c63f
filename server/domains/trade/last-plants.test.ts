import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { makeAskedRequests } from '#server/histories/asked-request.ts'
import { makeListings } from '#server/histories/listings.ts'
import { makeCasts, type TwoProcesses, twoProcesses, Unavailable } from '#server/histories/two-processes.ts'

const minute = 60_000
const stock = 10
/** An embedded database takes one at a time: more buyers would show nothing else. */
const buyers = inject('template') ? 1000 : 100
/** Requests of one statement. */
const bulk = 100

let both: TwoProcesses
beforeAll(async () => {
  both = await twoProcesses()
})
afterAll(() => both.close())

it(`of ${buyers} awards at once for the last ten plants exactly ten hold one`, { timeout: 15 * minute }, async () => {
  const { db } = both.server.database
  const [seller] = (await makeCasts(both.server, 1, 1, [0])).flat()
  if (!seller) throw new Error('nobody sells')
  const [listing] = await makeListings(db, [{ companyId: seller.companyId, createdById: seller.id, price: 100, stock }])
  const variant = listing?.variantId ?? 0
  const people = (await makeCasts(both.server, buyers, 1, [])).flat()
  const line = { price: 100, quantity: 1, variant }
  const asked: Awaited<ReturnType<typeof makeAskedRequests>> = []
  for (let from = 0; from < people.length; from += bulk)
    asked.push(
      ...(await makeAskedRequests(
        db,
        people.slice(from, from + bulk).map(buyer => ({ buyer, asked: [seller], lines: [line, line] as const })),
      )),
    )

  /**
   * Who is told that the server is busy, or that too much comes from their address, asks again, as people do. An answer
   * that came too late may belong to an award that was made: then the request is closed.
   */
  async function award(at: number): Promise<string> {
    const { id, quote, lines } = asked[at] ?? { id: '', quote: '', lines: [''] }
    const [call, buyer] = [both.calls[at % 2 === 0 ? 0 : 1], people[at]]
    if (!buyer) throw new Error('no buyer')
    let mayBeMade = false
    for (;;) {
      try {
        const body = { choices: [{ line: lines[0], quote }] }
        const { status, body: answer } = await call('POST', `requests/${id}/award/`, buyer, body)
        const { detail, fields } = answer as { detail?: string; fields?: Record<string, { code: string }[]> }
        if (status === 201 || (mayBeMade && status === 409 && detail === 'Запрос уже закрыт.')) return 'holds one'
        if (status !== 429) return `${status} ${fields?.['choices.0.line']?.[0]?.code ?? detail}`
        await setImmediate()
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        mayBeMade = true
      }
    }
  }
  const outcomes = await Promise.all(people.map((_, at) => award(at)))
  const counted = Object.fromEntries([...Map.groupBy(outcomes, one => one)].map(([one, all]) => [one, all.length]))
  expect(counted).toEqual({ 'holds one': stock, '409 not_enough': buyers - stock })
  const { rows } = await db.execute(sql`
    select stock_quantity, held_quantity,
      (select sum(quantity)::int from stock_holds where variant_id = variants.id) as held,
      (select count(*)::int from deals where company_id = variants.company_id) as deals
    from variants where id = ${variant}`)
  expect(rows).toEqual([{ stock_quantity: stock, held_quantity: stock, held: stock, deals: stock }])
})
