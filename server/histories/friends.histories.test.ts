import fc from 'fast-check'
import type { Notification } from '#contract/notifications.ts'
import type { Post } from '#contract/posts.ts'
import { byValue, everybody, people, person, runHistories, thing } from './histories.ts'

/**
 * Friendship and private posts. A private post exists for its author and the author's friends alone; everybody is told
 * once of what concerns them.
 */
type Deed =
  | { deed: 'ask' | 'accept' | 'reject'; who: number; whom: number }
  | { deed: 'write'; who: number; isPrivate: boolean }
  | { deed: 'open' | 'like' | 'comment' | 'delete'; who: number; post: number }

interface State {
  friends: [number, number][]
  /** Pending requests: who asked whom. */
  asked: [number, number][]
  /** `isPrivate`, and who likes it. */
  posts: Record<string, { by: number; isPrivate: boolean; likes: number[]; comments: number }>
  /** Unread notifications of each; those of a post go with it. */
  told: { what: string; post: string | null }[][]
}

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ deed: fc.constantFrom('ask', 'accept'), who: person, whom: person }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('reject'), who: person, whom: person }) },
  { weight: 3, arbitrary: fc.record({ deed: fc.constant('write'), who: person, isPrivate: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ deed: fc.constantFrom('open', 'like', 'comment'), who: person, post: thing }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('delete'), who: person, post: thing }) },
)

const has = (pairs: [number, number][], from: number, to: number) =>
  pairs.some(pair => pair[0] === from && pair[1] === to)
const areFriends = ({ friends }: State, one: number, other: number) =>
  has(friends, one, other) || has(friends, other, one)
const sorted = (texts: string[]) => texts.toSorted(byValue)

runHistories<Deed, State, 'post'>({
  name: 'friends',
  share: 25,
  deeds,
  aims: { post: 'post' },

  step(state, deed, name) {
    const { who } = deed
    const tell = (whom: number, what: string, about: string | null = null) => {
      if (whom !== who) state.told[whom]?.push({ what, post: about })
    }
    if (deed.deed === 'write') {
      state.posts[name] = { by: who, isPrivate: deed.isPrivate, likes: [], comments: 0 }
      return 201
    }
    if ('whom' in deed) {
      const { whom } = deed
      if (deed.deed === 'ask') {
        if (who === whom) return 400
        if (areFriends(state, who, whom) || has(state.asked, who, whom) || has(state.asked, whom, who))
          return 'request already sent'
        state.asked.push([who, whom])
        tell(whom, 'new_friendrequest')
        return 'friendship request created'
      }
      if (!has(state.asked, whom, who)) return 404
      state.asked = state.asked.filter(([from, to]) => from !== whom || to !== who)
      if (deed.deed === 'accept') state.friends.push([whom, who])
      tell(whom, `${deed.deed}ed_friendrequest`)
      return 'friendship request updated'
    }
    const found = state.posts[deed.post.name]
    if (!found || (found.isPrivate && found.by !== who && !areFriends(state, who, found.by))) return 404
    if (deed.deed === 'open') return [found.likes.length, found.comments]
    if (deed.deed === 'delete') {
      if (found.by !== who) return 403
      delete state.posts[deed.post.name]
      state.told = state.told.map(told => told.filter(({ post: about }) => about !== deed.post.name))
      return 'post deleted'
    }
    if (deed.deed === 'like') {
      if (found.likes.includes(who)) return 'post already liked'
      found.likes.push(who)
      tell(found.by, 'post_like', deed.post.name)
      return 'like created'
    }
    found.comments++
    tell(found.by, 'post_comment', deed.post.name)
    return 201
  },

  sees(state, who) {
    const shown = (by: number) =>
      sorted(
        Object.entries(state.posts)
          .filter(([, one]) => one.by === by && (!one.isPrivate || by === who || areFriends(state, who, by)))
          .map(([name, { likes, comments }]) => `${name}: ${likes.length} ${comments} ${likes.includes(who)}`),
      )
    const next = (who + 1) % people
    const friends = everybody.filter(other => areFriends(state, who, other))
    return {
      friends,
      count: friends.length,
      requests: state.asked
        .filter(([, to]) => to === who)
        .map(([from]) => from)
        .toSorted(byValue),
      feed: sorted(everybody.flatMap(shown)),
      nextOne: {
        posts: shown(next),
        mayAsk: !areFriends(state, who, next) && !has(state.asked, who, next) && !has(state.asked, next, who),
        email: areFriends(state, who, next),
      },
      told: sorted((state.told[who] ?? []).map(({ what, post: about }) => `${what} ${about}`)),
    }
  },

  async begin({ cast }, things) {
    const actors = await cast(people)
    const of = (who: number) => {
      const actor = actors[who]
      if (!actor) throw new Error(`nobody ${who}`)
      return actor
    }
    const numberOf = (id: string) => actors.findIndex(actor => actor.id === id)
    const nameOf = (id: string) => things.all('post').find(thing => thing.id === id)?.name ?? 'unknown'
    const line = (one: Post) => `${nameOf(one.id)}: ${one.likes_count} ${one.comments_count} ${one.liked_by_me}`
    return {
      state: { friends: [], asked: [], posts: {}, told: everybody.map(() => []) },

      async act(deed, name, call) {
        const who = of(deed.who)
        if (deed.deed === 'write') {
          const form = { body: `Запись ${name}`, is_private: deed.isPrivate }
          const { status, body } = await call('POST', 'posts/create/', who, form)
          if (status === 201) things.add('post', name, body.id)
          return status
        }
        if ('whom' in deed) {
          const path = { ask: 'request', accept: 'accepted', reject: 'rejected' }[deed.deed]
          const { status, body } = await call('POST', `friends/${of(deed.whom).id}/${path}/`, who)
          return status === 200 ? body.message : status
        }
        const path = `posts/${deed.post.id}/`
        if (deed.deed === 'open') {
          const { status, body } = await call('GET', path, who)
          return status === 200 ? [body.post.likes_count, body.post.comments.length] : status
        }
        const { status, body } =
          deed.deed === 'delete'
            ? await call('DELETE', `${path}delete/`, who)
            : await call(
                'POST',
                `${path}${deed.deed}/`,
                who,
                deed.deed === 'comment' ? { body: 'Сколько?' } : undefined,
              )
        return status === 200 ? body.message : status
      },

      async look(who, call) {
        const me = of(who)
        const own = (await call('GET', `friends/${me.id}/`, me)).body
        const feed = (await call('GET', 'posts/?page_size=30', me)).body.results as Post[]
        const profile = (await call('GET', `posts/profile/${of((who + 1) % people).id}/`, me)).body
        const told = (await call('GET', 'notifications/', me)).body as Notification[]
        return {
          friends: (own.friends as { id: string }[]).map(({ id }) => numberOf(id)).toSorted(byValue),
          count: own.user.friends_count,
          requests: (own.requests as { created_by: { id: string } }[])
            .map(({ created_by: by }) => numberOf(by.id))
            .toSorted(byValue),
          feed: sorted(feed.filter(one => numberOf(one.created_by.id) >= 0).map(line)),
          nextOne: {
            posts: sorted((profile.posts as Post[]).map(line)),
            mayAsk: profile.can_send_friendship_request,
            email: profile.user.email !== '',
          },
          told: sorted(
            told.map(one => `${one.type_of_notification} ${one.post_id === null ? null : nameOf(one.post_id)}`),
          ),
        }
      },
    }
  },
})
