import { sql } from 'drizzle-orm'
import { insertPeople } from '#server/domains/accounts/accounts.queries.ts'
import { users } from '#server/domains/accounts/accounts.tables.ts'
import { conversationSides, conversations, messages } from '#server/domains/chat/chat.tables.ts'
import { friendshipRequests, friendships } from '#server/domains/friends/friends.tables.ts'
import { subjectOf } from '#server/domains/notifications/notifications.service.ts'
import { notifications } from '#server/domains/notifications/notifications.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { PicturePlace } from './demo-pictures.jobs.ts'
import { type Random, seededRandom } from './demo/random.ts'
import { demoAcceptances, demoFriendships, demoRequests } from './demo/social/circles.ts'
import { demoConversations } from './demo/social/conversations.ts'
import { demoAccounts, keyOf, otherPeople } from './demo/social/people.ts'
import { inBatches, insertPosts, type News, type StoredPerson } from './load-demo-posts.ts'
import { insertTrade } from './load-demo-trade.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Unread notifications of a demonstration account. */
const unreadNews = 8

/** Inserts the people who do not work for a company; returns them by their key. */
async function insertOthers(tx: Tx, passwordHash: string, now: number): Promise<Map<string, StoredPerson>> {
  const rows = otherPeople.map((person, index) => ({
    ...person,
    id: uuidv7(now - (290 - 6 * index) * day),
    confirmedEmail: person.email,
    passwordHash: demoAccounts.includes(keyOf(person)) ? passwordHash : null,
    createdAt: new Date(now - (290 - 6 * index) * day),
  }))
  await insertPeople(tx, rows)
  return new Map(rows.map(row => [keyOf(row), row]))
}

/** Inserts friendships and requests; returns the notifications about them. */
async function insertFriendships(tx: Tx, person: (key: string) => StoredPerson, now: number): Promise<News[]> {
  const timed = (pairs: [from: string, to: string][], first: number) =>
    pairs.map(([from, to], index) => ({
      from: person(from),
      to: person(to),
      createdAt: new Date(now - first - index * 5 * hour),
    }))
  const pending = timed(demoRequests, 2 * hour)
  const accepted = timed(demoAcceptances, 12 * hour)

  const acceptedAt = (oneId: string, otherId: string) =>
    accepted.find(({ from, to }) => [from.id, to.id].includes(oneId) && [from.id, to.id].includes(otherId))?.createdAt
  const pairs = demoFriendships().map(([one, other], index) => {
    const [oneId, otherId] = [person(one).id, person(other).id]
    // All others became friends before the first post.
    return { oneId, otherId, createdAt: acceptedAt(oneId, otherId) ?? new Date(now - 130 * day + index * 20 * minute) }
  })
  await inBatches(
    pairs.flatMap(({ oneId, otherId, createdAt }) => [
      { userId: oneId, friendId: otherId, createdAt },
      { userId: otherId, friendId: oneId, createdAt },
    ]),
    part => tx.insert(friendships).values(part),
  )
  await tx.update(users).set({
    friendsCount: sql`(select count(*) from ${friendships} where ${friendships.userId} = ${users.id})`,
  })

  const requests = [
    ...pending.map(request => ({ ...request, status: 'pending' as const })),
    ...accepted.map(request => ({ ...request, status: 'accepted' as const })),
  ]
  await tx.insert(friendshipRequests).values(
    requests.map(({ from, to, ...request }) => ({
      ...{ id: uuidv7(request.createdAt.getTime()), fromId: from.id, toId: to.id },
      ...request,
    })),
  )
  return requests.map(({ from, to, status, createdAt }) =>
    status === 'pending'
      ? { recipientId: to.id, actorId: from.id, type: 'new_friendrequest', createdAt }
      : { recipientId: from.id, actorId: to.id, type: 'accepted_friendrequest', createdAt },
  )
}

/** Times of the messages of a conversation: mostly minutes apart, sometimes hours. */
function messageTimes(count: number, last: number, random: Random): number[] {
  const times = [last]
  while (times.length < count) {
    const pause = random.chance(0.15) ? (2 + random.below(5)) * hour : (1 + random.below(14)) * minute
    times.unshift((times[0] ?? last) - pause - random.below(minute))
  }
  return times
}

async function insertConversations(tx: Tx, person: (key: string) => StoredPerson, now: number): Promise<void> {
  const random = seededRandom(20_260_508)
  for (const { hoursAgo, unread = 0, messages: said } of demoConversations) {
    const speakers = [...new Set(said.map(([by]) => by))]
    const [opener, other] = speakers
    if (!opener || !other || speakers.length > 2) throw new Error(`a talk of ${speakers.join(', ')}`)
    const times = messageTimes(said.length, now - hoursAgo * hour, random)
    const [first = now, last = now] = [times[0], times.at(-1)]
    const id = uuidv7(first)
    const sides = { openedById: person(opener).id, otherId: person(other).id }
    await tx.insert(conversations).values({ id, ...sides, createdAt: new Date(first) })
    await tx.insert(messages).values(
      said.map(([by, body], index) => ({
        ...{ id: uuidv7(times[index]), conversationId: id, authorId: person(by).id, body, number: index + 1 },
        createdAt: new Date(times[index] ?? now),
      })),
    )
    const speaker = person(said.at(-1)?.[0] ?? opener).id
    await tx.insert(conversationSides).values(
      [sides.openedById, sides.otherId].map(userId => ({
        ...{ conversationId: id, userId, modifiedAt: new Date(last) },
        unreadCount: userId === speaker ? 0 : unread,
      })),
    )
  }
}

/** Creates all notifications of the demonstration accounts; the newest are unread. */
async function insertNews(tx: Tx, accountIds: string[], news: News[], now: number): Promise<void> {
  const rows = accountIds.flatMap(accountId =>
    news
      .filter(({ recipientId }) => recipientId === accountId)
      .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
      .map((piece, index, all) => {
        const time = piece.createdAt.getTime()
        const subject = subjectOf(piece)
        const isSame = (other: News) => subject !== null && subjectOf(other) === subject
        const sameSince = all.slice(index).filter(isSame)
        return {
          ...piece,
          id: uuidv7(time),
          readAt: index < unreadNews ? null : new Date(Math.min(now, time + hour)),
          subject,
          isLatest: !all.slice(0, index).some(isSame),
          peopleCount: new Set([piece, ...sameSince].map(({ actorId }) => actorId)).size,
        }
      }),
  )
  await inBatches(rows, part => tx.insert(notifications).values(part))
}

interface SocialDeps {
  /** People of the companies, by the part of their e-mail before '@'. */
  colleagues: Map<string, StoredPerson>
  passwordHash: string
  /** Attaches a drawing of the plant of this name to the post once it is drawn. */
  wantPicture: (plant: string, post: PicturePlace<string>) => void
  /** Stored documents of deals and messages, by name. */
  papers: Parameters<typeof insertTrade>[1]['papers']
  now: number
}

/** Inserts the social part of the demonstration set, in the transaction that has written the products. */
export async function insertSocial(
  tx: Tx,
  { colleagues, passwordHash, wantPicture, papers, now }: SocialDeps,
): Promise<void> {
  const people = new Map([...colleagues, ...(await insertOthers(tx, passwordHash, now))])
  const person = (key: string): StoredPerson => {
    const found = people.get(key)
    if (!found) throw new Error(`the demonstration set has no ${key}`)
    return found
  }
  const news = [
    ...(await insertFriendships(tx, person, now)),
    ...(await insertPosts(tx, { person, everybody: [...people.values()], wantPicture, now })),
    ...(await insertTrade(tx, { person, papers, now })),
  ]
  await insertConversations(tx, person, now)
  await insertNews(
    tx,
    demoAccounts.map(key => person(key).id),
    news,
    now,
  )
}
