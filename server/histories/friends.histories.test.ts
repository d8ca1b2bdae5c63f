import fc from 'fast-check'
import type { Notification } from '#contract/notifications.ts'
import type { Post } from '#contract/posts.ts'
import { everybody, people, person, runHistories, thing } from './histories.ts'

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
const nextTo = (who: number) => (who + 1) % people
const shown = (state: State, by: number, who: number) =>
  Object.entries(state.posts)
    .filter(([, one]) => one.by === by && (!one.isPrivate || by === who || areFriends(state, who, by)))
    .map(([name, { likes, comments }]) => `${name}: ${likes.length} ${comments} ${likes.includes(who)}`)
const mayAsk = ({ asked, ...state }: State, who: number, whom: number) =>
  !areFriends({ asked, ...state }, who, whom) && !has(asked, who, whom) && !has(asked, whom, who)

runHistories<Deed, State, 'post', 'friends' | 'feed' | 'nextOne' | 'told'>({
  name: 'friends',
  share: 25,
  withCompany: [],
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
        if (!mayAsk(state, who, whom)) return 'request already sent'
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

  sees: {
    friends(state, who) {
      const friends = everybody.filter(other => areFriends(state, who, other))
      const requests = state.asked.filter(([, to]) => to === who).map(([from]) => from)
      return { friends, count: friends.length, requests }
    },
    feed: (state, who) => everybody.flatMap(by => shown(state, by, who)),
    nextOne: (state, who) => ({
      posts: shown(state, nextTo(who), who),
      mayAsk: mayAsk(state, who, nextTo(who)),
      email: areFriends(state, who, nextTo(who)),
    }),
    told: (state, who) => state.told[who]?.map(({ what, post: about }) => `${what} ${about}`),
  },

  async begin({ things, of, numberOf }) {
    const line = (one: Post) =>
      `${things.nameOf('post', one.id)}: ${one.likes_count} ${one.comments_count} ${one.liked_by_me}`
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

      look: {
        async friends(who, get) {
          const { user, friends, requests } = await get(`friends/${of(who).id}/`)
          return {
            friends: (friends as { id: string }[]).map(({ id }) => numberOf(id)),
            count: user.friends_count,
            requests: (requests as { created_by: { id: string } }[]).map(({ created_by: by }) => numberOf(by.id)),
          }
        },
        async feed(_, get) {
          const feed = (await get('posts/?page_size=30')).results as Post[]
          return feed.filter(one => numberOf(one.created_by.id) >= 0).map(line)
        },
        async nextOne(who, get) {
          const {
            posts,
            user,
            can_send_friendship_request: maySend,
          } = await get(`posts/profile/${of(nextTo(who)).id}/`)
          return { posts: (posts as Post[]).map(line), mayAsk: maySend, email: user.email !== '' }
        },
        async told(_, get) {
          const told = (await get('notifications/')) as Notification[]
          return told.map(
            one => `${one.type_of_notification} ${one.post_id === null ? null : things.nameOf('post', one.post_id)}`,
          )
        },
      },
    }
  },
})
