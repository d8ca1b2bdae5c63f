import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PriceList, PriceListRow } from '#contract/price-lists.ts'
import type { ProjectLine } from '#contract/projects.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { listReading } from '#server/domains/price-lists/price-lists.jobs.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { docxFile, type ListRows, pageFile, pdfFile, pastedText, xlsxFile } from '#server/test/list-files.ts'
import { formOf } from '#server/test/pictures.ts'

let server: TestServer
let grower: string

beforeAll(async () => {
  server = await testServer()
  grower = (await makeCompany(server.database.db)).creatorId
})
afterAll(() => server.close())

const list: ListRows = [
  ['Прайс-лист на весну 2027'],
  ['Наименование', 'Размер', 'Цена, руб.', 'Наличие', 'Артикул'],
  ['Хвойные'],
  ['Туя западная Смарагд', '80-100 C5', '900', '30', 'Т-1'],
  ['Туя западная "Brabant" <новинка>', '120-140 RB40', '2500', 'под заказ', 'Т-2'],
  ['Ель колючая Глаука Глобоза', '40-60 C10', '4100', '', 'Т-3'],
  ['Лиственные деревья'],
  ['Липа мелколистная', 'обхват 18-20 WRB80', '18000', '4', 'Л-1'],
  ['Клён остролистный Globosum', 'обхват 14-16, штамб 220', '21000', '7', 'Л-2'],
]

const schedule: ListRows = [
  ['Ассортиментная ведомость'],
  ['№', 'Наименование', 'Размер', 'Кол-во, шт.'],
  ['1', 'Липа мелколистная', 'обхват 18-20', '12'],
  ['2', 'Туя западная Смарагд', 'высота 80-100', '40'],
  ['Кустарники'],
  ['3', 'Сирень обыкновенная', 'высота 60-80, C5', '25'],
]

const text = (rows: ListRows) => ({ text: pastedText(rows) })
type Sent = { name: string; content: Uint8Array | string } | { text: string }
const formats: [name: string, send: (rows: ListRows) => Sent | Promise<Sent>][] = [
  ['xlsx', rows => ({ name: 'прайс.xlsx', content: xlsxFile(rows) })],
  ['docx', async rows => ({ name: 'прайс.docx', content: await docxFile(rows) })],
  ['HTML', rows => ({ name: 'прайс.html', content: pageFile(rows) })],
  ['HTML named xls', rows => ({ name: 'прайс.xls', content: pageFile(rows) })],
  ['PDF', async rows => ({ name: 'прайс.pdf', content: await pdfFile(rows) })],
  ['pasted text', text],
  ['a pasted page', rows => ({ text: pageFile(rows) })],
]

const bodyOf = (sent: Sent) =>
  'text' in sent ? sent : formOf({ file: new File([sent.content as BlobPart], sent.name) } as never)

async function uploaded(sent: Sent): Promise<PriceList> {
  const { status, body } = await server.send('POST', '/api/price-lists/', bodyOf(sent), grower)
  expect([status, body.status]).toEqual([201, 'reading'])
  const { db, jobs } = server.database
  const names = namedPlants({ db, changes: contentChanges(db) })
  const handlers = priceListJobs({ db, slowly: jobs, media: server.media, names })
  await workOff(
    server.database,
    handlers.filter(({ queue }) => queue.name === listReading.name),
  )
  return (await server.get(`/api/price-lists/${body.id}/`, grower)).body
}

async function rowsOf({ id }: PriceList): Promise<PriceListRow[]> {
  const { body } = await server.get(`/api/price-lists/${id}/rows/?page_size=100`, grower)
  return body.results
}

it.each(formats)('a price list reads alike as %s', async (_, send) => {
  const [book, other] = [await uploaded({ name: 'а.xlsx', content: xlsxFile(list) }), await uploaded(await send(list))]
  expect([other.status, other.error]).toEqual(['ready', null])
  expect(other.counts).toEqual(book.counts)
  expect(other.counts).toMatchObject({ rows: 9, headers: 1, sections: 2, offers: 5, doubtful: 0 })
  expect(await rowsOf(other)).toEqual(await rowsOf(book))
  expect(other.sheets).toEqual(book.sheets)
})

it.each(formats)('a schedule reads alike as %s', async (_, send) => {
  const linesOf = async (sent: Sent): Promise<Partial<ProjectLine>[]> => {
    const { status, body } = await server.send('POST', '/api/projects/preview/', bodyOf(sent))
    expect([status, body.fields]).toEqual([200, undefined])
    return body.lines.map(({ id: _id, ...line }: ProjectLine) => line)
  }
  const expected = await linesOf({ name: 'а.xlsx', content: xlsxFile(schedule) })
  expect(expected.map(({ quantity }) => quantity)).toEqual([null, null, 12, 40, null, 25])
  expect(await linesOf(await send(schedule))).toEqual(expected)
})

it('a pasted list has a name, and is bounded', async () => {
  const named = await uploaded({ ...text(list), name: 'Весна 2027' } as Sent)
  expect([named.file_name, named.status]).toEqual(['Весна 2027', 'ready'])
  expect((await uploaded(text(list))).file_name).toBe('Вставленный список')
  const asForm = await server.send('POST', '/api/price-lists/', formOf({ text: pastedText(list) }), grower)
  expect(asForm.status).toBe(201)
  const refusal = async (body: object) => {
    const answer = await server.send('POST', '/api/price-lists/', body, grower)
    return [answer.status, Object.keys(answer.body.fields ?? {})]
  }
  expect(await refusal({ text: ' \n ' })).toEqual([400, ['text']])
  expect(await refusal({ name: 'Весна' })).toEqual([400, ['file']])
  expect(await refusal({ text: 'т'.repeat(500_001) })).toEqual([400, ['text']])
  expect((await refusal({ text: 'т'.repeat(600_000) }))[0]).toBe(413)
})
