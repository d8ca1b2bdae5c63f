import type { Actor } from '#server/platform/session.ts'

interface Post {
  authorId: string
  isPrivate: boolean
  /** False while the listing that it announces is not published. */
  isVisible: boolean
  /** The author is a friend of whoever asks. */
  isFriend: boolean
}

/** A private post exists for its author and the author's friends, and for moderators who have its address. */
export function canReadPost(actor: Actor, post: Post): boolean {
  return post.isVisible && (!post.isPrivate || post.authorId === actor.id || post.isFriend || actor.isStaff)
}

/** Its author, and moderators. */
export function canRemovePost(actor: Actor, post: Pick<Post, 'authorId'>): boolean {
  return post.authorId === actor.id || actor.isStaff
}
