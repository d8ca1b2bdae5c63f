import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { addToPostsCounts } from '#server/domains/accounts/accounts.api.ts'
import { companies } from '#server/domains/companies/companies.tables.ts'
import type { notifications } from '#server/domains/notifications/notifications.tables.ts'
import { refreshSearchText } from '#server/domains/posts/posts.queries.ts'
import { comments, hashtags, postHashtags, postLikes, posts } from '#server/domains/posts/posts.tables.ts'
import { hashtagsOf } from '#server/domains/posts/writing/hashtags.ts'
import { products } from '#server/domains/products/products.tables.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { PicturePlace } from './demo-pictures.jobs.ts'
import { type Random, seededRandom } from './demo/random.ts'
import { demoFriendships } from './demo/social/circles.ts'
import { type TimedPost, timedPosts } from './demo/social/posts.ts'

export interface StoredPerson {
  id: string
  name: string
  email: string
}

export type News = Omit<typeof notifications.$inferInsert, 'id' | 'readAt'> & { createdAt: Date }

interface Like {
  postId: string
  userId: string
  createdAt: Date
}

/** Rows of one insert, well below the parameter limit of a statement. */
const batch = 500

export async function inBatches<T>(rows: T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) await insert(rows.slice(start, start + batch))
}

/** Likes of some of the people who see the post, a few for most posts, in the days after it. */
function likesOf(post: { id: string; createdAt: Date }, readers: string[], most: number, now: number, random: Random) {
  const rest = [...readers]
  const wanted = Math.min(rest.length, Math.floor((most + 1) * (random.below(1000) / 1000) ** 2))
  const from = post.createdAt.getTime()
  const window = Math.min(4 * 86_400_000, now - from)
  return Array.from({ length: wanted }, (): Like => {
    const [userId = ''] = rest.splice(random.below(rest.length), 1)
    return {
      postId: post.id,
      userId,
      createdAt: new Date(from + Math.floor((window * (1 + random.below(999))) / 1000)),
    }
  })
}

/** The posts that announce published products, by the product's author, at the time of publication. */
async function announcements(tx: Tx) {
  const announced = await tx
    .select({
      productId: products.id,
      authorId: products.createdById,
      body: products.description,
      categoryId: products.categoryId,
      regionId: companies.regionId,
      createdAt: products.publishedAt,
    })
    .from(products)
    .innerJoin(companies, eq(companies.id, products.companyId))
    .where(and(products.isActive, isNotNull(products.publishedAt)))
    .orderBy(products.id)
  return announced.map(({ authorId, createdAt, ...product }) => {
    if (authorId === null || createdAt === null) throw new Error(`product ${product.productId} has no maker`)
    return { ...product, id: uuidv7(createdAt.getTime()), authorId, createdAt, isPrivate: false, isRequest: false }
  })
}

/** Links the posts, the oldest first, to the hashtags of their texts. */
async function insertHashtags(tx: Tx, rows: { id: string; body: string; createdAt: Date }[]): Promise<void> {
  const uses = rows.flatMap(({ id, body, createdAt }) =>
    hashtagsOf(body).map(name => ({ postId: id, createdAt, name, key: name.toLowerCase() })),
  )
  const spellings = new Map<string, string>()
  for (const { key, name } of uses) if (!spellings.has(key)) spellings.set(key, name)
  const inserted = await tx
    .insert(hashtags)
    .values([...spellings.values()].map(name => ({ name })))
    .returning()
  const ids = new Map(inserted.map(({ id, name }) => [name.toLowerCase(), id]))
  await inBatches(
    uses.map(({ postId, createdAt, key }) => ({ postId, createdAt, hashtagId: ids.get(key) ?? 0 })),
    part => tx.insert(postHashtags).values(part),
  )
}

interface PostDeps {
  /** Finds a person by the key of the demonstration set. */
  person: (key: string) => StoredPerson
  everybody: StoredPerson[]
  /** Attaches a drawing of the plant of this name to the post once it is drawn. */
  wantPicture: (plant: string, post: PicturePlace<string>) => void
  now: number
}

/** Writes all posts with their comments, likes and hashtags; returns the notifications for their authors. */
export async function insertPosts(tx: Tx, { person, everybody, wantPicture, now }: PostDeps): Promise<News[]> {
  const random = seededRandom(20_260_507)
  const readersBut = (authorId: string) => everybody.flatMap(({ id }) => (id === authorId ? [] : [id]))
  const friends = new Map<string, string[]>()
  for (const [one, other] of demoFriendships()) {
    friends.set(one, [...(friends.get(one) ?? []), person(other).id])
    friends.set(other, [...(friends.get(other) ?? []), person(one).id])
  }

  const likes: Like[] = []
  const commentRows: (typeof comments.$inferInsert & { createdAt: Date })[] = []

  const written = timedPosts(now, random)
    .toReversed()
    .map((post: TimedPost) => {
      const { body, isRequest, isPrivate = false, createdAt, commentedAt } = post
      const id = uuidv7(createdAt.getTime())
      const authorId = person(post.by).id
      const readers = isPrivate ? (friends.get(post.by) ?? []) : readersBut(authorId)
      const liked = likesOf({ id, createdAt }, readers, 24, now, random)
      likes.push(...liked)
      const said = (post.comments ?? []).map(([by, text], index) => {
        const time = commentedAt[index] as Date
        return { id: uuidv7(time.getTime()), postId: id, authorId: person(by).id, body: text, createdAt: time }
      })
      commentRows.push(...said)
      for (const [position, plant] of (post.pictures ?? []).entries()) wantPicture(plant, { id, position })
      return {
        ...{ id, authorId, body, isPrivate, isRequest, createdAt },
        likesCount: liked.length,
        commentsCount: said.length,
      }
    })
  const announced = (await announcements(tx)).map(post => {
    const liked = likesOf(post, readersBut(post.authorId), 9, now, random)
    likes.push(...liked)
    return { ...post, likesCount: liked.length }
  })

  await inBatches<typeof posts.$inferInsert>([...written, ...announced], part => tx.insert(posts).values(part))
  await refreshSearchText(tx, sql`true`)
  await inBatches(commentRows, part => tx.insert(comments).values(part))
  await inBatches(likes, part => tx.insert(postLikes).values(part))
  await insertHashtags(tx, written)

  const open = [...written, ...announced].filter(post => !post.isPrivate)
  const byAuthor = Map.groupBy(open, post => post.authorId)
  await addToPostsCounts(tx, new Map([...byAuthor].map(([authorId, theirs]) => [authorId, theirs.length])))

  const authors = new Map([...written, ...announced].map(post => [post.id, post.authorId]))
  const about = (postId: string, actorId: string) => ({ postId, recipientId: authors.get(postId) ?? '', actorId })
  const news = [
    ...likes.map(({ postId, userId, createdAt }) => ({
      ...about(postId, userId),
      ...{ type: 'post_like' as const, createdAt },
    })),
    ...commentRows.map(({ postId, authorId, createdAt }) => ({
      ...about(postId, authorId),
      ...{ type: 'post_comment' as const, createdAt },
    })),
  ]
  return news.filter(({ recipientId, actorId }) => recipientId !== actorId)
}
