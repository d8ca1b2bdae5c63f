import { count } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PriceListPreview, previewLimits } from '#contract/price-lists.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { readingPool } from '#server/reading/workers/reading-pool.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { formOf } from '#server/test/pictures.ts'
import { previewList } from './preview-list.service.ts'
import { priceListFiles, priceListLayouts, priceListRows, priceLists } from './price-lists.tables.ts'

let server: TestServer
let names: ReturnType<typeof namedPlants>

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  names = namedPlants({ db, changes: contentChanges(db) })
  // As before a process serves.
  await names()
})
afterAll(() => server.close())

const csv = `Артикул;Наименование;Размер;Цена
;Хвойные;;
Т-1;Туя западная Смарагд;80-100 C5;900
Т-2;Туя западная Смарагд;120-140 RB40;2500
Т-3;Туя западная Смарагд;120-140 RB40;-5
Т-4;Можжевельник Блю;30-40 C3;450
`
const path = '/api/price-lists/preview/'
const send = (body: unknown, userId?: string) => server.send('POST', path, body, userId)
const fileOf = (content: string | Uint8Array, name = 'прайс.csv', more: Record<string, string> = {}) =>
  formOf({ ...more, file: new File([content as BlobPart], name) } as never)
const refused = async (body: unknown) => {
  const { status, body: problem } = await send(body)
  return [status, problem.code, ...Object.keys(problem.fields ?? {})]
}

async function stored(): Promise<number[]> {
  const tables = [priceLists, priceListFiles, priceListRows, priceListLayouts]
  const { db } = server.database
  return Promise.all(tables.map(async table => (await db.select({ count: count() }).from(table))[0]?.count ?? -1))
}

describe('the preview of a price list', () => {
  it('is read from a file or a text for anybody, and nothing of it is stored', async () => {
    const before = await stored()
    const { status, body, headers } = await send(fileOf(csv))
    const list: PriceListPreview = body
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(Object.keys(list).toSorted()).toEqual(['counts', 'questions', 'rows', 'sheets'])
    expect(list.sheets).toMatchObject([{ name: 'Лист1', is_skipped: false, header_rows: 1 }])
    const { counts, rows } = list
    expect(counts.rows).toBe(counts.offers + counts.sections + counts.headers + counts.notes + counts.empty)
    expect(counts).toMatchObject({ rows: 6, headers: 1, sections: 1, offers: 4, new: 2, doubtful: 1, rejected: 1 })
    expect(rows.map(({ row, part, kind, state, name }) => [row, part, kind, state, name])).toEqual([
      [1, null, 'header', null, ''],
      [2, null, 'section', null, 'Хвойные'],
      [3, null, 'offer', 'new', expect.stringContaining('Смарагд')],
      [4, null, 'offer', 'new', expect.stringContaining('Смарагд')],
      [5, null, 'offer', 'rejected', expect.stringContaining('Смарагд')],
      [6, null, 'offer', 'doubtful', expect.stringContaining('Блю')],
    ])
    expect(rows[2]).toMatchObject({
      plant: { latin_name: "Thuja occidentalis 'Smaragd'" },
      variants: [{ height_from: 80, height_to: 100, root: 'container', root_size: 5, price: 900 }],
      changes: [],
      adds: 'product',
      unread: [],
    })
    expect((await send({ text: csv, name: 'прайс' })).body).toEqual(body)
    expect((await send(fileOf(csv, 'прайс.csv', { answers: '[]' }))).body).toEqual(body)
    expect(await stored()).toEqual(before)
  })

  it('is the same for members, with a company and without one', async () => {
    const { db } = server.database
    const nobody = (await makePerson(db)).id
    const { creatorId } = await makeCompany(db)
    const { body } = await send({ text: csv })
    for (const who of [nobody, creatorId]) expect((await send({ text: csv }, who)).body).toEqual(body)
  })

  it('shows the first two hundred rows and counts all of two thousand', async () => {
    const lines = Array.from({ length: previewLimits.rows - 1 }, (_, n) => `Туя западная Смарагд;${n + 10};${900 + n}`)
    const { body } = await send({ text: ['Наименование;Высота;Цена', ...lines].join('\n') })
    expect([body.counts.rows, body.counts.offers, body.rows.length]).toEqual([2000, 1999, 200])
    expect(body.rows.at(-1)).toMatchObject({ row: 200, kind: 'offer' })
  })
})

describe('the answer of how many plants are in a pack', () => {
  const text =
    'Наименование;Высота;Цена/упаковка\nТуя западная Смарагд;80-100;1000\nЕль колючая;80-100;1500\nТис ягодный;80-100;2500\n'
  const answered = async (value: string) => {
    const { questions }: PriceListPreview = (await send({ text })).body
    return send({ text, answers: [{ question: questions[0]?.id, value }] })
  }

  it('is any number from 2 to 10,000, and stays among the options', async () => {
    const { status, body }: { status: number; body: PriceListPreview } = await answered('pack:25')
    expect([status, body.counts.doubtful]).toEqual([200, 0])
    expect(body.rows[1]?.variants).toMatchObject([{ price: 40 }])
    expect(body.questions[0]).toMatchObject({ answer: 'pack:25' })
    expect(body.questions[0]?.options).toContainEqual(expect.objectContaining({ value: 'pack:25' }))
  })

  it.each(['pack:1', 'pack:0', 'pack:10001', 'pack:025', 'pack:2.5', 'pack:', 'dozen'])('is not %s', async value => {
    const { status, body } = await answered(value)
    expect([status, Object.keys(body.fields)]).toEqual([400, ['answers.0.value']])
  })
})

describe('a preview is refused', () => {
  const long = `Наименование;Цена\n${'Туя западная Смарагд;900\n'.repeat(previewLimits.rows)}`

  it('for more than two thousand rows, in a file and as text', async () => {
    expect(await refused(fileOf(long))).toEqual([400, 'INVALID_INPUT', 'file'])
    expect(await refused({ text: long })).toEqual([400, 'INVALID_INPUT', 'text'])
    expect((await send({ text: long })).body.fields.text).toEqual([
      { code: 'too_many', message: expect.stringMatching(/до 2.000 строк/) },
    ])
  })

  it('for more than two megabytes of a file, or more letters than may be pasted', async () => {
    const { status, body } = await send(fileOf(new Uint8Array(previewLimits.bytes + 1)))
    expect([status, body.fields.file[0].message]).toEqual([413, 'Файл больше 2 МБ'])
    expect((await send(fileOf(csv + '\n'.repeat(previewLimits.bytes - Buffer.byteLength(csv))))).status).not.toBe(413)
    expect(await refused({ text: 'я'.repeat(500_001) })).toEqual([400, 'INVALID_INPUT', 'text'])
    expect((await refused({ text: 'я'.repeat(600_000) }))[0]).toBe(413)
  })

  it.each<[string, unknown, string]>([
    ['nothing', {}, 'file'],
    ['an empty text', { text: ' \n' }, 'text'],
    ['a name of two lines', { text: csv, name: 'прайс\nлист' }, 'name'],
    ['answers that are no list', { text: csv, answers: 'each' }, 'answers'],
    ['an answer that is a list', { text: csv, answers: [[]] }, 'answers'],
    ['an answer without a value', { text: csv, answers: [{ question: 'q' }] }, 'answers.0.value'],
    [
      'too many answers',
      { text: csv, answers: Array.from({ length: 51 }, (_, n) => ({ question: `${n}`, value: 'each' })) },
      'answers',
    ],
  ])('for %s', async (_, body, field) => {
    expect(await refused(body)).toEqual([400, 'INVALID_INPUT', field])
  })

  it.each(['[', '{"a":', '[{"question":'])('for answers nested a hundred thousand times: %s', async piece => {
    expect(await refused(fileOf(csv, 'прайс.csv', { answers: piece.repeat(50_000) }))).toEqual([
      400,
      'INVALID_INPUT',
      'answers',
    ])
    const closed = piece === '[' ? '['.repeat(100_000) + ']'.repeat(100_000) : '[1]'
    expect((await refused(fileOf(csv, 'прайс.csv', { answers: closed })))[0]).toBe(400)
  })

  it('for files that are no list, with a sentence that says so', async () => {
    for (const content of [
      '%PDF-1.7\n\u0000\u0001\u0002 obj endobj',
      Buffer.from('89504e470d0a1a0a0000000d4948', 'hex'),
    ]) {
      const { status, body } = await send(fileOf(content, 'прайс.xlsx'))
      expect([status, body.fields.file]).toEqual([400, [{ code: 'unreadable', message: expect.stringMatching(/\.$/) }]])
    }
    expect(await refused(fileOf(''))).toEqual([400, 'INVALID_INPUT', 'file'])
  })

  it('while as many of the same address are being read as may be, and forgotten when its sender leaves', async () => {
    const { db } = server.database
    // Nobody reads: what is admitted waits.
    const readers = readingPool({ places: { list: 0, member: 0, visitor: 0 }, ofNetwork: 2 })
    const gone = new AbortController()
    const preview = (network: string) =>
      previewList(
        { db, names, readers },
        { asker: { kind: 'visitor', network }, signal: gone.signal },
        { text: csv },
        undefined,
      )
    const waiting = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(network => preview(network).catch(error => error))
    while (readers.waiting() < waiting.length) await new Promise(resolve => setImmediate(resolve))
    await expect(preview('192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    gone.abort()
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(waiting.map(() => 'UNAVAILABLE'))
    expect(readers.waiting()).toBe(0)
  })

  it('after as many as anybody needs in an hour', async () => {
    const limited = await server.withSettings({ rateLimits: true })
    const statuses = new Set<number>()
    for (let sent = 0; sent <= 240; sent++) statuses.add((await limited.send('POST', path, {})).status)
    expect([...statuses]).toEqual([400, 429])
  })
})
