import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryOf } from './test/child-processes.ts'
import { makeCompany, makePerson } from './test/factories.ts'
import { preparedPlace } from './test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers, startWithin, stop } from './test/processes.ts'
import { bearerOf } from './test/sessions.ts'

startsServers('file')

const rows = 20_000
const list = '018f0000-0000-7000-8000-000000000001'
const atOnce = 10
/** Nobody may ask for all of them. */
const people = 5

interface Watched {
  /** Milliseconds of the slowest answer of /healthz. */
  silence: number
  /** Milliseconds of all. */
  took: number
  /** Megabytes that the process grew by at most. */
  growth: number
}

// Memory is read from /proc, which only Linux has.
describe.skipIf(process.platform !== 'linux')('reports of 20,000 rows', () => {
  let started: Started
  let authorizations: string[]

  beforeAll(async () => {
    const { place, made } = await preparedPlace(async db => {
      const [creatorId = '', ...employees] = await Promise.all(
        Array.from({ length: people }, async () => (await makePerson(db)).id),
      )
      const { id: companyId } = await makeCompany(db, { creatorId, employees })
      await db.execute(sql`
        insert into price_lists (id, company_id, file_name, status, counts)
        values (${list}, ${companyId}, 'прайс.xlsx', 'ready', '{}')`)
      const content = sql`jsonb_build_object('name', 'Туя западная Смарагд № ' || n, 'plant', null, 'candidates', '[]'::jsonb,
        'category', null, 'variants', '[]'::jsonb, 'note', repeat('примечание ', 20),
        'problems', jsonb_build_array(jsonb_build_object('field', 'price', 'code', 'price', 'message', 'Цена записана непонятно')))`
      await db.execute(sql`
        insert into price_list_rows (list_id, position, sheet, row, kind, state, cells, read, shown, changes)
        select ${list}, n, 'Лист1', n, 'offer', 'doubtful',
          jsonb_build_array('К-' || n, 'Туя западная Смарагд № ' || n, 'Thuja occidentalis Smaragd', n || '-' || n + 20,
            'С' || n, '1250,00', 'в наличии', 'примечание к строке ' || n, 'Хвойные', 'ком'),
          ${content}, ${content}, '[]'
        from generate_series(1, ${rows}::int) n`)
      return Promise.all([creatorId, ...employees].map(id => bearerOf(db, secret, id)))
    })
    authorizations = made
    started = await startAndListen({ ...place, RATE_LIMITS: 'off' })
  }, startWithin + minute)

  async function report(from = 0): Promise<number> {
    const response = await fetch(`${started.address}/api/price-lists/${list}/report.xlsx`, {
      headers: { authorization: authorizations[from % people] ?? '' },
    })
    // Where much else runs, some wait for too long, and are asked to come again.
    if (response.status === 503) return report(from)
    expect(response.status).toBe(200)
    return (await response.arrayBuffer()).byteLength
  }

  async function watch(work: () => Promise<unknown>): Promise<Watched> {
    const pid = started.child.pid ?? 0
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = memoryOf(pid).now
    let isOver = false
    let silence = 0
    const asking = (async () => {
      while (!isOver) {
        const asked = performance.now()
        await (await fetch(`${started.address}/healthz`)).text()
        silence = Math.max(silence, performance.now() - asked)
        await sleep(50)
      }
    })()
    const began = performance.now()
    await work()
    const took = performance.now() - began
    isOver = true
    await asking
    return { silence, took, growth: memoryOf(pid).most - before }
  }

  it(
    'are written one after the other while others are answered, in the memory of one',
    async () => {
      // What starts with the first of them is not measured.
      await report()
      const one = await watch(() => report())
      const sizes: number[] = []
      const many = await watch(async () => {
        sizes.push(...(await Promise.all(Array.from({ length: atOnce }, (_, n) => report(n)))))
      })
      console.log(JSON.stringify({ one, many, bytes: sizes[0] }))
      expect(new Set(sizes).size).toBe(1)
      // Written at once, each of them would add its own; answers would wait for some of them to be written.
      expect(many.growth).toBeLessThan(one.growth + 150)
      expect(many.silence).toBeLessThan(one.took / 2)
      await stop(started)
    },
    10 * minute,
  )
})
