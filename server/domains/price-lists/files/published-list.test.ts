import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companies } from '#server/domains/companies/companies.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { closeAfterTest, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeProduct } from '#server/test/factories.ts'
import { hasPoppler } from '../../../../scripts/find-poppler.ts'
import { printedSizes } from './published-list.service.ts'

const folder = mkdtempSync(join(tmpdir(), 'dendro-list-'))
let server: TestServer
let companyId: number
/** The number of threads started: one per print. */
let prints = 0
const countPrint = () => {
  prints++
}

beforeAll(async () => {
  process.on('worker', countPrint)
  server = await testServer()
  const { db } = server.database
  const company = await makeCompany(db, {
    name: 'Питомник «Липки»',
    phone: '+7 900 100-20-30',
    website: 'lipki.example',
  })
  companyId = company.id
  const lime = await makeProduct(db, {
    companyId,
    name: 'Липа мелколистная',
    latinName: 'Tilia cordata',
    category: 'listvennye-derevya',
    priceKopecks: 1_250_000,
  })
  await db
    .update(variants)
    .set({
      sku: 'Л-7',
      root: 'wire_ball',
      rootSize: 80,
      girthFromMm: 180,
      girthToMm: 200,
      priceTiers: [{ quantityFrom: 10, priceKopecks: 1_100_050 }],
      stockQuantity: 40,
      confirmedAt: new Date('2026-04-03T09:00:00Z'),
    })
    .where(eq(variants.productId, lime.id))
  await db.insert(variants).values({
    productId: lime.id,
    companyId,
    position: 1,
    stock: 'on_order',
    root: 'bare_root',
    confirmedAt: new Date('2026-02-03T09:00:00Z'),
  })
  const thuja = await makeProduct(db, { companyId, name: 'Туя западная', latinName: 'Thuja occidentalis' })
  await db
    .update(variants)
    .set({ confirmedAt: new Date('2026-03-03T09:00:00Z') })
    .where(eq(variants.productId, thuja.id))
  await makeProduct(db, { companyId, name: 'Ель неопубликованная', isApproved: false })
})
afterAll(async () => {
  process.off('worker', countPrint)
  await server.close()
  rmSync(folder, { recursive: true })
})

async function getPdf(id: number, headers: Record<string, string> = {}, from = server) {
  const response = await from.app.inject({ url: `/api/teams/${id}/price-list.pdf`, headers })
  return { status: response.statusCode, headers: response.headers, content: response.rawPayload }
}

const canRead = hasPoppler()
function textOf(content: Buffer): string {
  const file = join(folder, 'list.pdf')
  writeFileSync(file, content)
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', stdio: 'pipe' })
  return text.replace(/[ \u00a0\u202f]+/g, ' ')
}

describe('the list on the site', () => {
  const list = (query = '', id = companyId) => server.get(`/api/teams/${id}/price-list/${query}`)

  it('contains the published variants section by section, with the date of the last change', async () => {
    const { status, body } = await list()
    expect([status, body.count, body.updated_at]).toEqual([200, 3, '2026-04-03T09:00:00.000Z'])
    expect(body.results.map((section: any) => [section.category.slug, section.products.length])).toEqual([
      ['listvennye-derevya', 1],
      ['hvoynye', 1],
    ])
    const [{ products }] = body.results
    expect(products[0]).toMatchObject({ name: 'Липа мелколистная', latin_name: 'Tilia cordata' })
    expect(products[0].variants.map(({ sku, price }: any) => [sku, price])).toEqual([
      ['Л-7', 12_500],
      [null, null],
    ])
    expect(JSON.stringify(body)).not.toContain('неопубликованная')
  })

  it('continues a product on the next page', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => list(`?page_size=1&page=${page}`)))
    expect(pages.map(({ body }) => body.results[0].products[0].name)).toEqual([
      'Липа мелколистная',
      'Липа мелколистная',
      'Туя западная',
    ])
    expect(pages[0]?.body.next).toBe(`${publicUrl}/api/teams/${companyId}/price-list/?page_size=1&page=2`)
    expect((await list('?page_size=1&page=4')).status).toBe(404)
  })

  it('is empty without published products, and 404 for an unknown company', async () => {
    const { db } = server.database
    const { id } = await makeCompany(db)
    expect((await list('', id)).body).toMatchObject({ count: 0, updated_at: null, results: [] })
    const blocked = await makeCompany(db, { blockedAt: new Date() })
    expect((await list('', blocked.id)).status).toBe(404)
    expect((await list('', 999_999)).status).toBe(404)
  })
})

describe('the printed list', () => {
  it('is printed once, and again when a price or the company changes', async () => {
    const { db } = server.database
    const { id } = await makeCompany(db, { name: 'Однажды' })
    const { id: productId } = await makeProduct(db, { companyId: id })
    prints = 0
    const [first, same] = await Promise.all([getPdf(id), getPdf(id)])
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(decodeURIComponent(String(first.headers['content-disposition']))).toContain("''Прайс-лист, Однажды.pdf")
    expect(same.content.equals(first.content)).toBe(true)
    const unchanged = await getPdf(id, { 'if-none-match': String(first.headers.etag) })
    expect([unchanged.status, unchanged.content.length, prints]).toEqual([304, 0, 1])

    await db.update(variants).set({ priceKopecks: 77_700 }).where(eq(variants.productId, productId))
    const second = await getPdf(id, { 'if-none-match': String(first.headers.etag) })
    expect([second.status, prints]).toEqual([200, 2])
    await db.update(companies).set({ phone: '+7 999' }).where(eq(companies.id, id))
    await getPdf(id)
    expect(prints).toBe(3)
    // Changes of another company do not matter.
    await db.update(variants).set({ priceKopecks: 5 }).where(eq(variants.sku, 'Л-7'))
    await getPdf(id)
    expect(prints).toBe(3)
    await db.execute(sql`update variants set price_kopecks = 1250000 where sku = 'Л-7'`)
  })

  it('is 404 for a company that is not shown', async () => {
    const blocked = await makeCompany(server.database.db, { blockedAt: new Date() })
    for (const id of [blocked.id, 999_999]) expect((await getPdf(id)).status).toBe(404)
  })

  it('is limited by IP address', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    closeAfterTest(limited)
    const statuses = new Set<number>()
    for (let n = 0; n < 31; n++) statuses.add((await getPdf(companyId, {}, limited)).status)
    expect([...statuses]).toEqual([200, 429])
  })

  it('ends after the maximum number of variants and says that there are more; other requests are served meanwhile', async () => {
    const { db } = server.database
    const { id } = await makeCompany(db, { name: 'Большой' })
    const { id: productId } = await makeProduct(db, { companyId: id, name: 'Сосна обыкновенная' })
    const extra = printedSizes + 7
    await db.execute(sql`insert into variants (product_id, company_id, position, root, price_kopecks, height_from_mm, height_to_mm)
      select ${productId}::int, ${id}::int, n, 'ball', n * 100, n * 10, n * 10 + 100 from generate_series(1, ${extra}::int) n`)
    const began = performance.now()
    let isDone = false
    let longest = 0
    const watching = (async () => {
      for (let last = performance.now(); !isDone;) {
        await new Promise(resolve => setImmediate(resolve))
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }
    })()
    const { status, content } = await getPdf(id)
    isDone = true
    await watching
    expect(status).toBe(200)
    if (canRead) expect(textOf(content)).toContain('Здесь не всё: ещё 8')
    expect(longest).toBeLessThan((performance.now() - began) / 2)
  }, 60_000)
})

describe.skipIf(!canRead && !process.env.CI)('the text of the printed list', () => {
  it('contains sections, plants with their Latin names, sizes, prices, dates, contacts and page numbers', async () => {
    if (!canRead) throw new Error('Reading PDFs needs poppler: install poppler-utils.')
    const text = textOf((await getPdf(companyId)).content)
    const info = execFileSync('pdfinfo', [join(folder, 'list.pdf')], { encoding: 'utf8' })
    expect(info).toMatch(/Title: +Прайс-лист, Питомник «Липки»/)
    expect(info).toMatch(/Tagged: +yes/)
    for (const part of [
      'Питомник «Липки»',
      'обновлён 3 апреля 2026',
      '+7 900 100-20-30',
      'lipki.example',
      'Лиственные деревья',
      'Липа мелколистная Tilia cordata',
      'Обхват 18–20',
      'WRB 80',
      'арт. Л-7',
      '40 шт.',
      '12 500',
      'от 10 шт. 11 000,5',
      '03.04.26',
      'под заказ',
      'по запросу',
      'Туя западная Thuja occidentalis',
      `dendro.test/teams/get_current_team/${companyId}/price-list`,
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('неопубликованная')
    expect(text.trim()).toMatch(/Прайс-лист, Питомник «Липки» 1$/)
  })
})
