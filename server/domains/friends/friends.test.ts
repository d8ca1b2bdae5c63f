import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { publicUrl, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makePerson } from '#server/test/factories.ts'
import { patiently } from '#server/test/patiently.ts'
import { canAskForFriendship, friendIds, isFriend } from './friends.service.ts'
import { friendshipRequests, friendships } from './friends.tables.ts'

let server: TestServer
let db: TestServer['database']['db']
let staff: Person
beforeAll(async () => {
  server = await testServer()
  db = server.database.db
  staff = await makePerson(db, { email: staffEmail })
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof makePerson>>

const people = (count: number) => Promise.all(Array.from({ length: count }, () => makePerson(db)))
const pair = async () => (await people(2)) as [Person, Person]
const ask = (from: Person, to: { id: string }) =>
  server.send('POST', `/api/friends/${to.id}/request/`, undefined, from.id)
const answer = (who: Person, from: { id: string }, what: 'accepted' | 'rejected') =>
  server.send('POST', `/api/friends/${from.id}/${what}/`, undefined, who.id)
const page = (whose: { id: string }, viewer: Person) => server.get(`/api/friends/${whose.id}/`, viewer.id)
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
const news = async (person: Person) =>
  (await server.get('/api/notifications/', person.id)).body.map(
    ({ type_of_notification, body }: { type_of_notification: string; body: string }) => [type_of_notification, body],
  )
const counts = async (...those: Person[]) => {
  const ids = those.map(person => person.id)
  const rows = await db.select({ id: users.id, count: users.friendsCount }).from(users).where(inArray(users.id, ids))
  return ids.map(id => rows.find(row => row.id === id)?.count)
}
const actor = (person: Person) => ({ id: person.id, isStaff: false, companyId: null, silences: 0 })

describe('a request', () => {
  it('is created once, and seen only by the recipient, who is notified', async () => {
    const [anna, boris] = await pair()
    expect(await ask(anna, boris)).toMatchObject({ status: 200, body: { message: 'friendship request created' } })
    expect((await ask(anna, boris)).body).toEqual({ message: 'request already sent' })
    expect((await page(boris, boris)).body.requests).toEqual([
      { id: expect.any(String), created_by: expect.objectContaining({ id: anna.id, name: anna.name, email: '' }) },
    ])
    expect((await page(boris, anna)).body.requests).toEqual([])
    expect((await page(anna, anna)).body.requests).toEqual([])
    expect(await news(boris)).toEqual([['new_friendrequest', `${anna.name} предлагает вам дружбу.`]])
    expect(await news(anna)).toEqual([])
    expect(await counts(anna, boris)).toEqual([0, 0])
  })

  it('in the other direction counts as already sent while one is pending', async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    expect((await ask(boris, anna)).body).toEqual({ message: 'request already sent' })
    expect((await page(anna, anna)).body.requests).toEqual([])
    expect(await news(anna)).toEqual([])
  })

  it('to a friend counts as already sent', async () => {
    const [anna, boris] = await pair()
    await makeFriends(db, anna, boris)
    expect((await ask(anna, boris)).body).toEqual({ message: 'request already sent' })
    expect((await page(boris, boris)).body.requests).toEqual([])
  })

  it('returns 400 for oneself, however the id is written', async () => {
    const [anna] = await pair()
    for (const id of [anna.id, anna.id.toUpperCase()]) {
      const { status, body } = await ask(anna, { id })
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  it('returns 404 for an unknown or deleted person or an ill-formed id', async () => {
    const [anna] = await pair()
    const deleted = await makePerson(db, { deletedAt: new Date() })
    for (const id of [uuidv7(), deleted.id, '1', 'suggested', '%00']) {
      for (const call of ['request', 'accepted', 'rejected']) {
        const { status } = await server.send('POST', `/api/friends/${id}/${call}/`, undefined, anna.id)
        expect([id, call, status]).toEqual([id, call, 404])
      }
    }
  })

  it('sent by two people to each other at once, many times, is one request', async () => {
    const [anna, boris] = await pair()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? ask(anna, boris) : ask(boris, anna))),
    )
    const messages = answers.map(({ body }) => body.message)
    expect(messages.filter(message => message === 'friendship request created')).toHaveLength(1)
    expect(messages.filter(message => message === 'request already sent')).toHaveLength(39)
    expect([...(await news(anna)), ...(await news(boris))]).toHaveLength(1)
  })

  it('is not shown and cannot be answered if its sender has been deleted or blocked since', async () => {
    const [boris] = await pair()
    for (const gone of [{ deletedAt: new Date() }, { blockedAt: new Date() }]) {
      const [anna] = await pair()
      await ask(anna, boris)
      await db.update(users).set(gone).where(eq(users.id, anna.id))
      expect((await page(boris, boris)).body.requests).toEqual([])
      expect((await answer(boris, anna, 'accepted')).status).toBe(404)
    }
    expect(await counts(boris)).toEqual([0])
  })
})

describe('an answer', () => {
  it('accepting makes two friends, counts them and notifies the sender', async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    expect(await answer(boris, anna, 'accepted')).toMatchObject({
      status: 200,
      body: { message: 'friendship request updated' },
    })
    const { body } = await page(boris, boris)
    expect([idsOf(body.friends), body.requests, body.user.friends_count]).toEqual([[anna.id], [], 1])
    expect(idsOf((await page(anna, anna)).body.friends)).toEqual([boris.id])
    expect(await counts(anna, boris)).toEqual([1, 1])
    expect(await news(anna)).toEqual([['accepted_friendrequest', `${boris.name} принимает вашу просьбу о дружбе.`]])
    expect(await news(boris)).toHaveLength(1)
  })

  it('rejecting makes no friends, notifies the sender, and allows another request', async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    expect((await answer(boris, anna, 'rejected')).body).toEqual({ message: 'friendship request updated' })
    expect((await page(boris, boris)).body).toMatchObject({ friends: [], requests: [] })
    expect(await counts(anna, boris)).toEqual([0, 0])
    expect(await news(anna)).toEqual([['rejected_friendrequest', `${boris.name} отклоняет вашу просьбу о дружбе.`]])
    expect((await answer(boris, anna, 'accepted')).status).toBe(404)
    expect((await ask(anna, boris)).body).toEqual({ message: 'friendship request created' })
    expect((await answer(boris, anna, 'accepted')).status).toBe(200)
    expect(await counts(anna, boris)).toEqual([1, 1])
  })

  it('can be given only by the recipient', async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    for (const what of ['accepted', 'rejected'] as const) {
      expect((await answer(anna, boris, what)).status).toBe(404)
      expect((await answer(anna, anna, what)).status).toBe(404)
      expect((await answer(staff, anna, what)).status).toBe(404)
    }
    expect((await page(boris, boris)).body.requests).toHaveLength(1)
    expect((await page(boris, staff)).body.requests).toEqual([])
  })

  it('accepting two hundred times at once counts once', { timeout: 60_000 }, async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => patiently(() => answer(boris, anna, 'accepted'))),
    )
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, ...Array(199).fill(404)])
    expect(await counts(anna, boris)).toEqual([1, 1])
    expect(await db.select().from(friendships).where(eq(friendships.userId, anna.id))).toHaveLength(1)
    expect(await news(anna)).toHaveLength(1)
  })

  it('accepting and rejecting at once has one of the two results', async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => answer(boris, anna, n % 2 ? 'accepted' : 'rejected')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const friends = (await page(anna, anna)).body.friends.length
    expect(await counts(anna, boris)).toEqual([friends, friends])
  })

  it('gives correct counts when many people accept each other at once', async () => {
    const circle = await people(8)
    const pairs = circle.flatMap((from, n) => circle.slice(n + 1).map(to => ({ from, to })))
    await Promise.all(pairs.map(({ from, to }, n) => (n % 2 ? ask(from, to) : ask(to, from))))
    await Promise.all(
      pairs.map(({ from, to }, n) => (n % 2 ? answer(to, from, 'accepted') : answer(from, to, 'accepted'))),
    )
    expect(await counts(...circle)).toEqual(Array(8).fill(7))
  })

  it('leaves no request between friends while the other person asks again', async () => {
    const [anna, boris] = await pair()
    await ask(anna, boris)
    await Promise.all([answer(boris, anna, 'accepted'), ...Array.from({ length: 20 }, () => ask(anna, boris))])
    const requests = await db.select().from(friendshipRequests).where(eq(friendshipRequests.fromId, anna.id))
    expect(requests.map(request => request.status)).toEqual(['accepted'])
  })
})

describe('the page of friends', () => {
  it('is for members, and 404 for an unknown person', async () => {
    const [anna] = await pair()
    const deleted = await makePerson(db, { deletedAt: new Date() })
    expect((await server.get(`/api/friends/${anna.id}/`)).status).toBe(401)
    expect((await server.get('/api/friends/suggested/')).status).toBe(401)
    for (const id of [uuidv7(), deleted.id, 'me']) expect((await page({ id }, anna)).status).toBe(404)
  })

  it('shows e-mails only to the person, their friends and colleagues', async () => {
    const [anna, boris, vera, gleb, stranger] = (await people(5)) as [Person, Person, Person, Person, Person]
    await makeFriends(db, anna, boris)
    await makeFriends(db, anna, vera)
    await makeCompany(db, { creatorId: gleb.id, employees: [vera.id] })
    const seen = async (viewer: Person) => {
      const { user, friends } = (await page(anna, viewer)).body
      return [user, ...friends].map(({ email }: { email: string }) => email)
    }
    expect(await seen(anna)).toEqual([anna.email, vera.email, boris.email])
    expect(await seen(boris)).toEqual([anna.email, '', boris.email])
    expect(await seen(vera)).toEqual([anna.email, vera.email, ''])
    expect(await seen(gleb)).toEqual(['', vera.email, ''])
    expect(await seen(stranger)).toEqual(['', '', ''])
    expect(await seen(staff)).toEqual(['', '', ''])
  })

  it('shows people in the shape of the contract', async () => {
    const [anna] = await pair()
    expect((await page(anna, anna)).body).toEqual({
      user: {
        id: anna.id,
        name: anna.name,
        email: anna.email,
        friends_count: 0,
        posts_count: 0,
        get_avatar: expect.stringMatching(`^${publicUrl}/`),
        team: null,
      },
      friends: [],
      requests: [],
    })
  })

  it('lists hundreds of friends in pages of one hundred, newest first, each once', async () => {
    const [anna, ...others] = await people(251)
    if (!anna) throw new Error('nobody')
    await db.insert(friendships).values(
      others.map((other, n) => ({
        userId: anna.id,
        friendId: other.id,
        // Some at the same time.
        createdAt: new Date(Date.UTC(2026, 0, 1) - Math.floor(n / 3) * 1000),
      })),
    )
    const pages = await Promise.all(
      [1, 2, 3, 4].map(
        async number => (await server.get(`/api/friends/${anna.id}/?page=${number}`, anna.id)).body.friends,
      ),
    )
    expect(pages.map(list => list.length)).toEqual([100, 100, 50, 0])
    expect(new Set(idsOf(pages.flat()))).toEqual(new Set(idsOf(others)))
    expect(idsOf(pages[0].slice(0, 3)).toSorted()).toEqual(idsOf(others.slice(0, 3)).toSorted())
    for (const bad of ['0', '-1', 'x', '1.5']) {
      const { status, body } = await server.get(`/api/friends/${anna.id}/?page=${bad}`, anna.id)
      expect([status, Object.keys(body.fields)]).toEqual([400, ['page']])
    }
  })
})

describe('suggestions', () => {
  const suggested = async (person: Person) => idsOf((await server.get('/api/friends/suggested/', person.id)).body)

  it('are friends of friends, most common friends first', async () => {
    const [anna, boris, vera, one, two, none] = (await people(6)) as [Person, Person, Person, Person, Person, Person]
    await makeFriends(db, anna, boris)
    await makeFriends(db, anna, vera)
    await makeFriends(db, boris, vera)
    await makeFriends(db, boris, one)
    await makeFriends(db, boris, two)
    await makeFriends(db, vera, two)
    await makeFriends(db, two, none)
    expect(await suggested(anna)).toEqual([two.id, one.id])
    expect(await suggested(none)).toEqual([boris.id, vera.id].toSorted())
  })

  it('leave out people with a pending request and deleted or blocked people, at once', async () => {
    const [anna, boris, ...far] = await people(8)
    if (!anna || !boris) throw new Error('nobody')
    await makeFriends(db, anna, boris)
    for (const person of far) await makeFriends(db, boris, person)
    const [asked, asks, deleted, blocked, ...rest] = far as [Person, Person, Person, Person]
    expect(await suggested(anna)).toHaveLength(6)
    await ask(anna, asked)
    await ask(asks, anna)
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deleted.id))
    await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.id))
    expect(await suggested(anna)).toEqual(idsOf(rest).toSorted())
    await answer(asked, anna, 'accepted')
    expect(await suggested(anna)).toEqual(idsOf(rest).toSorted())
  })

  it('are at most ten, and are updated by a new friendship', async () => {
    const [anna, boris, ...far] = await people(14)
    if (!anna || !boris) throw new Error('nobody')
    for (const person of far) await makeFriends(db, boris, person)
    expect(await suggested(anna)).toEqual([])
    await ask(anna, boris)
    await answer(boris, anna, 'accepted')
    expect(await suggested(anna)).toHaveLength(10)
  })
})

describe('functions for other domains', () => {
  it('isFriend, friendIds and canAskForFriendship describe the relation of two people', async () => {
    const [anna, boris, vera] = (await people(3)) as [Person, Person, Person]
    const deleted = await makePerson(db, { deletedAt: new Date() })
    await makeFriends(db, anna, boris)
    expect([await isFriend(db, anna.id, boris.id), await isFriend(db, anna.id, vera.id)]).toEqual([true, false])
    expect(await friendIds(db, boris.id)).toEqual([anna.id])
    const may = (from: Person, to: { id: string }) => canAskForFriendship(db, actor(from), to.id)
    expect(await may(anna, vera)).toBe(true)
    await ask(vera, anna)
    expect([await may(anna, vera), await may(vera, anna)]).toEqual([false, false])
    await answer(anna, vera, 'rejected')
    expect(await may(vera, anna)).toBe(true)
    expect([await may(anna, anna), await may(anna, boris), await may(anna, deleted)]).toEqual([false, false, false])
    expect(await may(anna, { id: uuidv7() })).toBe(false)
  })
})
