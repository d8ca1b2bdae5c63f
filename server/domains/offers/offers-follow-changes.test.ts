import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfferPage } from '#contract/offer-search.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { listApplying, listReading } from '#server/domains/price-lists/price-lists.jobs.ts'
import { bulkChannel } from '#server/domains/products/products.api.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'

let server: TestServer
let names: ReturnType<typeof namedPlants>
let seller: string
let companyId: number
let staff: string

beforeAll(async () => {
  server = await testServer()
  const { db, quick } = server.database
  names = namedPlants({ db, changes: contentChanges(quick) })
  seller = (await makePerson(db)).id
  companyId = (await makeCompany(db, { creatorId: seller })).id
  staff = (await makePerson(db, { email: staffEmail })).id
  await readyToSearch(server)
})
afterAll(() => server.close())

const search = async (query: string): Promise<OfferPage> => {
  const { status, body } = await server.get(`/api/offers/?company=${companyId}${query}`)
  expect(status).toBe(200)
  return body
}
const countOf = async (query = '') => (await search(query)).count
const send = async (path: string, body: unknown, who: string) => {
  const answer = await server.send('POST', path, body, who)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Runs the queued jobs that read and apply price lists. */
async function work(): Promise<void> {
  const { db, jobs } = server.database
  const handlers = priceListJobs({ db, slowly: jobs, media: server.media, names })
  const wanted = new Set([listReading.name, listApplying.name])
  await workOff(
    server.database,
    handlers.filter(({ queue }) => wanted.has(queue.name)),
  )
}

/** Applies a list and returns its id. */
async function applied(rows: string[]): Promise<string> {
  const csv = ['Артикул;Наименование;Размер;Цена', 'Хвойные;;;', ...rows].join('\n')
  const { id } = await send('/api/price-lists/', formOf({ file: new File([csv], 'прайс.csv') }), seller)
  await work()
  await send(`/api/price-lists/${id}/apply/`, { missing: 'keep' }, seller)
  await work()
  expect((await server.get(`/api/price-lists/${id}/`, seller)).body.status).toBe('applied')
  return id
}

it('every process is told when a price list has been applied or rolled back, so that the next search need not wait', async () => {
  let heard = 0
  const stop = await server.database.listen(
    bulkChannel,
    () => heard++,
    () => {},
  )
  const list = await applied(['Б-1;Ель обыкновенная;100-120;900'])
  await expect.poll(() => heard).toBe(1)
  await send(`/api/price-lists/${list}/rollback/`, {}, seller)
  await expect.poll(() => heard).toBe(2)
  await stop()
})

describe('the search for offers shows, in the very next request,', () => {
  it('a price list of more than two thousand variants that is applied, rolled back and applied again', async () => {
    const conifers = (await server.get('/api/plants/?category=hvoynye&page_size=30')).body.results
    const rowOf = (n: number) => `R-${n};${conifers[n % 30].name};${20 + n}-${30 + n} C${2 + (n % 9)};${100 + n}`
    const rows = Array.from({ length: 2250 }, (_, n) => rowOf(n))
    const list = await applied(rows)
    const { count, results, facets } = await search('&ordering=-price&page_size=2')
    expect(count).toBe(2250)
    expect(results.map(({ variant }) => [variant.sku, variant.price])).toEqual([
      ['R-2249', 2349],
      ['R-2248', 2348],
    ])
    expect(facets.price).toEqual({ min: 100, max: 2349 })
    expect(facets.root).toEqual([{ value: 'container', name: 'Контейнер (С)', count: 2250 }])
    const last = await search('&ordering=price&page_size=100&page=23')
    expect([last.results.length, last.results.at(-1)?.variant.sku, last.next]).toEqual([50, 'R-2249', null])
    await send(`/api/price-lists/${list}/rollback/`, {}, seller)
    expect(await countOf()).toBe(0)
    await applied(rows.slice(0, 60))
    expect(await countOf()).toBe(60)
  })

  it('that moderators merge a plant into another one', async () => {
    const [kept, merged] = (await server.get('/api/plants/?category=hvoynye&page_size=2')).body.results
    const ofPlant = (slug: string) => countOf(`&plant=${slug}`)
    const [before, moved] = [await ofPlant(kept.slug), await ofPlant(merged.slug)]
    expect([before, moved]).toEqual([2, 2])
    await send(`/api/staff/directory/species/${merged.id}/merge/`, { into: kept.id, reason: 'одно и то же' }, staff)
    expect([await ofPlant(kept.slug), await ofPlant(merged.slug)]).toEqual([4, 4])
  })

  it('that a company is blocked and unblocked', async () => {
    await send(`/api/staff/companies/${companyId}/block/`, { reason: 'жалобы покупателей' }, staff)
    expect(await countOf()).toBe(0)
    await send(`/api/staff/companies/${companyId}/unblock/`, { reason: 'разобрались' }, staff)
    expect(await countOf()).toBe(60)
  })
})
