import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import type { LineChange, Request, RequestLine } from '#contract/requests.ts'
import { plants } from '#server/domains/plants/plants.tables.ts'
import { projectLines } from '#server/domains/projects/projects.tables.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson } from '#server/test/factories.ts'
import { readyToSearch } from '#server/test/ready-to-search.ts'
import { makeProject, plantOf, trading } from '#server/test/trade.ts'
import { compareLines } from './requests/line-changes.ts'

const [lime, oak, birch] = ['Tilia cordata', 'Quercus robur', 'Betula pendula'] as const

let server: TestServer
let act: ReturnType<typeof trading>
let buyer: string
let companies: { id: number; creatorId: string }[]
let project: Awaited<ReturnType<typeof makeProject>>

beforeAll(async () => {
  server = await testServer()
  await readyToSearch(server)
  act = trading(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  buyer = (await makePerson(db)).id
  companies = [await makeCompany(db), await makeCompany(db)]
  project = await makeProject(db, buyer, [lime, oak, birch])
})

const ids = () => companies.map(({ id }) => id)
const lineAt = (at: number) => project.lines[at]?.id ?? ''
const patch = async (at: number, body: unknown) => {
  const { status } = await server.send('PATCH', `/api/projects/${project.id}/lines/${lineAt(at)}/`, body, buyer)
  expect(status).toBe(200)
}
const remove = (at: number) =>
  server.send('DELETE', `/api/projects/${project.id}/lines/${lineAt(at)}/`, undefined, buyer)
const add = async (text: string): Promise<string> => {
  const { status, body } = await server.send('POST', `/api/projects/${project.id}/lines/`, { text }, buyer)
  expect(status).toBe(201)
  return (body as Project).lines.at(-1)?.id ?? ''
}
const differences = async (who = buyer) => server.get(`/api/projects/${project.id}/changes/`, who)
const changesOf = async ({ id }: Request): Promise<LineChange[]> =>
  (await server.get(`/api/requests/${id}/`, buyer)).body.changes
/** What is told of each change, by the number of its line. */
const told = (changes: LineChange[]) =>
  changes.map(({ line, before, after, fields }) => [
    project.lines.findIndex(({ id }) => id === line),
    before?.quantity ?? null,
    after?.quantity ?? null,
    fields,
  ])

describe('what has changed since it was sent', () => {
  it('is nothing before something is sent, and right after', async () => {
    expect((await differences()).body).toEqual({ request: null, changes: [] })
    const request = await act.ask(buyer, project.id, ids())
    expect(request.changes).toEqual([])
    expect((await differences()).body).toEqual({
      request: { id: request.id, created_at: request.created_at },
      changes: [],
    })
  })

  it('is each field of a line that differs, what was added and what was deleted; what was sent stays', async () => {
    const request = await act.ask(buyer, project.id, ids())
    const oakId = (await plantOf(server.database.db, oak)).id
    await patch(0, {
      quantity: 25,
      wish: { girth_from: 18, girth_to: 20, root: 'ball', root_size_from: 60, form: 'standard' },
    })
    await patch(2, { plant: oakId })
    await remove(1)
    const added = await add('Дуб черешчатый 7 шт')
    // Its place in the list and what is chosen are nobody's business but the buyer's.
    await patch(2, { position: 1 })
    const changes = await changesOf(request)
    expect(told(changes)).toEqual([
      [2, 10, 10, ['plant']],
      [0, 10, 25, ['quantity', 'size', 'packing', 'form']],
      [-1, null, 7, []],
      [1, 10, null, []],
    ])
    expect(changes[2]).toMatchObject({ line: added, before: null, after: { plant: { latin_name: oak } } })
    expect(changes[0]).toMatchObject({
      before: { plant: { latin_name: birch } },
      after: { plant: { latin_name: oak } },
    })
    expect((await differences()).body.changes).toEqual(changes)
    const { lines } = (await server.get(`/api/requests/${request.id}/`, buyer)).body as Request
    expect(lines).toEqual(request.lines)
    await patch(0, {
      quantity: 10,
      wish: { girth_from: null, girth_to: null, root: null, root_size_from: null, form: null },
    })
    expect(told(await changesOf(request)).map(([at]) => at)).toEqual([2, -1, 1])
  })

  it('is nothing where a line is deleted and brought back as it was', async () => {
    const text = 'Дуб черешчатый 7 шт'
    const line = await add(text)
    const request = await act.ask(buyer, project.id, ids())
    await server.send('DELETE', `/api/projects/${project.id}/lines/${line}/`, undefined, buyer)
    expect((await changesOf(request)).map(change => [change.line, change.after])).toEqual([[line, null]])
    const again = await add(text)
    expect(again).not.toBe(line)
    expect(await changesOf(request)).toEqual([])
    expect((await differences()).body.changes).toEqual([])
    // The same once more is one more.
    const more = await add(text)
    expect((await changesOf(request)).map(change => [change.line, change.before])).toEqual([[more, null]])
  })

  it('is a line that is deleted, also where the same was left out on purpose', async () => {
    const text = 'Дуб черешчатый 7 шт'
    const [asked] = [await add(text), await add(text)]
    const request = await act.ask(buyer, project.id, ids(), { lines: [asked] })
    expect(await changesOf(request)).toEqual([])
    await server.send('DELETE', `/api/projects/${project.id}/lines/${asked}/`, undefined, buyer)
    expect((await changesOf(request)).map(change => [change.line, change.after])).toEqual([[asked, null]])
    expect((await differences()).body.changes).toEqual(await changesOf(request))
  })

  it('is found soon, however many lines have the same words', async () => {
    const { lines } = await act.ask(buyer, project.id, ids(), { lines: [lineAt(0)] })
    const thousand = (id: string, quantity: number) =>
      Array.from({ length: 1000 }, (_, at) => ({ ...(lines[0] as RequestLine), id: `${id}${at}`, quantity }))
    const begun = performance.now()
    const changes = compareLines({ sent: thousand('a', 1), now: thousand('b', 2), since: 'a', last: new Map() })
    expect([changes.length, performance.now() - begun < 1000]).toEqual([2000, true])
  })

  it('is no change that a plant was merged into another one', async () => {
    const { db } = server.database
    const request = await act.ask(buyer, project.id, ids())
    const [from, to] = [await plantOf(db, lime), await plantOf(db, 'Tilia platyphyllos')]
    await db.update(plants).set({ mergedIntoId: to.id }).where(eq(plants.id, from.id))
    await db
      .update(projectLines)
      .set({ plantId: to.id })
      .where(eq(projectLines.id, lineAt(0)))
    try {
      expect(await changesOf(request)).toEqual([])
    } finally {
      await db.update(plants).set({ mergedIntoId: null }).where(eq(plants.id, from.id))
    }
  })

  it('is no new line that was left out on purpose', async () => {
    const request = await act.ask(buyer, project.id, ids(), { lines: [lineAt(0)] })
    expect(await changesOf(request)).toEqual([])
    expect((await differences()).body.changes).toEqual([])
  })

  it('is over for the project once it is asked again, and named by the request that asks', async () => {
    const first = await act.ask(buyer, project.id, ids())
    await patch(0, { quantity: 25 })
    const added = await add('Дуб черешчатый 7 шт')
    await patch(1, { quantity: 1 })
    const again = await act.ask(buyer, project.id, ids(), { lines: [lineAt(0), added] })
    expect(again.lines.map(({ quantity }) => quantity)).toEqual([25, 7])
    expect((await changesOf(first)).map(({ line, asked_in }) => [line, asked_in])).toEqual([
      [lineAt(0), again.id],
      [lineAt(1), null],
      [added, again.id],
    ])
    const left = (await differences()).body
    expect([left.request.id, left.changes.map(({ line }: LineChange) => line)]).toEqual([again.id, [lineAt(1)]])
    expect(await changesOf(again)).toEqual([])
    // A further change of the same line is told of both.
    await patch(0, { quantity: 30 })
    expect((await changesOf(first))[0]).toMatchObject({ before: { quantity: 10 }, asked_in: null })
    expect((await changesOf(again))[0]).toMatchObject({ before: { quantity: 25 }, after: { quantity: 30 } })
    expect((await differences()).body.changes[0]).toMatchObject({ before: { quantity: 25 } })
    // As if it had never been sent.
    await server.send('POST', `/api/requests/${again.id}/cancel/`, undefined, buyer)
    expect((await differences()).body.changes[0]).toMatchObject({ before: { quantity: 10 } })
    expect(await changesOf(again)).toEqual([])
  })

  it('is told of nothing when the project is deleted', async () => {
    const request = await act.ask(buyer, project.id, ids())
    await patch(0, { quantity: 25 })
    await server.send('DELETE', `/api/projects/${project.id}/`, undefined, buyer)
    expect(await changesOf(request)).toEqual([])
    expect((await differences()).status).toBe(404)
  })

  it('is the buyer’s alone: companies see the same before and after, and whether they were asked together', async () => {
    const [one, other] = companies as [(typeof companies)[0], (typeof companies)[0]]
    const request = await act.ask(buyer, project.id, ids())
    const seen = async (who: string) =>
      JSON.stringify(
        await Promise.all(
          ['requests/incoming/', `requests/${request.id}/`, 'notifications/', 'trade/attention/'].map(
            async path => (await server.get(`/api/${path}`, who)).body,
          ),
        ),
      )
    const before = await seen(one.creatorId)
    await patch(0, { quantity: 25 })
    await add('Дуб черешчатый 7 шт')
    expect(await seen(one.creatorId)).toBe(before)
    expect(JSON.parse(before)[1]).not.toHaveProperty('changes')
    for (const who of [one.creatorId, other.creatorId, (await makePerson(server.database.db)).id])
      expect((await differences(who)).status).toBe(404)
    // The further request to one of them is nothing to the other.
    await act.ask(buyer, project.id, [other.id], { lines: [lineAt(0)] })
    expect(await seen(one.creatorId)).toBe(before)
  })
})
