// Who has left a company, or was removed from it, sees, hears and does from that moment what a stranger does; what they
// made stays with the company. The calls are those of the contract, so that a new one is walked by itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { formOf } from '#server/test/pictures.ts'
import { openStream } from '#server/test/streams.ts'
import { makeOffer, makeProject, trading } from '#server/test/trade.ts'

const secret = 'ТАЙНА'

let server: TestServer
let address: string
let act: ReturnType<typeof trading>
beforeAll(async () => {
  server = await testServer()
  act = trading(server)
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const done = async (path: string, body: unknown, who: string) => {
  const answer = await server.send('POST', `/api/${path}`, body, who)
  expect([path, answer.status, answer.text.slice(0, 300)]).toEqual([
    path,
    expect.toBeOneOf([200, 201]),
    expect.anything(),
  ])
  return answer.body
}

/** A company with everything that a company can have, made by its creator and by an employee. */
async function companyWithAll() {
  const { db } = server.database
  const employee = await makePerson(db)
  const company = await makeCompany(db, { employees: [employee.id] })
  const buyer = (await makePerson(db)).id
  const offer = await makeOffer(db, company.id, 'Tilia cordata')
  await makeProduct(db, { companyId: company.id, isApproved: false, name: `${secret} неопубликованная` })
  const project = await makeProject(db, buyer, ['Tilia cordata'])
  const asking = () => act.ask(buyer, project.id, [company.id], { note: `${secret} покупателя` })
  const [request, open] = [await asking(), await asking()]
  const quote = await act.quote(company.creatorId, request, { 0: 77_713 }, { note: `${secret} предложения` })
  const ofEmployee = await act.quote(employee.id, open, { 0: 5 }, { note: `${secret} сотрудника` })
  const [deal] = await act.award(buyer, request, [[0, quote]])
  const file = () => new File(['Наименование;Цена\nЕль колючая;100\n'], `${secret} прайс.csv`)
  const list = await done('price-lists/', formOf({ file: file() }), employee.id)
  const talk = await done('chat/about/', { kind: 'request', id: request.id }, buyer)
  await done(`chat/${talk.id}/send/`, { body: `${secret} письма` }, buyer)
  const { key } = await done('teams/api-keys/', { name: `${secret} ключа` }, employee.id)
  const uuids = [request.id, open.id, quote.id, deal.id, list.id, talk.id, project.id]
  return {
    company,
    employee,
    buyer,
    request,
    open,
    quote,
    ofEmployee,
    deal,
    list,
    talk,
    key,
    uuids,
    product: offer.product,
  }
}
type World = Awaited<ReturnType<typeof companyWithAll>>

/** The addresses of all calls that read, with the ids of what the company has in them. */
function addresses({ uuids, company, product }: World): string[] {
  const ids = [...uuids, String(company.id), String(product.id)]
  return Object.entries(calls as Record<string, Call>).flatMap(([name, { access }]) => {
    const [method, path = ''] = name.split(' ')
    if (method !== 'GET' || access === 'open' || access === 'staff' || path.startsWith('/events')) return []
    if (!path.includes(':')) return [`/api${path}`]
    return ids.map(id => `/api${path.replaceAll(/:\w+/g, id)}`)
  })
}

/** What differs between any two people is taken out. */
const alike = (text: string, { id, email, name }: { id: string; email: string; name: string }) =>
  text
    .replaceAll(id, 'ID')
    .replaceAll(email, 'EMAIL')
    .replaceAll(name, 'NAME')
    .replaceAll(/"request_id":"[^"]*"/g, '')

/** Of these everybody has their own; only that nothing of the company is in them is looked at. */
const personal = /\/(?:sessions|me|notifications|posts|friends|personal-data|second-factor)\b/

const ways: [string, (world: World) => Promise<unknown>][] = [
  ['has left', ({ employee }) => done('teams/leave/', undefined, employee.id)],
  [
    'was removed',
    ({ employee, company }) => done('teams/remove_member/', { email: employee.email }, company.creatorId),
  ],
]

describe.each(ways)('who %s', (_, leave) => {
  // Hundreds of calls.
  it('gets from every call what a stranger gets, and nothing of the company', async () => {
    const world = await companyWithAll()
    const stranger = await makePerson(server.database.db)
    const seen = async (path: string) => (await server.get(path, world.employee.id)).text
    // The walk can find something: a member sees it.
    const paths = addresses(world)
    const before: string[] = []
    // One after the other: hundreds at once are refused.
    for (const path of paths) before.push(await seen(path))
    expect(before.filter(text => text.includes(secret)).length).toBeGreaterThan(8)
    await leave(world)
    for (const path of paths) {
      const mine = await server.get(path, world.employee.id)
      expect([path, mine.text.includes(secret) || mine.text.includes('77713')]).toEqual([path, false])
      if (personal.test(path)) continue
      const theirs = await server.get(path, stranger.id)
      expect([path, mine.status, alike(mine.text, world.employee)]).toEqual([
        path,
        theirs.status,
        alike(theirs.text, stranger),
      ])
    }
  }, 180_000)

  it('does and hears nothing more in its name, and their key is one no more', async () => {
    const world = await companyWithAll()
    const { employee, open, deal, list, talk, buyer, key, company } = world
    const withKey = async () =>
      (await server.app.inject({ url: '/api/price-lists/', headers: { authorization: `Bearer ${key}` } })).statusCode
    expect(await withKey()).toBe(200)
    await leave(world)
    const stream = await openStream(server, address, employee.id)
    expect(await withKey()).toBeGreaterThanOrEqual(401)
    const tries: [string, unknown][] = [
      [`requests/${open.id}/quote/`, { lines: [{ line: open.lines[0]?.id, price: 1 }] }],
      [`deals/${deal.id}/confirm/`, undefined],
      [`deals/${deal.id}/cancel/`, { reason: 'Назло' }],
      [`price-lists/${list.id}/apply/`, { missing: 'unpublish' }],
      [`price-lists/${list.id}/rollback/`, undefined],
      [`chat/${talk.id}/send/`, { body: 'От компании' }],
      ['teams/api-keys/', { name: 'Ещё' }],
    ]
    for (const [path, body] of tries) {
      const { status } = await server.send('POST', `/api/${path}`, body, employee.id)
      expect([path, status]).toEqual([path, expect.toBeOneOf([403, 404])])
    }
    await done(`chat/${talk.id}/send/`, { body: `${secret} второго письма` }, buyer)
    await done(`deals/${deal.id}/confirm/`, undefined, company.creatorId)
    // A last event that they may hear.
    await done(`friends/${employee.id}/request/`, undefined, buyer)
    await expect.poll(() => stream.events.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(stream.events.map(({ type }) => type)).toEqual(['notification'])
    expect(JSON.stringify(stream.events)).not.toContain(secret)
  })

  it('leaves with the company what they made', async () => {
    const world = await companyWithAll()
    const { company, open, list, ofEmployee } = world
    await leave(world)
    const lists = (await server.get('/api/price-lists/', company.creatorId)).body.results
    expect(lists.map(({ id }: { id: string }) => id)).toEqual([list.id])
    const { quotes } = (await server.get(`/api/requests/${open.id}/`, company.creatorId)).body
    expect(quotes.map(({ id }: { id: string }) => id)).toEqual([ofEmployee.id])
  })
})
