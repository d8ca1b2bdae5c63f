import type { Comment, Post, PostDetail } from '#contract/posts.ts'

/** Responses with posts: a page of the feed, a person's profile or a search, one post with its comments. */
type Holder = { results: Post[]; count: number } | { posts: Post[] } | { post: PostDetail }

const isPost = (value: unknown) => typeof value === 'object' && value !== null && 'likes_count' in value

/** Recognised by shape, so that every screen with posts is updated, whichever query they came from. */
export function holdsPosts(data: unknown): data is Holder {
  if (typeof data !== 'object' || data === null) return false
  // A request for quotations has the id of its post.
  if ('post' in data) return isPost(data.post)
  const list = 'results' in data ? data.results : 'posts' in data ? data.posts : null
  return Array.isArray(list) && list.every(isPost)
}

/** The posts of a response. */
export function postsOf(data: Holder): Post[] {
  return 'post' in data ? [data.post] : 'results' in data ? data.results : data.posts
}

/** The response with one of its posts changed; the same object if it does not contain the post. */
export function withChange<Data extends Holder>(data: Data, id: string, change: (post: Post) => Partial<Post>): Data {
  if (!postsOf(data).some(post => post.id === id)) return data
  const changed = <P extends Post>(post: P): P => (post.id === id ? { ...post, ...change(post) } : post)
  if ('post' in data) return { ...data, post: changed(data.post) }
  if ('results' in data) return { ...data, results: data.results.map(changed) }
  return { ...data, posts: data.posts.map(changed) }
}

/** The list without a post. The response of a single post stays as it is: its page navigates away. */
export function withoutPost<Data extends Holder>(data: Data, id: string): Data {
  if ('post' in data || !postsOf(data).some(post => post.id === id)) return data
  const others = postsOf(data).filter(post => post.id !== id)
  return 'results' in data ? { ...data, results: others, count: data.count - 1 } : { ...data, posts: others }
}

/** The list with a post at this index. */
export function withPost<Data extends Holder>(data: Data, post: Post, place: number): Data {
  if ('post' in data || postsOf(data).some(other => other.id === post.id)) return data
  const list = postsOf(data).toSpliced(place, 0, post)
  return 'results' in data ? { ...data, results: list, count: data.count + 1 } : { ...data, posts: list }
}

/** A comment arrives both in the response to its author and by the event stream, in either order. */
export function withComment(post: PostDetail, comment: Comment): PostDetail {
  if (post.comments.some(other => other.id === comment.id)) return post
  return { ...post, comments: [...post.comments, comment] }
}

/** The comments before those that are shown, as the server has them. */
export function withEarlierComments(post: PostDetail, earlier: readonly Comment[]): PostDetail {
  const shown = new Set(post.comments.map(({ id }) => id))
  return { ...post, comments: [...earlier.filter(({ id }) => !shown.has(id)), ...post.comments] }
}
