import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post, PostDetail } from '#contract/posts.ts'
import type { Request } from '#contract/requests.ts'
import { companies, companyMembers } from '#server/domains/companies/companies.tables.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { requests } from '#server/domains/trade/trade.tables.ts'
import { closeAfterTest, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makePerson } from '#server/test/factories.ts'
import { makeOffer, makeProject, trading } from '#server/test/trade.ts'

const [lime, oak] = ['Tilia cordata', 'Quercus robur'] as const

let server: TestServer
let act: ReturnType<typeof trading>
let author: { id: string }
let alpha: { id: number; creatorId: string }
let beta: { id: number; creatorId: string }
let project: Awaited<ReturnType<typeof makeProject>>

beforeAll(async () => {
  server = await testServer()
  act = trading(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.database
  author = await makePerson(db, { name: 'Вера' })
  alpha = await makeCompany(db, { name: 'Косогор' })
  beta = await makeCompany(db, { name: 'Соседи' })
  project = await makeProject(db, author.id, [lime, oak])
})

const send = (path: string, body: unknown, who: string) => server.send('POST', `/api/posts/${path}`, body, who)
const wantedPost = async (more: Record<string, unknown> = {}): Promise<Post> => {
  const { status, body } = await send(
    'create/',
    { body: 'Куплю: липа, 10 шт.', project: project.id, ...more },
    author.id,
  )
  expect([status, body]).toEqual([201, expect.anything()])
  return body
}
const plainPost = async (more: Record<string, unknown> = {}): Promise<Post> =>
  (await send('create/', { body: 'Ищу липы', is_request: true, ...more }, author.id)).body
const read = async ({ id }: { id: string }, who: string) => server.get(`/api/posts/${id}/`, who)
const seen = async (post: { id: string }, who: string): Promise<PostDetail> => (await read(post, who)).body.post
const answer = ({ id }: { id: string }, who: string) => send(`${id}/quote/`, {}, who)
const requestFor = async (post: { id: string }, who: string): Promise<Request> => {
  const { status, body } = await answer(post, who)
  expect([status, body]).toEqual([200, { request: expect.any(String) }])
  return (await server.get(`/api/requests/${body.request}/`, who)).body
}
const remove = ({ id }: { id: string }, who = author.id) =>
  server.send('DELETE', `/api/posts/${id}/delete/`, undefined, who)

describe('a «куплю» that is made from a project', () => {
  it('keeps the chosen lines as a request to which nobody is asked, and says nothing of prices', async () => {
    const post = await wantedPost({ lines: [project.lines[1]?.id] })
    expect(post).toMatchObject({
      is_request: true,
      wanted: { lines_count: 1, is_open: true, request: expect.any(String) },
      can: { offer: false, quote: false },
    })
    const request = (await server.get(`/api/requests/${post.wanted?.request}/`, author.id)).body as Request
    expect(request).toMatchObject({ post: post.id, project: project.id, status: 'sent', companies: [], quotes: [] })
    expect(request.lines.map(({ id }) => id)).toEqual([project.lines[1]?.id])
    expect((await server.get('/api/requests/', author.id)).body.results).toMatchObject([
      { post: post.id, companies_count: 0, next_step: 'wait' },
    ])
    // Others learn that there is a list, and not which request it is.
    const other = await seen(post, alpha.creatorId)
    expect(other).toMatchObject({ wanted: { lines_count: 1, request: null }, can: { offer: true, quote: true } })
    expect(JSON.stringify(other)).not.toContain(request.id)
    expect((await server.get(`/api/requests/${request.id}/`, alpha.creatorId)).status).toBe(404)
  })

  it('is refused without a text, with the project or the lines of others, and with a time that has passed', async () => {
    const theirs = await makeProject(server.database.db, alpha.creatorId, [lime])
    for (const [body, status, field] of [
      [{ body: '', project: project.id }, 400, 'body'],
      [{ body: 'Куплю', project: theirs.id }, 404, undefined],
      [{ body: 'Куплю', project: 'сквер' }, 400, 'project'],
      [{ body: 'Куплю', project: project.id, lines: [theirs.lines[0]?.id] }, 400, 'lines'],
      [{ body: 'Куплю', project: project.id, lines: [project.note.id] }, 400, 'lines'],
      [{ body: 'Куплю', project: project.id, deadline: '2020-01-01T00:00:00Z' }, 400, 'deadline'],
    ] as const) {
      const refused = await send('create/', body, author.id)
      expect([refused.status, Object.keys(refused.body.fields ?? {})[0]]).toEqual([status, field])
    }
    expect((await server.get('/api/requests/', author.id)).body.count).toBe(0)
    expect((await server.get(`/api/posts/profile/${author.id}/`, author.id)).body.posts).toEqual([])
  })

  it('is not answered by the company of somebody whom its author has blocked, not by an employee either', async () => {
    const post = await wantedPost()
    const employee = await makePerson(server.database.db)
    await server.database.db.insert(companyMembers).values({ companyId: alpha.id, userId: employee.id })
    await server.send('POST', `/api/people/${alpha.creatorId}/block/`, undefined, author.id)
    expect([(await answer(post, employee.id)).status, (await answer(post, alpha.creatorId)).status]).toEqual([403, 404])
    expect((await answer(post, beta.creatorId)).status).toBe(200)
  })

  it('is answered by companies that know nothing of each other, compared, and becomes a deal', async () => {
    const post = await wantedPost()
    const request = await requestFor(post, alpha.creatorId)
    expect(request).toMatchObject({ side: 'company', post: post.id, can: { quote: true } })
    expect(request.lines.map(({ name }) => name)).toEqual([lime, oak])
    expect((await answer(post, alpha.creatorId)).body.request).toBe(request.id)
    expect((await seen(post, alpha.creatorId)).wanted?.request).toBe(request.id)
    const world = async (who: string) => {
      const paths = [
        'posts/',
        `posts/${post.id}/`,
        'requests/incoming/',
        `requests/${request.id}/`,
        `requests/${request.id}/compare/`,
        'notifications/',
        'deals/',
      ]
      const all = await Promise.all(paths.map(async path => (await server.get(`/api/${path}`, who)).text))
      return all.map(text => text.replaceAll(/"created_at_formatted":"[^"]*"/g, ''))
    }
    const [betaBefore, strangerBefore] = [
      await world(beta.creatorId),
      await world((await makePerson(server.database.db)).id),
    ]
    const quote = await act.quote(alpha.creatorId, request, { 0: 777.13, 1: 5 })
    expect(await world(beta.creatorId)).toEqual(betaBefore)
    expect(JSON.stringify(strangerBefore)).not.toContain(request.id)
    const theirs = await requestFor(post, beta.creatorId)
    expect([theirs.id, theirs.quotes]).toEqual([request.id, []])
    expect(theirs).not.toHaveProperty('companies')
    expect(JSON.stringify(await world(beta.creatorId))).not.toMatch(/777\.13|Косогор/)
    const cheaper = await act.quote(beta.creatorId, theirs, { 0: 500 })
    expect((await server.get('/api/notifications/', author.id)).body.map(({ body }: any) => body)).toEqual([
      'Компания «Соседи» отвечает на запрос «Сквер».',
      'Компания «Косогор» отвечает на запрос «Сквер».',
    ])
    const { body: compared } = await server.get(`/api/requests/${request.id}/compare/`, author.id)
    expect(compared.best.map((best: any) => best.quote)).toEqual([cheaper.id, quote.id])
    const deals = await act.award(author.id, request, [
      [0, cheaper],
      [1, quote],
    ])
    expect(deals).toHaveLength(2)
    const over = await seen(post, (await makeCompany(server.database.db)).creatorId)
    expect([over.wanted?.is_open, over.can]).toEqual([false, { edit: false, remove: false, offer: true, quote: false }])
    expect((await answer(post, (await makeCompany(server.database.db)).creatorId)).status).toBe(409)
  })

  it('says what has changed in the project since, to its author', async () => {
    const post = await wantedPost()
    const path = `/api/projects/${project.id}/lines/${project.lines[0]?.id}/`
    await server.send('PATCH', path, { quantity: 40 }, author.id)
    const { changes } = (await server.get(`/api/requests/${post.wanted?.request}/`, author.id)).body as Request
    expect(changes).toMatchObject([{ before: { quantity: 10 }, after: { quantity: 40 }, fields: ['quantity'] }])
    expect((await requestFor(post, alpha.creatorId)).lines[0]?.quantity).toBe(10)
  })

  it('is answered with a quote only by companies that may, while it is there', async () => {
    const { db } = server.database
    const post = await wantedPost()
    const status = async (who: string, which: { id: string } = post) => (await answer(which, who)).status
    expect(await status((await makePerson(db)).id)).toBe(403)
    expect(await status(author.id)).toBe(403)
    expect(await status(alpha.creatorId, await plainPost())).toBe(409)
    expect(await status(alpha.creatorId, await plainPost({ is_request: false }))).toBe(403)
    const colleagues = await makeCompany(db, { employees: [author.id] })
    expect(await status(colleagues.creatorId)).toBe(403)
    await db.update(companies).set({ blockedAt: new Date() }).where(eq(companies.id, beta.id))
    expect(await status(beta.creatorId)).toBe(403)
    // For friends alone.
    const friend = await makeCompany(db)
    await makeFriends(db, author, { id: friend.creatorId })
    const hidden = await wantedPost({ is_private: true })
    expect([await status(alpha.creatorId, hidden), await status(friend.creatorId, hidden)]).toEqual([404, 200])
    // Until when.
    await db
      .update(requests)
      .set({ deadline: new Date(Date.now() - 1000) })
      .where(eq(requests.postId, post.id))
    expect(await status(alpha.creatorId)).toBe(409)
    expect((await seen(post, alpha.creatorId)).can.quote).toBe(false)
  })

  it('ends with its post: nobody comes any more, those who came go on, and one that nobody answered is cancelled', async () => {
    const [answered, lonely] = [await wantedPost(), await wantedPost()]
    const request = await requestFor(answered, alpha.creatorId)
    for (const post of [answered, lonely]) expect((await remove(post)).status).toBe(200)
    expect((await answer(answered, beta.creatorId)).status).toBe(404)
    await act.quote(alpha.creatorId, request, { 0: 5 })
    const list = (await server.get('/api/requests/', author.id)).body.results
    expect(list.map(({ status, post, quotes_count: count }: any) => [status, post, count])).toEqual([
      ['cancelled', null, 0],
      ['sent', null, 1],
    ])
  })

  it('takes no answers while a moderator hides it, and ends when one deletes it', async () => {
    const staff = (await makePerson(server.database.db, { email: staffEmail })).id
    const post = await wantedPost()
    await send(`${post.id}/report/`, undefined, beta.creatorId)
    const decide = (what: string) =>
      server.send('POST', `/api/staff/reports/${post.id}/${what}/`, { reason: 'Реклама' }, staff)
    expect((await decide('hide')).status).toBe(200)
    expect((await answer(post, alpha.creatorId)).status).toBe(404)
    expect((await seen(post, author.id)).can).toMatchObject({ offer: false, quote: false })
    expect((await decide('delete')).status).toBe(200)
    expect((await server.get('/api/requests/', author.id)).body.results).toMatchObject([
      { status: 'cancelled', post: null },
    ])
  })
})

describe('a «куплю» that is answered with a listing', () => {
  const comment = (post: { id: string }, body: unknown, who = alpha.creatorId) => send(`${post.id}/comment/`, body, who)

  it('shows it under the post, and tells its author whose it is', async () => {
    const { product } = await makeOffer(server.database.db, alpha.id, lime, { priceKopecks: 100_000 })
    for (const post of [await plainPost(), await wantedPost()]) {
      const { status, body } = await comment(post, { product: product.id })
      expect([status, body.body, body.product.id]).toEqual([201, '', product.id])
      const { comments, comments_count: count } = await seen(post, beta.creatorId)
      expect([count, comments.map(one => one.product?.id)]).toEqual([1, [product.id]])
    }
    const [told] = (await server.get('/api/notifications/', author.id)).body
    expect([told.body, told.type_of_notification]).toEqual([
      'Компания «Косогор» предлагает растение в ответ на вашу запись.',
      'post_offer',
    ])
    const { product: theirs } = await makeOffer(server.database.db, beta.id, oak)
    const post = await plainPost()
    await comment(post, { product: product.id, body: 'Привезём завтра' })
    await comment(post, { product: theirs.id }, beta.creatorId)
    // One group a company, for each is named.
    const { groups } = (await server.get('/api/notifications/groups/', author.id)).body
    expect(groups.filter(({ post_id: id }: any) => id === post.id)).toHaveLength(2)
  })

  it('is refused for listings of others or unpublished ones, for people without a company, and where nothing is wanted', async () => {
    const { db } = server.database
    const { product } = await makeOffer(db, alpha.id, lime)
    const { product: theirs } = await makeOffer(db, beta.id, lime)
    const post = await plainPost()
    expect((await comment(post, { product: theirs.id })).body.fields).toHaveProperty('product')
    expect((await comment(post, { product: 99_999_999 })).body.fields).toHaveProperty('product')
    expect((await comment(post, {})).body.fields).toHaveProperty('body')
    expect((await comment(post, { body: '' })).body.fields).toHaveProperty('body')
    expect((await comment(post, undefined)).status).toBe(400)
    expect((await comment(post, { product: product.id }, (await makePerson(db)).id)).status).toBe(403)
    expect((await comment(await plainPost({ is_request: false }), { product: product.id })).status).toBe(403)
    const own = await send('create/', { body: 'Куплю', is_request: true }, alpha.creatorId)
    expect((await comment(own.body, { product: product.id })).status).toBe(403)
    await db.update(products).set({ isApproved: false }).where(eq(products.id, product.id))
    expect((await comment(post, { product: product.id })).body.fields).toHaveProperty('product')
    expect((await seen(post, author.id)).comments).toEqual([])
  })

  it('shows it no more when it is taken down or deleted', async () => {
    const { db } = server.database
    const { product } = await makeOffer(db, alpha.id, lime)
    const post = await plainPost()
    await comment(post, { product: product.id })
    await db.update(products).set({ isApproved: false }).where(eq(products.id, product.id))
    expect((await seen(post, author.id)).comments).toMatchObject([{ body: '', product: null }])
    await db.delete(products).where(eq(products.id, product.id))
    expect((await seen(post, author.id)).comments).toMatchObject([{ body: '', product: null }])
  })
})

it('the newest posts say to each reader what they may do, before and after it changes', async () => {
  const post = await wantedPost()
  const shown = async (who: string): Promise<Post | undefined> =>
    (await server.get('/api/posts/', who)).body.results.find(({ id }: Post) => id === post.id)
  const visitor = (await makePerson(server.database.db)).id
  const state = async (who: string) => {
    const { wanted, can } = (await shown(who)) as Post
    return [wanted?.is_open, wanted?.request !== null, can.offer, can.quote]
  }
  for (const who of [visitor, alpha.creatorId, author.id, visitor]) await shown(who)
  expect(await state(visitor)).toEqual([true, false, false, false])
  expect(await state(alpha.creatorId)).toEqual([true, false, true, true])
  expect(await state(author.id)).toEqual([true, true, false, false])
  const { id } = await requestFor(post, alpha.creatorId)
  expect(await state(alpha.creatorId)).toEqual([true, true, true, true])
  expect(await state(beta.creatorId)).toEqual([true, false, true, true])
  await server.send('POST', `/api/requests/${id}/cancel/`, undefined, author.id)
  expect(await state(alpha.creatorId)).toEqual([false, true, true, false])
  expect(await state(beta.creatorId)).toEqual([false, false, true, false])
})

it('can be made sixty times an hour: each copies the lines', async () => {
  const limited = await server.withSettings({ rateLimits: true })
  closeAfterTest(limited)
  const tries = Array.from({ length: 61 }, () =>
    limited.send('POST', '/api/posts/create/', { body: 'Куплю', project: randomUUID() }, author.id),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter(status => status === 429)).toHaveLength(1)
  const plain = await limited.send('POST', '/api/posts/create/', { body: 'Ищу липы', is_request: true }, author.id)
  expect(plain.status).toBe(201)
})

it('is with what a person may keep of themselves', async () => {
  const post = await wantedPost()
  const { product } = await makeOffer(server.database.db, alpha.id, lime)
  await send(`${post.id}/comment/`, { product: product.id }, alpha.creatorId)
  const data = async (who: string) => (await server.get('/api/me/data/', who)).body
  expect((await data(author.id)).requests).toMatchObject([{ request: { postId: post.id }, lines: [{}, {}] }])
  expect((await data(alpha.creatorId)).comments).toMatchObject([{ productId: product.id }])
})
