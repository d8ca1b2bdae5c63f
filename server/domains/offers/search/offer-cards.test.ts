import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { type ContentChanges, contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makeMedia, makeProduct } from '#server/test/factories.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { offerCards } from './offer-cards.ts'

let server: TestServer
let ids: number[]
let lime: Awaited<ReturnType<typeof makeProduct>>
/** As in two processes, of which each hears of changes by itself. */
let processes: { changes: ContentChanges; show: ReturnType<typeof offerCards> }[]

const plain = { distances: null, quantity: undefined }

function anotherProcess() {
  const { db } = server.database
  const changes = contentChanges(db)
  return { changes, show: offerCards({ db, media: server.media, changes }) }
}

async function shownBy({ changes, show }: (typeof processes)[number], asked: Parameters<typeof show>[1] = plain) {
  await changes.current()
  const shown = await show(ids, asked)
  return shown.map(({ row, written }) => ({ row, written: JSON.parse(written.json) }))
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  const company = await makeCompany(db, { name: 'Липовая аллея', regionId: await lookupId(db, 'region', 'MOS') })
  lime = await makeProduct(db, { companyId: company.id, genus: 'Липа', priceKopecks: 1_750_000, images: 2 })
  await db.execute(
    sql`update products set plant_id = (select id from plants where slug = 'tilia-cordata') where id = ${lime.id}`,
  )
  await makeProduct(db, { genus: 'Роза', category: 'rozy', priceKopecks: 90_000 })
  ids = (await db.select({ id: variants.id }).from(variants).orderBy(asc(variants.id))).map(({ id }) => id)
  processes = [anotherProcess(), anotherProcess()]
  for (const one of processes) await shownBy(one)
})
afterAll(() => server.close())

it('offers that nothing has changed are not read again, also for a quantity', async () => {
  const [one] = processes
  if (!one) throw new Error('no process')
  await one.changes.current()
  const statements = countStatements()
  try {
    expect(await one.show(ids, plain)).toHaveLength(2)
    const [bought] = await one.show(ids, { distances: new Map([[lime.companyId, 12]]), quantity: 5 })
    expect(JSON.parse(bought?.written.json ?? '')).toMatchObject({ distance: 12, unit_price: 17_500 })
    expect(statements.sofar()).toBe(0)
  } finally {
    statements.stop()
  }
})

describe('offers are shown as they are, in each process, after', () => {
  const ofLime = (change: string) => () => sql.raw(`update products set ${change} where id = ${lime.id}`)
  const ofVariant = (change: string) => () => sql.raw(`update variants set ${change} where product_id = ${lime.id}`)
  const ofCompany = (change: string) => () => sql.raw(`update companies set ${change} where id = ${lime.companyId}`)

  it.each<[string, () => ReturnType<typeof sql>]>([
    ['a price', ofVariant('price_kopecks = 700')],
    ['a price from a quantity', ofVariant(`price_tiers = '[{"quantityFrom": 5, "priceKopecks": 600}]'`)],
    ['a size', ofVariant('height_to_mm = 9000')],
    ['a note', ofVariant(`note = 'Штамб'`)],
    ['being sold out', ofVariant(`stock = 'sold_out'`)],
    ['growing stale', ofVariant(`confirmed_at = '2020-01-01'`)],
    ['being confirmed', ofVariant('confirmed_at = now()')],
    ['a name', ofLime(`name = 'Липа безымянная'`)],
    ['a slug', ofLime(`slug = 'lipa-inache'`)],
    ['a zone', ofLime('zone = 3')],
    ['another category', ofLime(`category_id = (select id from categories where slug = 'zlaki')`)],
    ['a category’s slug', () => sql`update categories set slug = slug || '-inache' where slug = 'zlaki'`],
    ['another cover', () => sql.raw(`update product_images set position = 9 - position where product_id = ${lime.id}`)],
    ['no photos', () => sql.raw(`delete from product_images where product_id = ${lime.id}`)],
    ['a company’s name', ofCompany(`name = 'Аллея'`)],
    ['its verification', ofCompany('verified_at = now()')],
    ['its reviews', ofCompany('reviews_count = 3, ratings_sum = 13')],
    ['its region', ofCompany(`region_id = (select id from lookups where kind = 'region' order by id desc limit 1)`)],
    ['a region’s name', () => sql`update lookups set name = name || '.' where kind = 'region'`],
    ['a plant’s name', () => sql`update plants set name = name || '.' where slug = 'tilia-cordata'`],
    ['a plant’s slug', () => sql`update plants set slug = slug || '-inache' where slug = 'tilia-cordata'`],
    ['a genus’ name', () => sql`update genera set name = name || '.'`],
    ['another plant', ofLime(`plant_id = (select id from plants where slug = 'thuja-occidentalis')`)],
    ['no plant', ofLime('plant_id = null')],
    ['taking off sale', ofLime('is_approved = false')],
    ['putting on sale', ofLime('is_approved = true')],
  ])('%s', async (_, change) => {
    const before = await shownBy(anotherProcess())
    await server.database.db.execute(change())
    const after = await shownBy(anotherProcess())
    expect(after).not.toEqual(before)
    for (const one of processes) expect(await shownBy(one)).toEqual(after)
  })

  it('another drawing', async () => {
    const { db } = server.database
    const before = await shownBy(anotherProcess())
    await db.execute(sql`update products set drawn_media_key = ${await makeMedia(db)} where id = ${lime.id}`)
    const after = await shownBy(anotherProcess())
    expect(after).not.toEqual(before)
    for (const one of processes) expect(await shownBy(one)).toEqual(after)
  })

  it('deleting', async () => {
    await server.database.db.delete(variants).where(eq(variants.productId, lime.id))
    for (const one of processes) expect(await shownBy(one)).toHaveLength(1)
  })
})
