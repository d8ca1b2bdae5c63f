import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messageLength } from '#contract/chat.ts'
import { postLimits } from '#contract/post-forms.ts'
import { weaknessesOf } from '#server/domains/accounts/passwords/passwords.ts'
import { hashtagsOf } from '#server/domains/posts/writing/hashtags.ts'
import { readDirectory } from '../../botany/read-directory.ts'
import { demoProducts } from '../products.ts'
import { seededRandom } from '../random.ts'
import { demoAcceptances, demoFriendships, demoRequests } from './circles.ts'
import { demoConversations } from './conversations.ts'
import { demoAccounts, demoPassword, demoPeople, keyOf } from './people.ts'
import { timedPosts, writtenPosts } from './posts.ts'

const day = 86_400_000
const keys = demoPeople.map(keyOf)
const friendPairs = demoFriendships()
const pairOf = (one: string, other: string) => [one, other].toSorted().join(' ')
const friendships = new Set(friendPairs.map(([one, other]) => pairOf(one, other)))
const comments = writtenPosts.flatMap(post => post.comments ?? [])
const talks = demoConversations.map(({ messages }) => messages)

const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
const strangers = (names: string[]) => names.filter(name => !keys.includes(name))

describe('the people', () => {
  test('are sixty, each with a unique key and an address in .example', () => {
    expect(demoPeople).toHaveLength(60)
    expect(repeated(keys)).toEqual([])
    expect(repeated(demoPeople.map(({ name }) => name))).toEqual([])
    expect(demoPeople.filter(({ email }) => !/^[a-z.]+@(?:[a-z-]+\.)+example$/.test(email))).toEqual([])
  })

  test('named in README exist and have an acceptable password', async () => {
    expect(strangers(demoAccounts)).toEqual([])
    const named = demoPeople.filter(person => demoAccounts.includes(keyOf(person)))
    expect((await Promise.all(named.map(person => weaknessesOf(demoPassword, person)))).flat()).toEqual([])
    expect(demoPassword).toMatch(/^(?!\d+$).{8,128}$/)
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
    expect([demoPassword, ...named.map(({ email }) => email)].filter(word => !readme.includes(`\`${word}\``))).toEqual(
      [],
    )
  })

  test('have four to fifteen friends, and requests only to people who are not their friends', () => {
    expect(friendPairs.filter(([one, other]) => one >= other)).toEqual([])
    expect(friendships.size).toBe(friendPairs.length)
    for (const key of keys) {
      const count = friendPairs.filter(pair => pair.includes(key)).length
      expect([key, count >= 4 && count <= 15]).toEqual([key, true])
    }
    expect(strangers([...friendPairs, ...demoRequests].flat())).toEqual([])
    expect(demoRequests.filter(([from, to]) => from === to || friendships.has(pairOf(from, to)))).toEqual([])
    expect(demoAcceptances.filter(([from, to]) => !friendships.has(pairOf(from, to)))).toEqual([])
    for (const account of demoAccounts) {
      expect(demoRequests.filter(([, to]) => to === account).length).toBeGreaterThanOrEqual(2)
    }
  })
})

describe('the posts', () => {
  test('are 300 with about 500 comments, a third with pictures, a tenth private, a fifth requests', () => {
    expect(writtenPosts).toHaveLength(300)
    expect(comments.length).toBeGreaterThan(450)
    const count = (is: (post: (typeof writtenPosts)[number]) => unknown) => writtenPosts.filter(is).length
    expect(count(({ isPrivate }) => isPrivate)).toBe(30)
    expect(count(({ isRequest }) => isRequest)).toBe(55)
    expect(count(({ pictures }) => pictures)).toBeGreaterThan(90)
    expect(count(({ pictures }) => pictures)).toBeLessThan(125)
  })

  test('are by people of the set; only friends of the author comment on private ones', () => {
    expect(strangers([...writtenPosts.map(({ by }) => by), ...comments.map(([by]) => by)])).toEqual([])
    const intruders = writtenPosts
      .filter(({ isPrivate }) => isPrivate)
      .flatMap(({ by, comments: said = [] }) => said.map(([other]) => [by, other] as const))
      .filter(([by, other]) => by !== other && !friendships.has(pairOf(by, other)))
    expect(intruders).toEqual([])
  })

  test('keep to the limits and have unique texts', () => {
    const bodies = writtenPosts.map(({ body }) => body)
    expect(bodies.filter(body => body.length < 40 || body.length > postLimits.body)).toEqual([])
    expect(comments.filter(([, body]) => body.length > postLimits.comment || body === '')).toEqual([])
    expect(writtenPosts.filter(({ pictures = [] }) => pictures.length > postLimits.pictures)).toEqual([])
    expect(repeated([...bodies, ...comments.map(([, body]) => body)])).toEqual([])
  })

  test('are clean text: no Latin letters within Russian words, no double spaces, tags in lower case', () => {
    const texts = [...writtenPosts.map(({ body }) => body), ...comments.map(([, body]) => body), ...talks.flat(2)]
    expect(texts.filter(text => /[а-яё][a-z]|[a-z][а-яё]| {2}|\s$|^\s| [,.;]/i.test(text))).toEqual([])
    const tags = writtenPosts.flatMap(({ body }) => hashtagsOf(body))
    expect(tags.length).toBeGreaterThan(150)
    expect(tags.filter(tag => !/^[а-яё]+$/.test(tag))).toEqual([])
  })

  test('show plants for which there are products', () => {
    const offered = new Set(demoProducts(readDirectory()).map(({ plant }) => `${plant.genus} ${plant.name}`))
    expect(writtenPosts.flatMap(({ pictures = [] }) => pictures).filter(plant => !offered.has(plant))).toEqual([])
  })
})

describe('the times of the posts', () => {
  // Loaded in every month of a year, since seasonal posts depend on it.
  const starts = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 21, 2, 30))

  test.each(starts)('are in the past, comments later than their post (loaded at %s)', now => {
    const posts = timedPosts(now, seededRandom(1))
    expect(posts).toHaveLength(300)
    expect(new Set(posts.map(({ body }) => body)).size).toBe(300)
    for (const { createdAt, commentedAt, comments: said = [] } of posts) {
      expect(createdAt.getTime()).toBeLessThan(now)
      expect(createdAt.getTime()).toBeGreaterThan(now - 121 * day)
      expect(commentedAt).toHaveLength(said.length)
      const times = [createdAt, ...commentedAt].map(Number)
      expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
      expect(times.at(-1)).toBeLessThan(now)
    }
    const lastWeek = posts.filter(({ createdAt }) => createdAt.getTime() > now - 7 * day).length
    expect(lastWeek).toBeGreaterThan(40)
  })

  test('are in the season of the text, if the last months had it', () => {
    const posts = timedPosts(Date.UTC(2026, 10, 21), seededRandom(1))
    const monthsOf = (season: string) =>
      posts.filter(post => post.season === season).map(({ createdAt }) => createdAt.getUTCMonth() + 1)
    expect(monthsOf('autumn').length).toBeGreaterThan(10)
    expect(monthsOf('autumn').filter(month => month < 9)).toEqual([])
    expect(monthsOf('summer').filter(month => month > 8)).toEqual([])
  })
})

describe('the stories', () => {
  test('are told in order at any loading date', () => {
    const stories = Map.groupBy(
      writtenPosts.filter(({ story }) => story),
      ({ story }) => story,
    )
    expect(stories.size).toBeGreaterThan(20)
    expect([...stories].filter(([, told]) => told.length < 2)).toEqual([])
    for (const seed of [1, 2, 3]) {
      const times = new Map(
        timedPosts(Date.UTC(2026, 10, 21), seededRandom(seed)).map(post => [post.body, post.createdAt.getTime()]),
      )
      for (const told of stories.values()) {
        const timesTold = told.map(({ body }) => times.get(body) ?? 0)
        if (new Set(told.map(({ season }) => season)).size > 1) continue
        expect(timesTold).toEqual(timesTold.toSorted((one, other) => one - other))
      }
    }
  })
})

describe('the conversations', () => {
  test('are 25, each of a different pair of people, with five to twenty messages', () => {
    expect(talks).toHaveLength(25)
    const pairs = talks.map(messages => [...new Set(messages.map(([by]) => by))])
    expect(pairs.filter(pair => pair.length !== 2)).toEqual([])
    expect(strangers(pairs.flat())).toEqual([])
    expect(repeated(pairs.map(([one = '', other = '']) => pairOf(one, other)))).toEqual([])
    expect(talks.filter(messages => messages.length < 5 || messages.length > 20)).toEqual([])
    expect(talks.flat().filter(([, body]) => body === '' || body.length > messageLength)).toEqual([])
    expect(repeated(talks.flat().map(([, body]) => body))).toEqual([])
  })

  test('leave unread only the last messages of the other person, and some for each demonstration account', () => {
    for (const { unread = 0, messages } of demoConversations) {
      const speaker = messages.at(-1)?.[0]
      const last = messages.toReversed().findIndex(([by]) => by !== speaker)
      expect(unread).toBeLessThanOrEqual(last)
    }
    const waiting = demoConversations
      .filter(({ unread }) => unread)
      .map(({ messages }) => messages.find(([by]) => by !== messages.at(-1)?.[0])?.[0])
    expect(demoAccounts.filter(account => !waiting.includes(account))).toEqual([])
  })
})
