import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, it } from 'vitest'
import type { PriceList } from '#contract/price-lists.ts'
import { tokens } from '#server/platform/http/session.ts'
import { makeCompany } from '#server/test/factories.ts'
import { openPlace, type Place, preparedPlace } from '#server/test/places.ts'
import { minute, type Started, secret, startAndListen, startsServers } from '#server/test/processes.ts'
import { sessionOf } from '#server/test/sessions.ts'

startsServers()

const sizes = 400

/** A list of plants with five sizes each, at prices that increase with the edition. */
function edition(number: number): string {
  const lines = Array.from({ length: sizes }, (_, n) => {
    const plant = `Ель испытательная Сорт${Math.floor(n / 5)}`
    return `К-${n};${plant};Хвойные;${20 + (n % 5) * 20}-${40 + (n % 5) * 20};${100 + n + number * 10_000}`
  })
  return `Артикул;Наименование;Категория;Высота, см;Цена\n${lines.join('\n')}\n`
}

/** Makes the heartbeats of all jobs under way so old that they count as stopped. */
async function ageHeartbeats(place: Place): Promise<void> {
  const { db, close } = await openPlace(place)
  await db.execute(sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  await close()
}

/** Milliseconds: tens of seconds also on a busy machine; without heartbeats a job counts as under way for five minutes. */
const soon = 3 * minute

// The embedded database ends together with the killed process; the next one knows that it is alone, and begins again at
// once. On a database server a job of the killed process counts as under way until its heartbeat has stopped.
const isShared = inject('template') !== null

describe('kill -9 while applying', () => {
  it('leaves a list applied or not, and it is applied soon', { timeout: 10 * minute }, async () => {
    const { place, made } = await preparedPlace(async db => {
      const { creatorId } = await makeCompany(db)
      return tokens(secret).signAccess(creatorId, await sessionOf(db, creatorId))
    })
    const headers = { authorization: `Bearer ${made}` }
    let server: Started = await startAndListen(place)
    const call = async (method: string, path: string, body?: object | FormData) => {
      const isForm = body instanceof FormData
      const answer = await fetch(`${server.address}/api/price-lists/${path}`, {
        method,
        headers: isForm || !body ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      })
      return { status: answer.status, body: (await answer.json()) as PriceList & { results: { price: number }[] } }
    }
    async function until(id: string, wanted: PriceList['status']): Promise<void> {
      for (let left = 600; left > 0; left--) {
        const answer = await call('GET', `${id}/`)
        const { status, error } = answer.body
        if (status === wanted) return
        // The embedded database has one connection, which may be busy with applying.
        if (answer.status === 503) {
          await sleep(200)
          continue
        }
        if (status === 'failed' || error !== null) throw new Error(`${status}: ${error}`)
        await sleep(200)
      }
      throw new Error(`never ${wanted}`)
    }
    async function readEdition(number: number): Promise<string> {
      const form = new FormData()
      form.append('file', new File([edition(number)], `прайс ${number}.csv`))
      const { status, body } = await call('POST', '', form)
      expect(status).toBe(201)
      await until(body.id, 'ready')
      return body.id
    }
    /** The editions from which the company's current prices come. */
    async function editions(): Promise<Set<number>> {
      const answer = await fetch(`${server.address}/api/products/own/?page_size=100`, { headers })
      const { results } = (await answer.json()) as { results: { variants: { price: number }[] }[] }
      // People must see either one edition or the other, never a mixture.
      return new Set(results.flatMap(({ variants }) => variants.map(({ price }) => Math.floor(price / 10_000))))
    }

    const first = await readEdition(1)
    await call('POST', `${first}/apply/`, { missing: 'keep' })
    await until(first, 'applied')
    expect(await editions()).toEqual(new Set([1]))
    const interrupted = []
    for (const [index, pause] of [10, 100].entries()) {
      const id = await readEdition(index + 2)
      expect((await call('POST', `${id}/apply/`, { missing: 'keep' })).status).toBe(200)
      await sleep(pause)
      const killedAt = Date.now()
      server.child.kill('SIGKILL')
      await server.ended
      server = await startAndListen(place)
      const { status, body } = await call('GET', `${id}/`)
      if (status === 503 || body.status === 'applying') interrupted.push(pause)
      // Once it takes as long as it takes: the heartbeat stops, and another process notices that.
      if (isShared && index > 0) await ageHeartbeats(place)
      await until(id, 'applied')
      expect(Date.now() - killedAt).toBeLessThan(soon)
      expect(await editions()).toEqual(new Set([index + 2]))
    }
    expect(interrupted.length).toBeGreaterThan(0)
    server.child.kill('SIGKILL')
    await server.ended
  })
})
