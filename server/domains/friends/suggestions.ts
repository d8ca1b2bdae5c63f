import { LRUCache } from 'lru-cache'
import type { User } from '#contract/accounts.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listAskable, listFriendsOfFriends } from './friends.queries.ts'
import { type FriendDeps, userPresenter } from './friends.service.ts'

const shown = 10
/** More than are shown, because some may become friends, or be deleted, while the list is cached. */
const kept = 50
/** Maximum of a person's friends that are considered: the newest ones. */
const breadth = 200
const lifetime = 60_000

export interface Suggestions {
  suggest(actor: Actor): Promise<User[]>
  /** Invalidates the suggestions of people whose friends have changed. */
  forget(ids: string[]): void
}

/**
 * Friends of friends, computed at most once a minute per person; concurrent callers share one computation. People who
 * may no longer be suggested are filtered out at once.
 */
export function friendSuggestions(deps: FriendDeps): Suggestions {
  const { db } = deps
  const candidates = new LRUCache<string, Promise<string[]>>({ max: 10_000, ttl: lifetime })

  function candidatesFor(id: string): Promise<string[]> {
    const known = candidates.get(id)
    if (known) return known
    const found = listFriendsOfFriends(db, id, breadth, kept)
    candidates.set(id, found)
    found.catch(() => candidates.delete(id))
    return found
  }

  return {
    async suggest(actor) {
      const ids = await candidatesFor(actor.id)
      if (ids.length === 0) return []
      const askable = new Map((await listAskable(db, actor, ids)).map(row => [row.id, row]))
      const rows = ids.flatMap(id => askable.get(id) ?? []).slice(0, shown)
      const present = await userPresenter(
        deps,
        actor,
        rows.map(row => row.id),
      )
      return rows.map(present)
    },
    forget(ids) {
      for (const id of ids) candidates.delete(id)
    },
  }
}
