import { listNotSeeing } from '#server/domains/accounts/accounts.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publishEach } from '#server/platform/live/live.ts'

/** People left out of one announcement, so that it fits into a notice (live.ts). */
const leftOutAtMost = 150

/**
 * Tells open pages of new posts, `counts` by author: not their authors', nor those of people who do not see them. Posts
 * of an author whom too many do not want to see are found when the feed is read.
 */
export async function announcePosts(tx: Tx, counts: Map<string, number>): Promise<void> {
  const silent = Map.groupBy(await listNotSeeing(tx, [...counts.keys()]), ({ authorId }) => authorId)
  const announced = [...counts].map(([authorId, count]) => ({
    count,
    everyoneBut: [authorId, ...(silent.get(authorId) ?? []).map(({ id }) => id)],
  }))
  await publishEach(
    tx,
    announced
      .filter(({ everyoneBut }) => everyoneBut.length <= leftOutAtMost)
      .map(({ count, everyoneBut }) => ({ event: { type: 'new_post', count }, audience: { everyoneBut } })),
  )
}

/** The same of a private post, which only these friends see. */
export async function announceToFriends(tx: Tx, authorId: string, friends: string[]): Promise<void> {
  const silent = new Set((await listNotSeeing(tx, [authorId])).map(({ id }) => id))
  const userIds = friends.filter(id => !silent.has(id))
  await publishEach(tx, [{ event: { type: 'new_post', count: 1 }, audience: { userIds } }])
}
