import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { viewer } from './generate-viewer.ts'

/** A call whose time is compared between a small and a large network. */
export interface ScaleCall {
  name: string
  /** The caller's e-mail. */
  by: string
  path: string
  /** Makes it a POST. */
  body?: object
  /** The response itself is a hundred times larger: reported, but without a target. */
  grows?: true
}

/** The person with the most friends, conversations and posts. */
const busiest = 'person0@bench.test'

/** Search words by their share of the generated posts. */
const words = {
  'one in 100,000': 'эдельвейс',
  'in 0.1 %': 'микробиота',
  'in 0.4 %': 'тсуга',
  'in 1 %': 'гортензия',
  'in 4 %': 'сосна',
  'in 25 %': 'клён',
  'two, in 1.5 % together': 'туя западная',
  'of a name, in 2 %': 'Шевченко',
}

const names = {
  'a name': 'Анна Дубяго',
  'a surname': 'короленко',
  'two letters': 'ан',
  'a name mistyped': 'Анна Дубяга',
  'a surname mistyped': 'Кароленко',
  'nobody like this': 'кщзюъ',
}

async function idOf(db: Db, query: ReturnType<typeof sql>): Promise<string> {
  const [row] = (await db.execute<{ id: string }>(query)).rows
  if (!row) throw new Error('the database has not been filled by bench/social-database.ts')
  return row.id
}

/** The calls with the ids of this database; names and order are the same for each. */
export async function scaleCalls(db: Db): Promise<ScaleCall[]> {
  const person = (email: string) => idOf(db, sql`select id from users where email = ${email}`)
  const [me, popular, average] = await Promise.all([
    person(viewer.email),
    person(busiest),
    person('person300@bench.test'),
  ])
  const mine = await idOf(
    db,
    sql`select conversation_id as id from conversation_sides where user_id = ${me} order by modified_at desc limit 1`,
  )
  const longest = await idOf(
    db,
    sql`select conversation_id as id from messages where number = 20000 order by created_at limit 1`,
  )
  const opener = await idOf(
    db,
    sql`select users.email as id from conversations join users on users.id = opened_by_id where conversations.id = ${longest}`,
  )
  const discussed = await idOf(db, sql`select id from posts order by comments_count desc, id limit 1`)
  const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const feed = (name: string, fields: Record<string, string>): ScaleCall => ({
    name: `feed, ${name}`,
    by: viewer.email,
    path: `/api/posts/?${query(fields)}`,
  })
  const search = (name: string, text: string): ScaleCall => ({
    name: `search, ${name}`,
    by: viewer.email,
    path: '/api/search/',
    body: { query: text },
  })
  const read = (name: string, path: string, more: Partial<ScaleCall> = {}): ScaleCall => ({
    name,
    by: viewer.email,
    path,
    ...more,
  })
  const category = { product__category__name: 'Хвойные растения' }
  const region = { product__team__team_city_id__name: 'Московская область' }
  return [
    read('feed, page 1', '/api/posts/'),
    feed('page 500 of ten', { page: '500', page_size: '10' }),
    feed('a category', category),
    feed('a region', region),
    feed('a category in a region', { ...category, ...region }),
    feed('wanted to buy', { is_request: '1' }),
    feed('most liked', { ordering: '-likes_count' }),
    feed('a frequent hashtag', { trend: 'сад' }),
    feed('a rare hashtag', { trend: 'сорт_1500' }),
    ...Object.entries(words).map(([name, text]) => feed(`a word ${name}`, { search: text })),
    feed('a word and a category', { ...category, search: words['in 1 %'] }),
    feed('a word, most liked', { ordering: '-likes_count', search: words['in 1 %'] }),
    ...Object.entries(words).map(([name, text]) => search(`a word ${name}`, text)),
    ...Object.entries(names).map(([name, text]) => search(name, text)),
    read('trends', '/api/posts/trends/'),
    read('suggestions', '/api/friends/suggested/'),
    read('suggestions for the one with most friends', '/api/friends/suggested/', { by: busiest, grows: true }),
    read('conversations', '/api/chat/'),
    read('conversations, page 2', '/api/chat/?page=2'),
    read('conversations of the one with most', '/api/chat/', { by: busiest, grows: true }),
    read('a conversation', `/api/chat/${mine}/`),
    read('a conversation of 20,000 messages', `/api/chat/${longest}/`, { by: opener }),
    read('my friends', `/api/friends/${me}/`),
    read('my friends, page 2', `/api/friends/${me}/?page=2`),
    read('friends of another', `/api/friends/${average}/`),
    read('friends of the one with most', `/api/friends/${popular}/`, { grows: true }),
    read('a profile', `/api/posts/profile/${average}/`, { grows: true }),
    read('the profile with most posts', `/api/posts/profile/${popular}/`, { grows: true }),
    read('a post with 500 comments', `/api/posts/${discussed}/`),
    read('notifications', '/api/notifications/'),
  ]
}
