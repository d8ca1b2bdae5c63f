import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read as readWorkbook } from '@e965/xlsx'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Project, ProjectLine } from '#contract/projects.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { variants } from '#server/domains/products/variants/variants.tables.ts'
import { textOf } from '#server/reading/tables/cells.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { closeAfterTest, publicUrl, type TestServer, testServer } from '#server/test/app.ts'
import { lookupId, makeCompany, makePerson, makeProduct, placeId } from '#server/test/factories.ts'
import { formOf } from '#server/test/pictures.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { countStatements } from '#server/test/statement-count.ts'
import { hasPoppler } from '../../../scripts/find-poppler.ts'
import { projects } from './projects.tables.ts'

let server: TestServer
let owner: string
let stranger: string
const companies: Record<string, number> = {}

type Sized = Partial<Omit<typeof variants.$inferInsert, 'productId' | 'companyId' | 'position'>>

async function offered(latinName: string, company: string, sizes: Sized[]) {
  const { db } = server.database
  const [plant] = await db.select().from(plants).where(eq(plants.latinName, latinName))
  if (!plant) throw new Error(`no ${latinName}`)
  companies[company] ??= (
    await makeCompany(db, { name: company, placeId: await placeId(db, company === 'Омск' ? 'Омск' : 'Тверь') })
  ).id
  const made = await makeProduct(db, {
    companyId: companies[company],
    plantId: plant.id,
    latinName,
    category: 'listvennye-derevya',
  })
  await db.delete(variants).where(eq(variants.productId, made.id))
  const rows = sizes.map((size, position) => ({ productId: made.id, companyId: made.companyId, position, ...size }))
  return db.insert(variants).values(rows).returning()
}

beforeAll(async () => {
  server = await testServer()
  await readyToSearch(server)
  await offered('Tilia cordata', 'Альфа', [
    {
      girthFromMm: 180,
      girthToMm: 200,
      priceKopecks: 2_000_000,
      priceTiers: [{ quantityFrom: 10, priceKopecks: 1_500_000 }],
    },
    { girthFromMm: 140, girthToMm: 160, priceKopecks: 900_000 },
    { girthFromMm: 180, girthToMm: 200, priceKopecks: 100, stock: 'sold_out' },
  ])
  await offered('Tilia cordata', 'Омск', [
    { girthFromMm: 200, girthToMm: 250, priceKopecks: 3_000_000 },
    { girthFromMm: 180, girthToMm: 200, priceKopecks: 1_600_000 },
  ])
  await offered('Quercus robur', 'Омск', [{ girthFromMm: 250, girthToMm: 300, priceKopecks: 4_000_000 }])
  await offered('Betula pendula', 'Альфа', [{ heightFromMm: 3000, heightToMm: 3500, priceKopecks: null }])
  await offered('Betula pendula', 'Омск', [{ heightFromMm: 3000, heightToMm: 3500, priceKopecks: 500_000 }])
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = (await makePerson(server.database.db)).id
  stranger = (await makePerson(server.database.db)).id
})

const text = `Деревья
Липа мелколистная, обхват 18-20 — 12 шт.
Дуб черешчатый обхват 18-20, 2 шт
Береза повислая 300-350, 3 шт
Рябина обыкновенная, 5 шт
Щефблямка, 7 шт
Липа, 4 шт
Итого: 33 шт`

async function create(form: Record<string, unknown> = {}, body: string | File = text): Promise<Project> {
  const sent = typeof body === 'string' ? { text: body, ...form } : formOf({ ...form, file: body } as never)
  const { status, body: made } = await server.send('POST', '/api/projects/', sent, owner)
  expect(status).toBe(201)
  return made
}
const named = ({ lines }: Project, name: string): ProjectLine => {
  const line = lines.find(one => one.name.startsWith(name))
  if (!line) throw new Error(`no ${name}`)
  return line
}
const patchLine = (project: Project, line: ProjectLine, body: unknown, userId = owner) =>
  server.send('PATCH', `/api/projects/${project.id}/lines/${line.id}/`, body, userId)

describe('a schedule', () => {
  it('becomes lines with what is offered for each of them', async () => {
    const project = await create({ name: 'Сквер' })
    expect(project).toMatchObject({ name: 'Сквер', region: null, zone: null, place: null, share_url: null })
    expect(project.lines.map(({ position, state, quantity }) => [position, state, quantity])).toEqual([
      [1, 'note', null],
      [2, 'matched', 12],
      [3, 'size_differs', 2],
      [4, 'matched', 3],
      [5, 'not_offered', 5],
      [6, 'unknown', 7],
      [7, 'several', 4],
      [8, 'note', null],
    ])
    const lime = named(project, 'Липа мелколистная')
    expect(lime).toMatchObject({
      unit: 'шт',
      wish: { girth_from: 18, girth_to: 20 },
      plant: { latin_name: 'Tilia cordata' },
      chosen: null,
    })
    // Of one fit by total, at the price of the quantity; what is sold out is none.
    expect(
      lime.options.map(({ company, fit, unit_price, total }) => [company.company_name, fit, unit_price, total]),
    ).toEqual([
      ['Альфа', 'exact', 15_000, 180_000],
      ['Омск', 'exact', 16_000, 192_000],
      ['Омск', 'larger', 30_000, 360_000],
      ['Альфа', 'smaller', 9000, 108_000],
    ])
    expect(named(project, 'Берез').options.map(({ total }) => total)).toEqual([15_000, null])
    const rowan = named(project, 'Рябина')
    expect(rowan.options).toEqual([])
    expect(rowan.substitutes.every(({ offers_count }) => offers_count > 0)).toBe(true)
    const limes = named(project, 'Липа')
    expect(project.lines.at(6)?.candidates.length).toBeGreaterThan(0)
    expect(limes.plant).not.toBeNull()
    expect(project.totals).toEqual({ price: 0, priced_lines: 0, lines: 6, companies: [] })
    const { status, body } = await server.get(`/api/projects/${project.id}/`, owner)
    expect([status, body]).toEqual([200, project])
    expect((await server.get('/api/projects/', owner)).body).toMatchObject({
      count: 1,
      next: null,
      results: [{ id: project.id, name: 'Сквер', lines_count: 6, chosen_count: 0, is_shared: false }],
    })
  })

  it('is read from a file, and previewed by anybody without being stored', async () => {
    const csv = '№;Наименование;Размер;Кол-во\n1;Липа мелколистная;обхват 18-20;12\n;Итого;;12\n'
    const file = new File([csv], 'Сквер в Твери.csv')
    const { status, body } = await server.send('POST', '/api/projects/preview/', formOf({ file } as never))
    expect(status).toBe(200)
    expect(body.name).toBe('Сквер в Твери')
    expect(body.lines.map(({ state }: ProjectLine) => state)).toEqual(['note', 'matched', 'note'])
    expect(await server.database.db.select().from(projects).where(eq(projects.id, body.id))).toEqual([])
    const project = await create({}, file)
    expect(named(project, 'Липа').quantity).toBe(12)
    const letter = new File(['Липа мелколистная, обхват 18-20, 12 шт\nДуб черешчатый, 2,5-3 м, 4 шт'], 'письмо.txt')
    expect((await create({}, letter)).lines.map(({ quantity }) => quantity)).toEqual([12, 4])
  })

  it('is refused with the field that is wrong', async () => {
    const post = async (body: unknown, userId: string | undefined = owner) => {
      const answer = await server.send('POST', '/api/projects/', body, userId)
      return [answer.status, ...Object.keys(answer.body.fields ?? {})]
    }
    expect(await post({})).toEqual([400, 'text'])
    expect(await post({ text: ' \n ' })).toEqual([400, 'text'])
    expect(await post({ text: 'Липа 5 шт\n'.repeat(1001) })).toEqual([400, 'text'])
    expect(await post({ text: 'а'.repeat(200_001) })).toEqual([400, 'text'])
    expect(await post({ text, zone: 40 })).toEqual([400, 'zone'])
    expect(await post({ text, zone: 'тепло' })).toEqual([400, 'zone'])
    expect(await post({ text, region: 99_999_999 })).toEqual([400, 'region'])
    expect(await post({ text, place: 99_999_999 })).toEqual([400, 'place'])
    expect(await post({ text }, undefined)).toEqual([201])
    expect((await server.send('POST', '/api/projects/', { text })).status).toBe(401)
    const zip = new File([Buffer.from('PK\x03\x04 no archive at all')], 'a.xlsx')
    expect(await post(formOf({ file: zip } as never))).toEqual([400, 'file'])
    const picture = new File([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3])], 'a.jpg')
    expect(await post(formOf({ file: picture } as never))).toEqual([400, 'file'])
    expect(await post(formOf({ file: new File(['Липа;5\n'.repeat(1001)], 'a.csv') } as never))).toEqual([400, 'file'])
    const huge = await create({}, 'Липа мелколистная 99999999999999999999 шт')
    expect(huge.lines[0]).toMatchObject({ quantity: null })
  })
})

describe('a project', () => {
  it('is its owner’s alone', async () => {
    const project = await create()
    const [line] = project.lines
    const path = `/api/projects/${project.id}`
    for (const userId of [stranger, undefined]) {
      const expected = userId ? 404 : 401
      expect((await server.get(`${path}/`, userId)).status).toBe(expected)
      expect((await server.get(`${path}/export.xlsx`, userId)).status).toBe(expected)
      expect((await server.get(`${path}/export.pdf`, userId)).status).toBe(expected)
      for (const [method, to, body] of [
        ['PATCH', `${path}/`, { name: 'Моё' }],
        ['POST', `${path}/lines/`, { text: 'Липа' }],
        ['PATCH', `${path}/lines/${line?.id}/`, { quantity: 1 }],
        ['DELETE', `${path}/lines/${line?.id}/`, undefined],
        ['POST', `${path}/choose/`, { strategy: 'cheapest' }],
        ['POST', `${path}/share/`, undefined],
        ['DELETE', `${path}/share/`, undefined],
        ['DELETE', `${path}/`, undefined],
      ] as const) {
        expect((await server.send(method, to, body, userId)).status, `${method} ${to}`).toBe(expected)
      }
    }
    const other = await server.send('POST', '/api/projects/', { text }, stranger)
    expect((await patchLine(project, other.body.lines[0], { quantity: 1 })).status).toBe(404)
    expect((await server.get(`${path}/`, owner)).body).toEqual(project)
    expect((await server.get('/api/projects/', stranger)).body.results).toHaveLength(1)
  })

  it('is changed, and warns of plants that do not survive in its zone', async () => {
    const { db } = server.database
    const project = await create()
    const path = `/api/projects/${project.id}/`
    const region = await lookupId(db, 'region', 'TVE')
    const place = await placeId(db, 'Тверь')
    const changed = await server.send('PATCH', path, { name: 'Парк', region, zone: 1, place }, owner)
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ name: 'Парк', region: { id: region }, zone: 1, place: { id: place } })
    const lime = named(changed.body, 'Липа мелколистная')
    expect(lime.warning).toContain('зоне 1')
    expect(lime.options.find(({ company }) => company.company_name === 'Омск')?.distance).toBeGreaterThan(1000)
    const cleared = await server.send('PATCH', path, { zone: null, place: null, region: null }, owner)
    expect(cleared.body).toMatchObject({ region: null, zone: null, place: null })
    expect(named(cleared.body, 'Липа мелколистная').warning).toBeNull()
    expect((await server.send('PATCH', path, { name: '' }, owner)).status).toBe(400)
    expect((await server.send('DELETE', path, undefined, owner)).body).toEqual({ message: 'deleted' })
    expect((await server.get(path, owner)).status).toBe(404)
  })

  it('takes more lines, moves, corrects and removes them', async () => {
    const project = await create({}, 'Липа мелколистная 5 шт\nДуб черешчатый 3 шт')
    const path = `/api/projects/${project.id}/lines/`
    const more = await server.send('POST', path, { text: 'Береза повислая 2 шт' }, owner)
    expect(more.status).toBe(201)
    const names = ({ lines }: Project) => lines.map(({ name, position }) => `${position} ${name.split(' ')[0]}`)
    expect(names(more.body)).toEqual(['1 Липа', '2 Дуб', '3 Береза'])
    const moved = await patchLine(more.body, more.body.lines[2], { position: 1 })
    expect(names(moved.body)).toEqual(['1 Береза', '2 Липа', '3 Дуб'])
    const back = await patchLine(moved.body, moved.body.lines[0], { position: 1000 })
    expect(names(back.body)).toEqual(['1 Липа', '2 Дуб', '3 Береза'])
    const [lime, oak] = back.body.lines
    const corrected = await patchLine(project, lime, { quantity: '10', wish: { girth_from: 18, girth_to: 20 } })
    expect(corrected.body.lines[0]).toMatchObject({ quantity: 10, wish: { girth_from: 18, girth_to: 20, form: null } })
    expect(corrected.body.lines[0].options[0].total).toBe(150_000)
    const replanted = await patchLine(project, oak, { plant: lime.plant.id })
    expect(replanted.body.lines[1]).toMatchObject({ plant: { latin_name: 'Tilia cordata' }, state: 'matched' })
    expect((await patchLine(project, oak, { plant: null })).body.lines[1]).toMatchObject({
      plant: null,
      state: 'unknown',
    })
    for (const [body, field] of [
      [{ quantity: -1 }, 'quantity'],
      [{ quantity: 1e12 }, 'quantity'],
      [{ unit: 'вагон' }, 'unit'],
      [{ plant: 99_999_999 }, 'plant'],
      [{ chosen: 99_999_999 }, 'chosen'],
      [{ position: 0 }, 'position'],
      [{ wish: { height_from: 100, height_to: 50 } }, 'wish.height_to'],
      [{ wish: { root: 'zz' } }, 'wish'],
      [{ wish: 'high' }, 'wish'],
    ] as const) {
      const refused = await patchLine(project, lime, body)
      expect([refused.status, Object.keys(refused.body.fields)], JSON.stringify(body)).toEqual([400, [field]])
    }
    const removed = await server.send('DELETE', `${path}${lime.id}/`, undefined, owner)
    expect(names(removed.body)).toEqual(['1 Дуб', '2 Береза'])
    expect((await server.send('DELETE', `${path}${lime.id}/`, undefined, owner)).status).toBe(404)
    const full = await server.send('POST', path, { text: 'Липа 1 шт\n'.repeat(999) }, owner)
    expect([full.status, Object.keys(full.body.fields)]).toEqual([400, ['text']])
  })

  it('takes an offer or a plant as a line, chosen where it can be', async () => {
    const { db } = server.database
    const project = await create({}, 'Дуб черешчатый 3 шт')
    const path = `/api/projects/${project.id}/lines/`
    const [offer, soldOut] = await Promise.all(
      (['in_stock', 'sold_out'] as const).map(async stock => {
        const [row] = await db
          .select()
          .from(variants)
          .where(
            and(eq(variants.girthFromMm, 180), eq(variants.companyId, companies.Альфа ?? 0), eq(variants.stock, stock)),
          )
        return row?.id
      }),
    )
    const { status, body } = await server.send('POST', path, { variant: offer, quantity: '12' }, owner)
    expect(status).toBe(201)
    expect(body.lines[1]).toMatchObject({
      position: 2,
      quantity: 12,
      unit: 'шт',
      wish: { girth_from: 18, girth_to: 20, height_from: null },
      plant: { latin_name: 'Tilia cordata' },
      state: 'matched',
      chosen: offer,
    })
    expect(body.lines[1].text).toMatch(/, Обхват 18–20, 12 шт$/)
    expect(body.totals).toMatchObject({ price: 180_000, priced_lines: 1, lines: 2 })
    const plant = body.lines[1].plant.id
    const more = await server.send('POST', path, { plant }, owner)
    expect(more.body.lines[2]).toMatchObject({ plant: { id: plant }, quantity: null, unit: 'шт', chosen: null })
    const gone = await server.send('POST', path, { variant: soldOut, quantity: 1 }, owner)
    expect(gone.body.lines[3]).toMatchObject({ state: 'matched', chosen: null })
    const renamed = async (name: string) =>
      (await server.send('PATCH', path.replace('lines/', ''), { name }, owner)).status
    expect([await renamed('я'.repeat(255)), await renamed('я'.repeat(256))]).toEqual([200, 400])
    for (const [sent, field] of [
      [{ variant: 99_999_999 }, 'variant'],
      [{ plant: 99_999_999 }, 'plant'],
      [{ variant: offer, quantity: 0 }, 'quantity'],
      [{}, 'text'],
    ] as const) {
      const refused = await server.send('POST', path, sent, owner)
      expect([refused.status, Object.keys(refused.body.fields)], JSON.stringify(sent)).toEqual([400, [field]])
    }
    expect((await server.send('POST', path, { variant: offer }, stranger)).status).toBe(404)
    const anew = await server.send('POST', '/api/projects/', { name: 'Новый', variant: offer, quantity: 2 }, owner)
    expect([anew.status, anew.body.lines.length, anew.body.lines[0].chosen]).toEqual([201, 1, offer])
  })

  it('begins with what was answered in its preview', async () => {
    const preview = (await server.send('POST', '/api/projects/preview/', { text })).body
    const limes = preview.lines[6]
    expect(limes.state).toBe('several')
    const lime = named(preview, 'Липа мелколистная')
    const oak = named(preview, 'Дуб').options[0]?.variant.id
    const [cheapest, other] = lime.options.map(({ variant }) => variant.id)
    const answers = [
      { position: 7, plant: lime.plant?.id, chosen: other },
      { position: 2, chosen: cheapest },
      // Not of this line, and nothing at all.
      { position: 3, chosen: cheapest },
      { position: 6, chosen: oak },
      { position: 900, chosen: oak },
    ]
    // As a form sends it, beside a file.
    const project = await create({ answers: JSON.stringify(answers) }, new File([text], 'письмо.txt'))
    expect(project.lines.map(({ chosen }) => chosen)).toEqual([null, cheapest, null, null, null, null, other, null])
    expect(project.lines[6]).toMatchObject({ plant: { latin_name: 'Tilia cordata' }, candidates: [] })
    const post = async (sent: unknown) => {
      const answer = await server.send('POST', '/api/projects/', { text, answers: sent }, owner)
      return [answer.status, ...Object.keys(answer.body.fields ?? {})]
    }
    expect(await post([{ position: 2, plant: 99_999_999 }])).toEqual([400, 'answers'])
    expect(await post('[')).toEqual([400, 'answers'])
    expect((await post([{ position: 0 }]))[0]).toBe(400)
  })

  it('is with what a person may keep of themselves, and goes with them', async () => {
    const project = await create({ name: 'Моё' })
    const { body } = await server.get('/api/me/data/', owner)
    expect(body.projects).toMatchObject([
      { name: 'Моё', lines: [{ name: 'Деревья' }, { quantity: 12 }, {}, {}, {}, {}, {}, {}] },
    ])
    expect((await server.get('/api/me/data/', stranger)).body.projects).toEqual([])
    expect(project.lines).toHaveLength(8)
  })
})

describe('choosing', () => {
  const chosenAt = ({ lines }: Project) =>
    lines.map(
      ({ options, chosen }) => options.find(({ variant }) => variant.id === chosen)?.company.company_name ?? null,
    )
  const choose = async (project: Project, strategy: string) =>
    server.send('POST', `/api/projects/${project.id}/choose/`, { strategy }, owner)

  it('takes what costs least, nothing smaller, larger where nothing else is, nothing sold out', async () => {
    const project = await create()
    const { status, body } = await choose(project, 'cheapest')
    expect([status, body.is_approximate]).toEqual([200, false])
    expect(chosenAt(body)).toEqual([null, 'Альфа', 'Омск', 'Омск', null, null, null, null])
    expect(body.totals).toMatchObject({
      price: 180_000 + 80_000 + 15_000,
      priced_lines: 3,
      lines: 6,
      companies: [
        { company: { company_name: 'Омск' }, lines: 2, price: 95_000 },
        { company: { company_name: 'Альфа' }, lines: 1, price: 180_000 },
      ],
    })
  })

  it('takes the fewest companies that have everything that can be had', async () => {
    const { body } = await choose(await create(), 'fewest_companies')
    expect(chosenAt(body)).toEqual([null, 'Омск', 'Омск', 'Омск', null, null, null, null])
    expect(body.totals.companies).toHaveLength(1)
  })

  it('takes the nearest to the project’s place, which it needs', async () => {
    const project = await create()
    const refused = await choose(project, 'nearest')
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['place']])
    const place = await placeId(server.database.db, 'Тверь')
    const { body } = await choose(await create({ place }), 'nearest')
    expect(chosenAt(body)).toEqual([null, 'Альфа', 'Омск', 'Альфа', null, null, null, null])
    expect((await choose(project, 'dearest')).status).toBe(400)
  })

  it('by hand takes an offer of the line’s plant that is there', async () => {
    const project = await create()
    const [lime, oak] = [named(project, 'Липа мелколистная'), named(project, 'Дуб')]
    const larger = lime.options[2]?.variant.id
    const { body } = await patchLine(project, lime, { chosen: larger })
    expect(named(body, 'Липа мелколистная').chosen).toBe(larger)
    expect((await patchLine(project, oak, { chosen: larger })).status).toBe(400)
    const { db } = server.database
    const [soldOut] = await db.select().from(variants).where(eq(variants.stock, 'sold_out'))
    expect((await patchLine(project, lime, { chosen: soldOut?.id })).status).toBe(400)
    // What is sold out afterwards is chosen no more.
    await db
      .update(variants)
      .set({ stock: 'sold_out' })
      .where(eq(variants.id, larger ?? 0))
    const later = (await server.get(`/api/projects/${project.id}/`, owner)).body
    expect([named(later, 'Липа мелколистная').chosen, later.totals.priced_lines]).toEqual([null, 0])
    await db
      .update(variants)
      .set({ stock: 'in_stock' })
      .where(eq(variants.id, larger ?? 0))
    await db
      .update(products)
      .set({ isSuspended: true })
      .where(eq(products.companyId, companies.Омск ?? 0))
    expect(named((await server.get(`/api/projects/${project.id}/`, owner)).body, 'Дуб').state).toBe('not_offered')
    await db
      .update(products)
      .set({ isSuspended: false })
      .where(eq(products.companyId, companies.Омск ?? 0))
  })
})

describe('a file of it', () => {
  async function fileAt(path: string) {
    const headers = { authorization: await server.bearer(owner) }
    const response = await server.app.inject({ url: path, headers })
    return { status: response.statusCode, headers: response.headers, bytes: new Uint8Array(response.rawPayload) }
  }

  it('is a schedule that reads as it was, with prices where they are wanted, and without formulas', async () => {
    const project = await create(
      { name: 'Сквер: 1/2' },
      `${text}\n=SUM(A1) Липа крупнолистная, 3 шт\n@Дуб красный, 2 шт`,
    )
    await server.send('POST', `/api/projects/${project.id}/choose/`, { strategy: 'cheapest' }, owner)
    const plain = await fileAt(`/api/projects/${project.id}/export.xlsx`)
    expect([plain.status, plain.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(decodeURIComponent(String(plain.headers['content-disposition']))).toContain(
      'Ассортиментная ведомость, Сквер 1 2.xlsx',
    )
    const rows = async (bytes: Uint8Array) => {
      const tables = await readTables(bytes)
      if ('failure' in tables) throw new Error(tables.failure)
      return (tables.sheets[0]?.rows ?? []).map(cells => cells.map(textOf))
    }
    expect((await rows(plain.bytes))[0]).toEqual([
      '№',
      'Наименование',
      'Латинское название',
      'Размер',
      'Кол-во',
      'Ед. изм.',
      'Примечание',
    ])
    const priced = await rows((await fileAt(`/api/projects/${project.id}/export.xlsx?prices=1`)).bytes)
    expect(priced[2]).toEqual([
      '1',
      'Липа мелколистная',
      'Tilia cordata',
      'Обхват 18–20',
      '12',
      'шт',
      'Альфа',
      'Обхват 18–20',
      '15000',
      '180000',
    ])
    const sum = priced.findIndex(([, title]) => title === 'Итого')
    expect(priced[sum]?.at(-1)).toBe('275000')
    const book = readWorkbook((await fileAt(`/api/projects/${project.id}/export.xlsx?prices=1`)).bytes, {
      cellNF: true,
    })
    const [plants = {}, sender = {}] = Object.values(book.Sheets)
    expect(plants[`J${sum + 1}`]).toMatchObject({ f: `SUM(J2:J${sum})`, v: 275_000, z: '#,##0.00' })
    expect(Object.values(sender).map((cell: { v?: unknown }) => cell.v)).toContain('Отправитель')
    expect(plants.J3).toMatchObject({ f: 'ROUND(E3*I3,2)', v: 180_000, z: '#,##0.00' })
    expect(priced.slice(sum + 1).map(([, title, ...rest]) => [title, rest.at(-1)])).toEqual([
      ['Итого, Омск', '95000'],
      ['Итого, Альфа', '180000'],
    ])
    for (const [at, value] of [95_000, 180_000].entries()) {
      const own: { f?: string } = plants[`J${sum + 2 + at}`] ?? {}
      expect(own).toMatchObject({ f: expect.stringMatching(/^SUM\((?:J\d+(?::J\d+)?,?)+\)$/), v: value, z: '#,##0.00' })
      const added = (own.f ?? '').match(/J\d+(?::J\d+)?/g)?.flatMap(range => {
        const [from = 0, to = from] = (range.match(/\d+/g) ?? []).map(Number)
        return Array.from({ length: to - from + 1 }, (_, offset) => plants[`J${from + offset}`]?.v ?? 0)
      })
      expect(added?.reduce((all, one) => all + one, 0)).toBe(value)
    }
    const again = await create({}, new File([plain.bytes as BlobPart], 'again.xlsx'))
    const essence = ({ lines }: Project) =>
      lines.flatMap(({ state, quantity, unit, wish, plant }) =>
        state === 'note' ? [] : [{ quantity, unit, wish, plant }],
      )
    expect(essence(again)).toEqual(essence(project))
    const withPrices = await fileAt(`/api/projects/${project.id}/export.xlsx?prices=1`)
    const pricedAgain = await create({}, new File([withPrices.bytes as BlobPart], 'priced.xlsx'))
    // Sums and what nurseries come to are no plants.
    expect(essence(pricedAgain)).toHaveLength(essence(project).length)
  })

  it('counts parts of plants as whole ones in its sums too', async () => {
    const project = await create({}, 'Липа мелколистная, обхват 18-20, 12 шт')
    await server.send('POST', `/api/projects/${project.id}/choose/`, { strategy: 'cheapest' }, owner)
    await patchLine(project, project.lines[0] as ProjectLine, { quantity: 2.5 })
    const { bytes } = await fileAt(`/api/projects/${project.id}/export.xlsx?prices=1`)
    const [plants = {}] = Object.values(readWorkbook(bytes).Sheets)
    expect(plants.J2).toMatchObject({ f: 'ROUND(ROUNDUP(E2,0)*I2,2)', v: 3 * plants.I2?.v })
  })

  it('is a PDF with as many pages as it takes', async () => {
    const project = await create({}, 'Липа мелколистная, обхват 18-20, 12 шт\n'.repeat(200))
    const { status, headers, bytes } = await fileAt(`/api/projects/${project.id}/export.pdf?prices=1`)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const pdf = Buffer.from(bytes).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3)
    if (!hasPoppler()) return
    const folder = mkdtempSync(join(tmpdir(), 'dendro-schedule-'))
    const file = join(folder, 'schedule.pdf')
    writeFileSync(file, bytes)
    const words = execFileSync('pdftotext', ['-layout', '-l', '1', file, '-'], { encoding: 'utf8' }).split(/\s+/)
    rmSync(folder, { recursive: true })
    // No title is broken within a word.
    for (const word of ['Наименование', 'Латинское', 'Кол-во', 'Ед.', 'изм.', 'Питомник', 'Предложение', 'Примечание'])
      expect(words).toContain(word)
  })
})

describe('the terms of nurseries', () => {
  it('stand with what is chosen there: what the minimum order still lacks, delivery and unloading', async () => {
    const { db } = server.database
    const company = await makeCompany(db, { name: 'Условная' })
    const say = (body: unknown) => server.send('PATCH', `/api/teams/${company.id}/`, body, company.creatorId)
    const { body: deliveries } = await server.get('/api/teams/deliveries/')
    const said = await say({ minimum_order: '30000', delivery: deliveries[0].name, unloading: true })
    expect([said.status, said.body.minimum_order]).toEqual([200, 30_000])
    expect((await server.get(`/api/teams/get_current_team/${company.id}/`)).body.minimum_order).toBe(30_000)
    companies.Условная = company.id
    const [rowan] = await offered('Sorbus aucuparia', 'Условная', [{ heightFromMm: 2000, priceKopecks: 8_800_00 }])
    const project = await create({}, 'Рябина обыкновенная, 2 шт')
    const chosen = (await patchLine(project, project.lines[0] as ProjectLine, { chosen: rowan?.id })).body as Project
    expect(chosen.totals.companies).toEqual([
      {
        company: { id: company.id, company_name: 'Условная' },
        lines: 1,
        price: 17_600,
        short_of_minimum: 12_400,
        terms: { minimum_order: 30_000, delivery: deliveries[0].name, unloading: true, safekeeping: false },
      },
    ])
    const { rawPayload } = await server.app.inject({
      url: `/api/projects/${project.id}/export.xlsx?prices=1`,
      headers: { authorization: await server.bearer(owner) },
    })
    const tables = await readTables(new Uint8Array(rawPayload))
    const cells = 'failure' in tables ? [] : (tables.sheets[0]?.rows.at(-1) ?? [])
    const [title, ...rest] = cells.slice(1).map(cell => textOf(cell).replaceAll(/\s/g, ' '))
    expect([title, ...rest.slice(-2)]).toEqual([
      'Итого, Условная',
      '17600',
      `минимальный заказ 30 000,00 ₽; до минимального заказа не хватает 12 400,00 ₽; доставка: ${deliveries[0].name}; разгрузка`,
    ])
    // A strategy chooses regardless, and says so.
    const by = await server.send('POST', `/api/projects/${project.id}/choose/`, { strategy: 'cheapest' }, owner)
    expect(by.body.totals.companies).toEqual(chosen.totals.companies)
    const more = await patchLine(project, project.lines[0] as ProjectLine, { quantity: 4 })
    expect(more.body.totals.companies[0]).toMatchObject({ price: 35_200, short_of_minimum: 0 })
    for (const wrong of ['0', '-5', '1,5', '10000001', 'много']) {
      const { status, body } = await say({ minimum_order: wrong })
      expect([wrong, status, Object.keys(body.fields)]).toEqual([wrong, 400, ['minimum_order']])
    }
    expect((await say({ minimum_order: '' })).body.minimum_order).toBeNull()
    expect((await server.get(`/api/projects/${project.id}/`, owner)).body.totals.companies[0].terms.minimum_order).toBe(
      null,
    )
  })
})

describe('sharing', () => {
  it('opens a project to whoever has the address, until it is taken back or given anew', async () => {
    const project = await create()
    const path = `/api/projects/${project.id}/share/`
    const { status, body } = await server.send('POST', path, undefined, owner)
    expect(status).toBe(201)
    expect(body.share_url.startsWith(`${publicUrl}/shared/`)).toBe(true)
    const open = (url: string) => server.get(`/api/projects/shared/${url.split('/').at(-1)}/`)
    const shared = await open(body.share_url)
    expect([shared.status, shared.headers['x-robots-tag'], shared.headers['cache-control']]).toEqual([
      200,
      'noindex',
      'private, no-store',
    ])
    expect(shared.body.lines).toEqual(project.lines)
    expect(shared.body.share_url).toBeNull()
    expect((await server.get(`/api/projects/${project.id}/`, owner)).body.share_url).toBe(body.share_url)
    // Not kept: a change is seen at once.
    await patchLine(project, named(project, 'Дуб'), { quantity: 9 })
    expect(named((await open(body.share_url)).body, 'Дуб').quantity).toBe(9)
    const renewed = await server.send('POST', path, undefined, owner)
    expect(renewed.body.share_url).not.toBe(body.share_url)
    expect((await open(body.share_url)).status).toBe(404)
    expect((await open(renewed.body.share_url)).status).toBe(200)
    const [key = '', signature = ''] = String(renewed.body.share_url.split('/').at(-1)).split('.')
    for (const token of [
      key,
      `${key}.`,
      `${key}.${signature.slice(1)}a`,
      'x',
      '%00',
      `${'a'.repeat(150)}.${signature}`,
    ]) {
      expect((await server.get(`/api/projects/shared/${token}/`)).status, token).toBeGreaterThanOrEqual(400)
    }
    expect((await server.send('DELETE', path, undefined, owner)).status).toBe(200)
    expect((await open(renewed.body.share_url)).status).toBe(404)
  })

  it('shows many lines in parts, with the sum of all, and keeps each until something of it changes', async () => {
    const item = (n: number) => (n % 50 === 0 ? `Участок ${n / 50}` : `Береза повислая 300-350, ${1 + (n % 7)} шт`)
    const project = await create({}, Array.from({ length: 230 }, (_, n) => item(n)).join('\n'))
    await server.send('POST', `/api/projects/${project.id}/choose/`, { strategy: 'cheapest' }, owner)
    const own: Project = (await server.get(`/api/projects/${project.id}/`, owner)).body
    const { body } = await server.send('POST', `/api/projects/${project.id}/share/`, undefined, owner)
    const address = `/api/projects/shared/${body.share_url.split('/').at(-1)}/`
    const open = async (page: number) => (await server.get(`${address}?page=${page}`)).body
    const parts = await Promise.all([1, 2, 3].map(open))
    expect(parts.map(({ lines }) => lines.length)).toEqual([100, 100, 30])
    expect(parts.flatMap(({ lines }) => lines)).toEqual(own.lines)
    for (const [at, part] of parts.entries()) {
      expect(part).toMatchObject({ name: own.name, count: 230, chosen_count: 225, lines_before: [0, 98, 196][at] })
      expect(part.totals).toEqual(own.totals)
      expect(part.previous).toBe(at > 0 ? `${publicUrl}${address}?page=${at}` : null)
      expect(part.next).toBe(at < 2 ? `${publicUrl}${address}?page=${at + 2}` : null)
    }
    expect((await server.get(address)).body).toEqual(parts[0])
    expect((await server.get(`${address}?page=4`)).status).toBe(404)
    expect((await server.get(`${address}?page=0`)).status).toBe(400)

    /** Statements that a view sends. */
    async function cost(view: () => Promise<unknown>): Promise<number> {
      const statements = countStatements()
      await view()
      statements.stop()
      return statements.sofar()
    }
    const again = await cost(() => open(1))
    const other = await server.another()
    closeAfterTest(other)
    const elsewhere = async () => other.inject(`${address}?page=1`)
    expect(await cost(elsewhere)).toBeGreaterThan(again + 3)
    // What is asked each time: what has changed, and whether the address still opens it.
    expect(again).toBeLessThan(6)
    expect(await cost(elsewhere)).toBe(again)

    const line = parts[0].lines[1]
    await patchLine(own, line, { quantity: 700 })
    const { db } = server.database
    for (const get of [() => open(1), async () => (await elsewhere()).json()])
      expect((await get()).lines[1].quantity).toBe(700)
    const priced = eq(variants.id, line.chosen)
    await db.update(variants).set({ priceKopecks: 480_000 }).where(priced)
    const now = (await elsewhere()).json()
    expect(now.lines[1].options[0]).toMatchObject({ unit_price: 4800, total: 3_360_000 })
    expect(now.totals).toEqual((await server.get(`/api/projects/${project.id}/`, owner)).body.totals)
    await db.update(variants).set({ priceKopecks: 500_000 }).where(priced)

    await server.send('DELETE', `/api/projects/${project.id}/share/`, undefined, owner)
    expect([(await elsewhere()).statusCode, (await server.get(address)).status]).toEqual([404, 404])
  })
})

describe('a line that is longer than a line may be', () => {
  const words = Array.from({ length: 400 }, (_, n) => `слово${n}`).join(' ')

  it.each([
    ['as text', words],
    ['as text without spaces', 'я'.repeat(2500)],
  ])('goes on in remarks below it, %s', async (_, text) => {
    const whole = `Липа мелколистная — 5 шт\n${text}\nДуб черешчатый — 3 шт`
    const { body } = await server.send('POST', '/api/projects/preview/', { text: whole })
    const lines: ProjectLine[] = body.lines
    expect(lines.every(line => line.text.length <= 1000)).toBe(true)
    expect(lines.at(0)).toMatchObject({ quantity: 5 })
    expect(lines.at(-1)).toMatchObject({ quantity: 3 })
    const between = lines.slice(1, -1)
    expect(between.map(line => line.state)).toEqual(between.map(() => 'note'))
    expect(between.length).toBeGreaterThan(2)
    expect(between.map(line => line.text).join(text.includes(' ') ? ' ' : '')).toBe(text)
    // What is shown is the name, or the text where there is none.
    expect(between.map(line => line.name || line.text).join(text.includes(' ') ? ' ' : '')).toBe(text)
  })

  it('goes on in remarks below it, in a file too, and keeps its plant', async () => {
    const csv = `Название;Количество;Примечание\nЛипа мелколистная;5;${words}\n`
    const form = formOf({ file: new File([csv], 'ведомость.csv') })
    const { body } = await server.send('POST', '/api/projects/preview/', form)
    const [, lime, ...more] = body.lines as ProjectLine[]
    expect(lime).toMatchObject({ quantity: 5, plant: { latin_name: 'Tilia cordata' } })
    expect([lime, ...more].map(line => line?.text).join(' ')).toBe(`Липа мелколистная | 5 | ${words}`)
  })
})
