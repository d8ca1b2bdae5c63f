import type { User } from '#contract/accounts.ts'
import { companyPostsMax, type FeedFilters, type Post, type PostDetail, type Trend } from '#contract/posts.ts'
import { getReadableCompany } from '#server/domains/companies/companies.service.ts'
import { standingTo } from '#server/domains/friends/friends.service.ts'
import { productCards } from '#server/domains/products/product-cards.service.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canSeePerson } from '#server/policy/people.ts'
import { canReadPost } from '#server/policy/posts.ts'
import { findAuthor, findPost, isCommentOf, listComments, type PostRow } from '../post-rows.queries.ts'
import { type Addresses, presentAuthor, presentComments, presentPost } from '../posts.present.ts'
import { findPeople, suggestPeople } from '../search/people-search.ts'
import { listNewestWithWords, newestWithWords } from '../search/word-search.ts'
import { mentionWriter } from '../writing/mentions.service.ts'
import { feedCounts } from './cached-counts.ts'
import { countOfFriends, type FeedQuery, findFeedQuery, listFeed, listOfAuthor, listOfCompany } from './feed.queries.ts'
import { newestPages } from './newest-pages.ts'
import { listMutedHashtagIds } from './silences.queries.ts'
import { cachedTrends } from './trends.ts'

const usualPageSize = 20
const profilePageSize = 100
/** Posts that a search answers with. */
const foundAtMost = 20
const trendsListed = 10

const everything: FeedQuery = {
  text: null,
  categoryId: null,
  regionId: null,
  hashtagId: null,
  isRequest: false,
  friendsOf: null,
  mostLikedFirst: false,
}

export interface PostDeps extends Addresses {
  db: Db
}

export const noSuchPost = () => new AppError('NOT_FOUND', 'Такой записи нет.')

/** Returns the function that presents rows to the actor; all their products take one query. */
export function postPresenter(deps: PostDeps) {
  return async (db: Db | Tx, actor: Actor, rows: PostRow[]): Promise<Post[]> => {
    const announced = rows.flatMap(({ productId }) => productId ?? [])
    const cards = await productCards(db, deps.media, announced)
    const write = await mentionWriter(
      db,
      actor,
      rows.filter(({ hasMentions }) => hasMentions).map(({ body }) => body),
    )
    return rows.map(row =>
      presentPost(
        row.hasMentions ? { ...row, body: write(row.body) } : row,
        row.productId === null ? null : (cards.get(row.productId) ?? null),
        deps,
        actor,
      ),
    )
  }
}

/** Reads the feed. Errors of background counts go to `logError`. */
export function feedService(deps: PostDeps & { logError: (error: unknown) => void }) {
  const { db, logError } = deps
  const counts = feedCounts(db, logError)
  const present = postPresenter(deps)
  const newest = newestPages(db, present, usualPageSize)
  const listTrends = cachedTrends(db, logError)

  /**
   * Whether the words are so frequent that scanning back from the newest post finds a page sooner than fetching all
   * posts with them: on average every (all / with the words)-th post has them.
   */
  async function areFrequent(query: FeedQuery, pageEnd: number): Promise<boolean> {
    if (query.text === null) return false
    const withWords = await counts.roughly({ ...everything, text: query.text })
    if (withWords < 1000) return false
    return withWords * withWords > pageEnd * (await counts.roughly(everything))
  }

  async function readPage(actor: Actor, query: FeedQuery, request: PageRequest) {
    const range = pageRange(request)
    const end = range.offset + range.limit
    if (query.text !== null && query.friendsOf === null && !query.mostLikedFirst && end <= newestWithWords) {
      return listNewestWithWords(db, actor, query, range)
    }
    return listFeed(db, actor, query, range, await areFrequent(query, end))
  }

  async function countOf(actor: Actor, query: FeedQuery, version: number | undefined): Promise<number> {
    if (query.friendsOf === null) return counts.total(actor, query, version)
    return (await countOfFriends(db, actor, query)).count
  }

  async function queryOf(actor: Actor, filters: FeedFilters): Promise<FeedQuery | null> {
    const query = await findFeedQuery(db, actor.id, filters)
    const asksForNothing = query && Object.values(query).every(value => value === null || value === false)
    return asksForNothing ? everything : query
  }

  return {
    /** Computes the unfiltered counts in advance: among a million posts a waiting person would notice the delay. */
    async countAhead(): Promise<void> {
      await Promise.all([counts.refresh(everything), listTrends()])
    },

    async listPosts(actor: Actor, request: FeedFilters & PageRequest, address: string) {
      const query = await queryOf(actor, request)
      if (query === everything && request.page === 1 && request.page_size === usualPageSize) {
        const linksIn = async (version: number | undefined) =>
          pageLinks(address, request, await counts.total(actor, query, version))
        return newest(actor, linksIn)
      }
      const read = query ? await readPage(actor, query, request) : []
      const count = query ? await countOf(actor, query, read[0]?.version) : 0
      const links = pageLinks(address, request, count)
      return { ...links, results: await present(db, actor, read) }
    },

    /** Throws NOT_FOUND for a post that the actor may not see, and for a comment that is not on it. */
    async getPost(
      actor: Actor,
      id: string,
      { comments: limit, before }: { comments: number; before?: string | undefined },
    ): Promise<{ post: PostDetail }> {
      const found = await findPost(db, actor, id)
      if (!found || !canReadPost(actor, { ...found, authorId: found.author.id })) {
        throw noSuchPost()
      }
      if (before !== undefined && !(await isCommentOf(db, id, before))) {
        throw new AppError('NOT_FOUND', 'Такого комментария нет.')
      }
      const [[post], comments] = await Promise.all([
        present(db, actor, [found]),
        listComments(db, actor, id, limit, before),
      ])
      if (!post) throw noSuchPost()
      return { post: { ...post, comments: await presentComments(db, deps, comments, actor) } }
    },

    /** Throws NOT_FOUND for an unknown person and for a page after the last one. */
    async getProfile(actor: Actor, id: string, page: number) {
      const person = await findAuthor(db, actor, id)
      if (!person || !canSeePerson(actor, person)) throw new AppError('NOT_FOUND', 'Такого человека нет.')
      const [rows, standing] = await Promise.all([
        listOfAuthor(db, actor, id, pageRange({ page, page_size: profilePageSize })),
        standingTo(db, actor, id),
      ])
      if (rows.length === 0 && page > 1) throw new AppError('NOT_FOUND', 'Такой страницы нет.')
      return {
        user: presentAuthor(person.author, deps),
        posts: await present(db, actor, rows),
        can_send_friendship_request: standing.mayAsk,
        is_friend: standing.isFriend,
        is_muted: standing.isMuted,
      }
    },

    /** What people of a company write, newest first. Throws NOT_FOUND for a company that the actor may not see. */
    async listOfCompany(actor: Actor, companyId: number): Promise<Post[]> {
      await getReadableCompany(db, actor, companyId)
      return present(db, actor, await listOfCompany(db, actor, companyId, companyPostsMax))
    },

    /** Without the hashtags that the actor has muted. */
    async listTrends(actor: Actor): Promise<Trend[]> {
      const trends = await listTrends()
      const muted = actor.silences === 0 ? new Set() : new Set(await listMutedHashtagIds(db, actor.id))
      return trends.filter(({ id }) => !muted.has(id)).slice(0, trendsListed)
    },

    /** Whom the actor may mention: friends first, all of whom are meant by an empty text. */
    async suggestPeople(actor: Actor, text: string): Promise<User[]> {
      return (await suggestPeople(db, actor, text)).map(row => presentAuthor(row, deps))
    },

    async search(actor: Actor, text: string): Promise<{ users: User[]; posts: Post[] }> {
      if (text === '') return { users: [], posts: [] }
      const [people, rows] = await Promise.all([
        findPeople(db, actor, text),
        listNewestWithWords(db, actor, { ...everything, text }, { limit: foundAtMost, offset: 0 }),
      ])
      return {
        users: people.map(row => presentAuthor(row, deps)),
        posts: await present(db, actor, rows),
      }
    },
  }
}
