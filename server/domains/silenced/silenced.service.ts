import type { User } from '#contract/accounts.ts'
import { mutedHashtagsMax, silencedPeopleMax } from '#contract/silenced.ts'
import {
  countBlocks,
  countMutes,
  countSilences,
  deleteBlock,
  deleteMute,
  insertBlock,
  insertMute,
  listBlocks,
  listMutes,
  lockPeople,
} from '#server/domains/accounts/accounts.api.ts'
import { listPeople } from '#server/domains/friends/friends.api.ts'
import { type FriendDeps, userPresenter } from '#server/domains/friends/friends.service.ts'
import { separate } from '#server/domains/friends/requests.service.ts'
import { forgetEachOther } from '#server/domains/notifications/notifications.service.ts'
import { noSuchPost } from '#server/domains/posts/feed/feed.service.ts'
import { readablePosts } from '#server/domains/posts/feed/readable-posts.ts'
import {
  deleteMutedHashtag,
  insertHiddenPost,
  insertMutedHashtag,
  listMutedHashtags,
} from '#server/domains/posts/posts.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { endStreamsOf } from '#server/platform/live/live.ts'
import { canSilence } from '#server/policy/people.ts'

/** Locks the actor and the other person. Throws NOT_FOUND for nobody, INVALID_INPUT for oneself. */
async function lockOther(tx: Tx, actor: Actor, id: string): Promise<string> {
  if (id === actor.id) throw new AppError('INVALID_INPUT', 'Себя скрыть нельзя.')
  const other = (await lockPeople(tx, [actor.id, id])).find(person => person.id === id)
  if (!other || !canSilence(actor, { id, isDeleted: other.deletedAt !== null })) {
    throw new AppError('NOT_FOUND', 'Такого человека нет.')
  }
  return other.id
}

function checkRoom(count: number, max: number, what: string): void {
  if (count > max) throw new AppError('CONFLICT', `Больше ${max.toLocaleString('ru-RU')} ${what} скрыть нельзя.`)
}

/** What a person must not, or does not want to, see. */
export function silenced(deps: FriendDeps) {
  const { db } = deps

  /** In one transaction with the other one locked; nothing is counted if `change` changes nothing. */
  async function between(actor: Actor, id: string, change: (tx: Tx, otherId: string) => Promise<boolean>) {
    await db.transaction(async tx => {
      const otherId = await lockOther(tx, actor, id)
      if (await change(tx, otherId)) await countSilences(tx, [actor.id, otherId])
    })
  }

  /** The same of what concerns the actor alone. */
  async function ofActor(actor: Actor, change: (tx: Tx) => Promise<boolean>) {
    await db.transaction(async tx => {
      await lockPeople(tx, [actor.id])
      if (await change(tx)) await countSilences(tx, [actor.id])
    })
  }

  return {
    async list(actor: Actor): Promise<{ blocked: User[]; muted: User[]; hashtags: string[] }> {
      const [blocks, mutes, hashtags] = await Promise.all([
        listBlocks(db, actor.id),
        listMutes(db, actor.id),
        listMutedHashtags(db, actor.id),
      ])
      const ids = [...blocks, ...mutes].map(({ id }) => id)
      const [rows, present] = await Promise.all([listPeople(db, ids), userPresenter(deps, actor, ids)])
      const people = new Map(rows.map(row => [row.id, present(row)]))
      const shown = (list: { id: string }[]) => list.flatMap(({ id }) => people.get(id) ?? [])
      return { blocked: shown(blocks), muted: shown(mutes), hashtags }
    },

    /**
     * What the two have begun as people ends; what is asked or agreed between companies goes on. Throws NOT_FOUND,
     * INVALID_INPUT for oneself and CONFLICT for too many.
     */
    async block(actor: Actor, id: string) {
      await between(actor, id, async (tx, otherId) => {
        if (!(await insertBlock(tx, actor.id, otherId))) return false
        checkRoom(await countBlocks(tx, actor.id), silencedPeopleMax, 'человек')
        await separate(tx, actor.id, otherId)
        await forgetEachOther(tx, actor.id, otherId)
        // They may be watching each other's posts.
        await endStreamsOf(tx, [actor.id, otherId])
        return true
      })
      return { message: 'person blocked' as const }
    },

    async unblock(actor: Actor, id: string) {
      await between(actor, id, (tx, otherId) => deleteBlock(tx, actor.id, otherId))
      return { message: 'person unblocked' as const }
    },

    async mute(actor: Actor, id: string) {
      await between(actor, id, async (tx, otherId) => {
        if (!(await insertMute(tx, actor.id, otherId))) return false
        checkRoom(await countMutes(tx, actor.id), silencedPeopleMax, 'человек')
        return true
      })
      return { message: 'person muted' as const }
    },

    async unmute(actor: Actor, id: string) {
      await between(actor, id, (tx, otherId) => deleteMute(tx, actor.id, otherId))
      return { message: 'person unmuted' as const }
    },

    async muteHashtag(actor: Actor, tag: string) {
      await ofActor(actor, async tx => {
        if (!(await insertMutedHashtag(tx, actor.id, tag))) return false
        checkRoom((await listMutedHashtags(tx, actor.id)).length, mutedHashtagsMax, 'хештегов')
        return true
      })
      return { message: 'hashtag muted' as const }
    },

    async unmuteHashtag(actor: Actor, tag: string) {
      await ofActor(actor, tx => deleteMutedHashtag(tx, actor.id, tag))
      return { message: 'hashtag unmuted' as const }
    },

    /** Throws NOT_FOUND for a post that the actor may not see. */
    async hidePost(actor: Actor, id: string) {
      if ((await readablePosts(db, actor, [id])).length === 0) throw noSuchPost()
      await ofActor(actor, tx => insertHiddenPost(tx, actor.id, id))
      return { message: 'post hidden' as const }
    },
  }
}

/** For the export of a person's data: ids alone, for others' names are not theirs. */
export async function listOwnSilences(db: Db, id: string) {
  const [blocked, muted, mutedTags] = await Promise.all([
    listBlocks(db, id),
    listMutes(db, id),
    listMutedHashtags(db, id),
  ])
  return { blocked, muted, mutedTags }
}
