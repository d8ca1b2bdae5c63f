import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PriceList, PriceListQuestion, PriceListRow } from '#contract/price-lists.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { refOf } from '#server/reading/names/named-plants.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { ReadRow } from '#server/reading/price-lists/rows.ts'
import type { AskedQuestion } from '#server/reading/price-lists/understand-sheets.ts'
import { textOf } from '#server/reading/tables/cells.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import type { Read, ReadingPool } from '#server/reading/workers/reading-pool.ts'
import type { ReadingParts } from '#server/reading/workers/tasks.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { workOff } from '#server/test/jobs.ts'
import { formOf } from '#server/test/pictures.ts'
import { emptyVariant } from '#server/test/variants.ts'
import { previewList } from './preview-list.service.ts'
import { listApplying } from './price-lists.jobs.ts'
import { listReader } from './read-list.service.ts'

let server: TestServer
let names: ReturnType<typeof namedPlants>
let named: NamedPlants
let creator: string
let stranger: string

const db = () => server.database.db

beforeAll(async () => {
  server = await testServer()
  names = namedPlants({ db: db(), changes: contentChanges(db()) })
  named = await names()
})
afterAll(() => server.close())

beforeEach(async () => {
  creator = (await makePerson(db())).id
  stranger = (await makePerson(db())).id
  await makeCompany(db(), { creatorId: creator })
  await makeCompany(db(), { creatorId: stranger })
})

const plants = ["Thuja occidentalis 'Smaragd'", "Picea pungens 'Hoopsii'", 'Pinus mugo', 'Tilia cordata']
const sheet = {
  name: 'Прайс',
  is_skipped: false,
  header_rows: 1,
  columns: (['name', 'price', 'note', null] as const).map((field, index) => ({
    index,
    title: `Столбец ${index}`,
    field,
    samples: ['6,9'],
  })),
}

const option = (value: string) => ({ value, label: `За ${value}`, sample: `Туя: ${value}` })
const unit: AskedQuestion = {
  id: 'q-unit',
  key: 'unit 1',
  kind: 'unit',
  sheet: sheet.name,
  column: 1,
  text: 'За сколько штук цена?',
  options: [option('each'), option('thousand')],
  rows: 3,
  answer: null,
}
const column: AskedQuestion = {
  ...{ id: 'q-column', key: 'column 3', kind: 'column', sheet: sheet.name, column: 3, text: 'Что в столбце «Ост»?' },
  ...{ options: [option('stock'), option('ignore')], rows: 1, answer: null },
}

interface Told {
  /** The questions that were answered, with what the reader was told. */
  byList: { question: string; value: string }[]
  byShape: Record<string, string> | undefined
}

/** Reads every list as three plants whose price hangs on one question, and one in two parts that hangs on another. */
function reading({ byList, byShape }: Told): ReadingParts {
  const answerOf = ({ id, key }: AskedQuestion) =>
    byList.find(({ question }) => question === id)?.value ?? byShape?.[key] ?? null
  const prices = answerOf(unit)
  const stock = answerOf(column)
  const rowOf = (latin: string, row: number, part: number | null): ReadRow => {
    const plant = named.all.find(({ latinName }) => latinName === latin)
    const isOpen = row < 5 ? prices === null : stock === null
    const open = { field: 'price', code: 'asked', message: 'Не ясно, за сколько штук цена' }
    return {
      ...{ sheet: sheet.name, row, part, cells: [latin, '6,9', '', '5'], kind: 'offer' as const, name: latin },
      ...{ plant: plant ? refOf(plant) : null, candidates: [], category: null },
      variants: [{ ...emptyVariant, height_from: row * 10, price: prices === 'thousand' ? 6900 : 6.9 }],
      // What is not read makes a row doubtful by itself.
      doubt: isOpen && row < 5 ? 'doubtful' : null,
      problems: isOpen && row < 5 ? [open] : [],
      unread: isOpen && row >= 5 ? [{ column: 3, text: '5', code: 'column' }] : [],
    }
  }
  const [thuja = '', spruce = '', pine = '', lime = ''] = plants
  return {
    sheets: [{ ...sheet, shape: 'Столбец 0|Столбец 1' }],
    questions: [
      { ...column, answer: stock },
      { ...unit, answer: prices },
    ],
    rows: [rowOf(thuja, 2, null), rowOf(spruce, 3, null), rowOf(pine, 4, null), rowOf(lime, 5, 1), rowOf(pine, 5, 2)],
    lines: [],
    attached: [],
  }
}

const told: Told[] = []
const read: Read = async task => {
  if (task.is !== 'price list') throw new Error('not a list')
  const { answers = [], remembered } = task.instructions
  const instructions = { byList: answers, byShape: remembered?.get('Столбец 0|Столбец 1')?.answers }
  told.push(instructions)
  return reading(instructions)
}
/** The processes that read, with a reader that asks. */
const poolOf = (read: Read) => ({ at: (_asker, _signal, work) => work(read) }) as Pick<ReadingPool, 'at'> as ReadingPool
const asking = poolOf(read)

async function work(reader = read): Promise<void> {
  const { jobs } = server.database
  const applying = priceListJobs({ db: db(), slowly: jobs, media: server.media, names }).filter(
    ({ queue }) => queue.name === listApplying.name,
  )
  await workOff(server.database, [listReader({ db: db(), slowly: jobs, names, readers: poolOf(reader) }), ...applying])
}

const getList = async (id: string): Promise<PriceList> => (await server.get(`/api/price-lists/${id}/`, creator)).body
const rowsIn = async (id: string, query = ''): Promise<PriceListRow[]> =>
  (await server.get(`/api/price-lists/${id}/rows/?page_size=100${query}`, creator)).body.results
const patch = (path: string, body: unknown, userId = creator) =>
  server.send('PATCH', `/api/price-lists/${path}`, body, userId)
const sized = async () =>
  (await server.get('/api/products/own/?page_size=100', creator)).body.results.flatMap(
    ({ plant, variants }: { plant: { latin_name: string }; variants: { price: number }[] }) =>
      variants.map(({ price }) => [plant.latin_name, price]),
  )

async function upload(answers?: object[]): Promise<PriceList> {
  const file = new File(['Столбец 0;Столбец 1'], 'прайс.csv')
  const form = formOf({ file, ...(answers ? { answers: JSON.stringify(answers) } : {}) } as never)
  const { status, body } = await server.send('POST', '/api/price-lists/', form, creator)
  expect([status, body.status, body.questions]).toEqual([201, 'reading', []])
  await work()
  return getList(body.id)
}
const answersOf = ({ questions }: { questions: PriceListQuestion[] }) => questions.map(({ id, answer }) => [id, answer])

async function answer(id: string, answers: object[]): Promise<PriceList> {
  const { status, body } = await patch(`${id}/`, { answers })
  expect([status, body.status]).toEqual([200, 'reading'])
  await work()
  return getList(id)
}

describe('questions of a list', () => {
  it('are shown with it, those with the most rows first; rows that hang on them are doubtful', async () => {
    const list = await upload()
    const shown = ({ key: _, ...question }: AskedQuestion) => question
    expect(list.questions).toEqual([shown(unit), shown(column)])
    expect(list.counts).toMatchObject({ offers: 5, doubtful: 5, new: 0, unread: 2 })
    expect((await rowsIn(list.id)).map(({ row, part, unread }) => [row, part, unread])).toEqual([
      [2, null, []],
      [3, null, []],
      [4, null, []],
      [5, 1, [{ column: 3, text: '5', code: 'column' }]],
      [5, 2, [{ column: 3, text: '5', code: 'column' }]],
    ])
    expect((await server.get('/api/price-lists/', creator)).body.results[0].questions).toEqual(list.questions)
  })

  it('are answered one by one and anew: the list is read again with all answers, and they stay shown', async () => {
    const { id } = await upload()
    const first = await answer(id, [{ question: 'q-unit', value: 'thousand' }])
    expect(answersOf(first)).toEqual([
      ['q-unit', 'thousand'],
      ['q-column', null],
    ])
    expect(first.counts).toMatchObject({ new: 3, doubtful: 2, unread: 2 })
    const price = async () => (await rowsIn(id))[0]?.variants[0]?.price
    expect(await price()).toBe(6900)
    const second = await answer(id, [{ question: 'q-column', value: 'ignore' }])
    expect(answersOf(second)).toEqual([
      ['q-unit', 'thousand'],
      ['q-column', 'ignore'],
    ])
    expect(second.counts).toMatchObject({ doubtful: 0, unread: 0 })
    await answer(id, [{ question: 'q-unit', value: 'each' }])
    expect(await price()).toBe(6.9)
    expect(told.at(-1)?.byList).toEqual([
      { question: 'q-unit', value: 'each' },
      { question: 'q-column', value: 'ignore' },
    ])
  })

  it('show the answer already while the list is read again', async () => {
    const { id } = await upload()
    const { body } = await patch(`${id}/`, { answers: [{ question: 'q-unit', value: 'each' }] })
    expect([body.status, answersOf(body)[0]]).toEqual(['reading', ['q-unit', 'each']])
    await work()
  })

  it('are not asked again of the company’s files of this shape, and of another company’s they are', async () => {
    const { id } = await upload()
    await answer(id, [{ question: 'q-unit', value: 'each' }])
    const next = await upload()
    expect(answersOf(next)).toEqual([
      ['q-unit', 'each'],
      ['q-column', null],
    ])
    expect(told.at(-1)).toEqual({ byList: [], byShape: { 'unit 1': 'each' } })
    // Answered anew there, it is remembered anew, beside the other; and so is what is said of the columns.
    await answer(next.id, [
      { question: 'q-unit', value: 'thousand' },
      { question: 'q-column', value: 'stock' },
    ])
    expect(
      (await patch(`${next.id}/`, { sheets: [{ name: 'Прайс', columns: [{ index: 2, field: null }] }] })).status,
    ).toBe(200)
    await work()
    expect(answersOf(await upload())).toEqual([
      ['q-unit', 'thousand'],
      ['q-column', 'stock'],
    ])
    const { body } = await server.send(
      'POST',
      '/api/price-lists/',
      formOf({ file: new File(['Столбец 0;Столбец 1'], 'прайс.csv') } as never),
      stranger,
    )
    await work()
    expect(answersOf((await server.get(`/api/price-lists/${body.id}/`, stranger)).body)).toEqual([
      ['q-unit', null],
      ['q-column', null],
    ])
  })

  it('may be answered together with corrections of sheets, in JSON and as JSON text in a form', async () => {
    const { id } = await upload()
    const sheets = [{ name: 'Прайс', header_rows: 1 }]
    const answers = [{ question: 'q-unit', value: 'each' }]
    expect((await patch(`${id}/`, { sheets, answers })).status).toBe(200)
    await work()
    expect(answersOf(await getList(id))[0]).toEqual(['q-unit', 'each'])
    const form = formOf({
      sheets: JSON.stringify(sheets),
      answers: JSON.stringify([{ question: 'q-unit', value: 'thousand' }]),
    } as never)
    expect((await patch(`${id}/`, form)).status).toBe(200)
    await work()
    expect(answersOf(await getList(id))[0]).toEqual(['q-unit', 'thousand'])
  })

  it('are answered when the file is sent, with what its preview asked; what is not asked is left out', async () => {
    const list = await upload([
      { question: 'q-unit', value: 'thousand' },
      { question: 'of another file', value: 'each' },
    ])
    expect(answersOf(list)).toEqual([
      ['q-unit', 'thousand'],
      ['q-column', null],
    ])
    expect(answersOf(await upload())[0]).toEqual(['q-unit', 'thousand'])
  })

  it.each<[string, unknown, string]>([
    ['an unknown question', { answers: [{ question: 'q-none', value: 'each' }] }, 'answers.0.question'],
    ['an unknown value', { answers: [{ question: 'q-unit', value: 'dozen' }] }, 'answers.0.value'],
    [
      'the second of two answers',
      {
        answers: [
          { question: 'q-unit', value: 'each' },
          { question: 'q-column', value: 'each' },
        ],
      },
      'answers.1.value',
    ],
    ['no question', { answers: [{ value: 'each' }] }, 'answers.0.question'],
    ['no value', { answers: [{ question: 'q-unit' }] }, 'answers.0.value'],
    ['neither sheets nor answers', {}, 'sheets'],
    ['no answers', { answers: [] }, 'sheets'],
    ['what is no list', { answers: 'each' }, 'answers'],
    ['a list in a list', { answers: [[[[]]]] }, 'answers'],
    [
      'two answers to one question',
      {
        answers: [
          { question: 'q-unit', value: 'each' },
          { question: 'q-unit', value: 'thousand' },
        ],
      },
      'answers',
    ],
    [
      'more answers than there can be questions',
      { answers: Array.from({ length: 51 }, (_, n) => ({ question: `q-${n}`, value: 'each' })) },
      'answers',
    ],
    ['a value of many letters', { answers: [{ question: 'q-unit', value: 'я'.repeat(256) }] }, 'answers.0.value'],
    ['a value with control characters', { answers: [{ question: 'q-unit', value: 'a\u0000' }] }, 'answers.0.value'],
  ])('are not answered by %s', async (_, body, field) => {
    const { id } = await upload()
    const { status, body: problem } = await patch(`${id}/`, body)
    expect([status, Object.keys(problem.fields)]).toEqual([400, [field]])
    expect(await getList(id)).toMatchObject({ status: 'ready' })
    expect(answersOf(await getList(id))).toEqual([
      ['q-unit', null],
      ['q-column', null],
    ])
  })

  it('are not answered by others, and not after the list was applied', async () => {
    const { id } = await upload()
    const sent = { answers: [{ question: 'q-unit', value: 'each' }] }
    expect((await patch(`${id}/`, sent, stranger)).status).toBe(404)
    await answer(id, sent.answers)
    await server.send('POST', `/api/price-lists/${id}/apply/`, { missing: 'keep' }, creator)
    await work()
    expect((await patch(`${id}/`, sent)).status).toBe(409)
  })
})

describe('applying a list', () => {
  it('never publishes rows that hang on an open question or hold texts that were not read', async () => {
    const { id } = await upload()
    await answer(id, [{ question: 'q-unit', value: 'each' }])
    expect((await server.send('POST', `/api/price-lists/${id}/apply/`, { missing: 'keep' }, creator)).status).toBe(200)
    await work()
    expect(await getList(id)).toMatchObject({ status: 'applied', counts: { new: 3, doubtful: 2, unread: 2 } })
    expect((await sized()).toSorted()).toEqual([
      ["Picea pungens 'Hoopsii'", 6.9],
      ['Pinus mugo', 6.9],
      ["Thuja occidentalis 'Smaragd'", 6.9],
    ])
  })

  it('changes nothing while every row hangs on a question', async () => {
    const { id } = await upload()
    await server.send('POST', `/api/price-lists/${id}/apply/`, { missing: 'keep' }, creator)
    await work()
    expect(await getList(id)).toMatchObject({ status: 'applied', counts: { doubtful: 5 } })
    expect(await sized()).toEqual([])
  })
})

describe('a row with texts that were not read', () => {
  const place = 'rows/Прайс/5/?part='

  it.each<[string, object]>([
    ['sizes that a person writes', { variants: [{ height_from: 50, price: 900 }] }],
    ['the choice to keep it', { is_skipped: false }],
  ])('is settled by %s', async (_, said) => {
    const { id } = await upload()
    await answer(id, [{ question: 'q-unit', value: 'each' }])
    const { status, body } = await patch(`${id}/${place}1`, said)
    expect([status, body.part, body.state, body.unread]).toEqual([200, 1, 'new', []])
    expect((await getList(id)).counts).toMatchObject({ new: 4, doubtful: 1, unread: 1 })
    expect((await rowsIn(id)).map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new', 'doubtful'])
  })

  it('is not settled by anything else that is said of it', async () => {
    const { id } = await upload()
    await answer(id, [{ question: 'q-unit', value: 'each' }])
    const pine = (await rowsIn(id))[2]?.plant?.id
    for (const said of [{ plant: pine }, { name: 'Сосна' }]) {
      const { body } = await patch(`${id}/${place}1`, said)
      expect([body.state, body.unread.length]).toEqual(['doubtful', 1])
    }
    expect((await patch(`${id}/${place}1`, { is_skipped: true })).body).toMatchObject({ state: 'skipped', unread: [] })
  })

  it('is asked about again if it is read otherwise and holds another text', async () => {
    const { id } = await upload()
    await answer(id, [{ question: 'q-unit', value: 'each' }])
    await patch(`${id}/${place}2`, { is_skipped: false })
    await patch(`${id}/`, { sheets: [{ name: 'Прайс', header_rows: 1 }] })
    await work()
    expect((await rowsIn(id))[4]).toMatchObject({ state: 'new', unread: [] })
    // The same row, with something else in it that nobody has seen.
    const other: Read = async task => {
      const { rows, ...parts } = await read(task, named)
      const changed = rows.map(row => ({ ...row, unread: row.unread.map(text => ({ ...text, text: 'под заказ' })) }))
      return { ...parts, rows: changed }
    }
    await patch(`${id}/`, { sheets: [{ name: 'Прайс', header_rows: 1 }] })
    await work(other)
    expect((await rowsIn(id))[4]).toMatchObject({ state: 'doubtful', unread: [{ text: 'под заказ' }] })
  })
})

describe('a row of the file with several plants', () => {
  it('stands in the report with each of its parts, and what was not read of it', async () => {
    const { id } = await upload()
    const authorization = await server.bearer(creator)
    const url = `/api/price-lists/${id}/report.xlsx`
    const { rawPayload } = await server.app.inject({ url, headers: { authorization } })
    const tables = await readTables(new Uint8Array(rawPayload))
    if ('failure' in tables) throw new Error(tables.failure)
    const rows = (tables.sheets[0]?.rows ?? []).map(cells => cells.map(textOf).slice(1, 4))
    expect(rows.slice(1)).toEqual([
      ...['2', '3', '4'].map(row => [row, 'под вопросом', 'Не ясно, за сколько штук цена']),
      ...['5, часть 1', '5, часть 2'].map(row => [row, 'под вопросом', 'Не прочитано: «5»']),
    ])
  })

  it('has a part for each, which says which one is corrected', async () => {
    const { id } = await upload()
    const at = (query: string) => patch(`${id}/rows/Прайс/5/${query}`, { is_skipped: true })
    const bare = await at('')
    expect([bare.status, Object.keys(bare.body.fields)]).toEqual([400, ['part']])
    expect((await at('?part=3')).status).toBe(404)
    for (const part of ['0', 'x', '1.5', '9999'])
      expect([part, (await at(`?part=${part}`)).status]).toEqual([part, 400])
    const second = await at('?part=2')
    expect([second.status, second.body.part, second.body.state]).toEqual([200, 2, 'skipped'])
    expect((await rowsIn(id)).map(({ part, state }) => [part, state]).slice(3)).toEqual([
      [1, 'doubtful'],
      [2, 'skipped'],
    ])
    // The correction stays with its part when the list is read again.
    await answer(id, [{ question: 'q-column', value: 'ignore' }])
    expect((await rowsIn(id)).map(({ part, state }) => [part, state]).slice(3)).toEqual([
      [1, 'new'],
      [2, 'skipped'],
    ])
  })

  it('is unlike a row with one, which takes no part', async () => {
    const { id } = await upload()
    expect((await patch(`${id}/rows/Прайс/2/?part=1`, { is_skipped: true })).status).toBe(404)
    expect((await patch(`${id}/rows/Прайс/2/?part=`, { is_skipped: true })).body).toMatchObject({ part: null })
  })
})

describe('a preview', () => {
  const gone = new AbortController().signal
  const preview = (answers: { question: string; value: string }[] = []) =>
    previewList(
      { db: db(), names, readers: asking },
      { asker: { kind: 'visitor', network: '192.0.2.1' }, signal: gone },
      { text: 'Столбец 0;Столбец 1', answers },
      undefined,
    )

  it('asks what the list will ask, and is read with the answers', async () => {
    const open = await preview()
    expect(answersOf(open)).toEqual([
      ['q-unit', null],
      ['q-column', null],
    ])
    expect(open.counts).toMatchObject({ offers: 5, doubtful: 5, unread: 2 })
    const answered = await preview([{ question: 'q-unit', value: 'thousand' }])
    expect(answersOf(answered)[0]).toEqual(['q-unit', 'thousand'])
    expect(answered.counts).toMatchObject({ new: 3, doubtful: 2 })
    expect(answered.rows[0]).toMatchObject({ state: 'new', part: null, variants: [{ price: 6900 }] })
    expect(JSON.stringify(answered)).not.toContain('"shape"')
    expect(JSON.stringify(answered)).not.toContain('"key"')
  })

  it('leaves out answers to what is not asked, and refuses values that are not offered', async () => {
    const answered = await preview([{ question: 'of another file', value: 'each' }])
    expect(answered.counts).toMatchObject({ doubtful: 5 })
    await expect(preview([{ question: 'q-unit', value: 'dozen' }])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { 'answers.0.value': [{ code: 'not_in_list' }] },
    })
  })
})
