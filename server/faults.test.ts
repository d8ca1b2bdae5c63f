// Every call of the contract, each of its statements and each way in which a statement can fail: the answer is right or
// an honest 503, the data is as before or complete, and the next answers are right.
//
// Which of all the faults are tried is drawn by FAULTS_SEED, so many for each call (FAULTS_PER_CALL, `all` for all):
//   FAULTS_PER_CALL=all npx vitest run --project server server/faults.test.ts
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { namedPlants } from '#server/domains/plants/named-plants.ts'
import { listApplying, listReading } from '#server/domains/price-lists/price-lists.jobs.ts'
import { priceListJobs } from '#server/jobs.ts'
import { contentChanges } from '#server/platform/http/cache/content-changes.ts'
import { type TestAnswer, type TestServer, testServer } from '#server/test/app.ts'
import { type CallName, type Example, type Examples, exampleCalls } from '#server/test/call-examples.ts'
import { makePerson } from '#server/test/factories.ts'
import { faultsOf, statementFaults } from '#server/test/faults.ts'
import { workOff } from '#server/test/jobs.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'

const perCall =
  process.env.FAULTS_PER_CALL === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.FAULTS_PER_CALL ?? 1)
const seed = Number(process.env.FAULTS_SEED ?? 1)
const answersWithin = 5000
const isServer = Boolean(process.env.TEST_DATABASE_URL)

/** Their answers do not wait for all of their work, so that these tell nothing about who has an account. */
const inBackground = new Set<CallName>(['POST /signup/', 'POST /activation/renew/', 'POST /password-reset/'])
/** Counted or noted on the way, and not part of what the caller asked for. */
const besides = new Set(['rate_limits', 'content_changes'])

const faults = statementFaults()
let server: TestServer
let examples: Examples
let witness: string
let witnessed: string
const figures = {
  calls: 0,
  statements: 0,
  faults: 0,
  right: 0,
  refused: 0,
  'data as before': 0,
  'data complete': 0,
  wrong: 0,
}

beforeAll(async () => {
  server = await testServer({ computesAll: true })
  const { db, jobs } = server.database
  await faults.prepare(db)
  const handlers = priceListJobs({
    db,
    slowly: jobs,
    media: server.media,
    names: namedPlants({ db, changes: contentChanges(db) }),
  }).filter(({ queue }) => queue.name === listReading.name || queue.name === listApplying.name)
  examples = await exampleCalls(server, () => workOff(server.database, handlers))
  witness = (await makePerson(db, { name: 'Свидетель' })).id
  witnessed = (await server.get('/api/me/', witness)).text
  await readyToSearch(server)
}, 120_000)
afterAll(async () => {
  console.log({ database: isServer ? 'PostgreSQL' : 'PGlite', ...figures })
  await server.close()
})

/** The same numbers for the same seed. */
function* randomNumbers(start: number): Generator<number, never> {
  let state = start >>> 0
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** So many of these, drawn at random. */
function drawn<Item>(items: Item[], count: number, start: number): Item[] {
  if (items.length <= count) return items
  const numbers = randomNumbers(start)
  return items
    .map(item => ({ item, place: numbers.next().value }))
    .toSorted((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ item }) => item)
}

async function ask(name: CallName, example: Example): Promise<TestAnswer & { took: number }> {
  const [method = '', own = ''] = name.split(' ')
  const path = encodeURI(example.path ? `/api/${example.path}` : `/api${own}`)
  const before = performance.now()
  let answer: TestAnswer
  if (example.authorization) {
    const { statusCode, payload, headers } = await server.app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization: example.authorization },
      ...(example.body === undefined ? {} : { payload: example.body as object }),
    })
    const isJson = String(headers['content-type']).includes('json')
    answer = { status: statusCode, text: payload, headers, body: isJson && payload ? JSON.parse(payload) : null }
  } else if (method === 'GET') answer = await server.get(path, example.who)
  else answer = await server.send(method as 'POST', path, example.body, example.who)
  const took = performance.now() - before
  await server.app.background.settle()
  return { ...answer, took }
}

let tables: string[] = []

/** Of each table, how many rows it has and which transactions wrote them. */
async function stateOf(): Promise<Map<string, { rows: number; mark: string }>> {
  const { db } = server.database
  if (tables.length === 0) {
    const { rows } = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE' or table_name = 'job_common'`,
    )
    tables = rows.map(({ name }) => name).filter(name => !besides.has(name) && name !== 'places')
  }
  const each = tables.map(
    name => sql`select ${name}::text as name, count(*)::int as rows,
      coalesce(sum(xmin::text::int8 * (1 + abs(hashtext(ctid::text) % 97))), 0)::text as mark from
      ${name === 'job_common' ? sql`pgboss.job_common` : sql.identifier(name)}
      ${name === 'refresh_tokens' ? sql`where token_hash not like 'test session %'` : sql``}`,
  )
  const { rows } = await db.execute<{ name: string; rows: number; mark: string }>(sql.join(each, sql` union all `))
  return new Map(rows.map(({ name, ...state }) => [name, state]))
}
type State = Awaited<ReturnType<typeof stateOf>>

/** Which tables were written, and how many rows each has more. */
const changeBetween = (before: State, after: State): Record<string, number> =>
  Object.fromEntries(
    [...after]
      .filter(([name, { mark }]) => before.get(name)?.mark !== mark)
      .map(([name, { rows }]) => [name, rows - (before.get(name)?.rows ?? 0)]),
  )

/** An answer without what differs from one try to the next: ids, times, tokens, numbers. */
const shapeOf = ({ status, text }: TestAnswer) =>
  `${status} ${text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
    .replace(/ey[\w-]+\.[\w-]+\.[\w-]+/g, '#')
    .replace(/[\w-]{24,}/g, '#')
    .replace(/\\\\?"/g, '"')
    .replace(/\d[\d.,:TZ-]*/g, '#')}`

/** Queries on the same connections, right after the fault: each gets its own rows. */
async function checkNextAnswers(what: string): Promise<void> {
  const { db, quick } = server.database
  const numbersOf = async (from: number) =>
    (
      await (from % 2 ? db : quick)
        .select({ n: sql<number>`i` })
        .from(sql`generate_series(${from}::int, ${from + 2}::int) i`)
    ).map(row => row?.n)
  const firsts = [1, 2, 3, 4, 5]
  const [me, ...lists] = await Promise.all([server.get('/api/me/', witness), ...firsts.map(numbersOf)])
  expect([what, me.text], what).toEqual([what, witnessed])
  expect(lists, what).toEqual(firsts.map(from => [from, from + 1, from + 2]))
}

it('every call of the contract has an example', () => {
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(calls).toSorted())
})

describe('whatever happens to a statement of', () => {
  it.each(Object.keys(calls) as CallName[])(
    '%s',
    async name => {
      /** Signed in beforehand: that statement is the test's own. */
      async function make() {
        const example = await examples[name]()
        if (example.who) await server.bearer(example.who)
        return example
      }
      /** The answer and the change of a call without a fault. */
      async function tried() {
        const example = await make()
        await server.app.background.settle()
        const before = await stateOf()
        faults.arm(null)
        const answer = await ask(name, example)
        const { count } = faults.disarm()
        return { answer, count, change: changeBetween(before, await stateOf()) }
      }
      const [first, usual] = [await tried(), await tried()]
      const { status = 200 }: Call = calls[name]
      expect([usual.answer.status, usual.answer.text], name).toEqual([status, expect.any(String)])
      const isSame = first.answer.text === usual.answer.text
      const rightAnswer = (answer: TestAnswer) =>
        isSame && Object.keys(usual.change).length === 0
          ? answer.status === usual.answer.status && answer.text === usual.answer.text
          : shapeOf(answer) === shapeOf(usual.answer) || shapeOf(answer) === shapeOf(first.answer)
      figures.calls++
      figures.statements += usual.count

      const all = Array.from({ length: usual.count }, (_, index) => index + 1).flatMap(at =>
        faultsOf(isServer).map(fault => ({ at, fault })),
      )
      const start = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed)
      let example = await make()
      await server.app.background.settle()
      let before = await stateOf()
      const wrong: string[] = []
      for (const plan of drawn(all, perCall, start)) {
        const what = `${name}, statement ${plan.at} of ${usual.count}: ${plan.fault}`
        // Forms with files can be sent once.
        const asked = example.body instanceof FormData ? await copyOf(example) : example
        faults.arm(plan)
        const answer = await ask(name, asked)
        const { isHit } = faults.disarm()
        if (!isHit) continue
        figures.faults++
        const isRefused = answer.status === 503 && answer.body?.code === 'UNAVAILABLE'
        if (isRefused) figures.refused++
        else if (rightAnswer(answer)) figures.right++
        else
          wrong.push(
            `${what}: ${answer.status} ${answer.text.slice(0, 300)} instead of ${usual.answer.text.slice(0, 300)}`,
          )
        if (answer.took >= answersWithin) wrong.push(`${what}: took ${answer.took}`)
        await checkNextAnswers(what)
        const change = changeBetween(before, await stateOf())
        const isAsBefore = Object.keys(change).length === 0
        const isComplete = [first, usual].some(one => isDeepStrictEqual(one.change, change))
        figures[isAsBefore ? 'data as before' : 'data complete']++
        const mayBeAsBefore = isRefused || inBackground.has(name)
        if (!(isComplete || (isAsBefore && mayBeAsBefore))) {
          wrong.push(`${what}: ${answer.status}, ${JSON.stringify(change)} instead of ${JSON.stringify(usual.change)}`)
        }
        if (!isAsBefore) {
          example = await make()
          await server.app.background.settle()
          before = await stateOf()
        }
      }
      figures.wrong += wrong.length
      expect(wrong.join('\n')).toBe('')
    },
    600_000,
  )
})

async function copyOf(example: Example): Promise<Example> {
  const form = new FormData()
  for (const [field, value] of example.body as FormData) form.append(field, value)
  return { ...example, body: form }
}
