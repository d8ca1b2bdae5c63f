import type { Actor } from '#server/platform/http/session.ts'
import { canSeePerson } from './people.ts'

interface Post {
  authorId: string
  isPrivate: boolean
  /** False while the product that it announces is not published, and while it is hidden by a moderator. */
  isVisible: boolean
  /** Hidden by a moderator. */
  isHidden: boolean
  /** The author is a friend of the actor. */
  isFriend: boolean
  /** One of author and actor has blocked the other. */
  isApart: boolean
}

const isAuthorOrModerator = (actor: Actor, post: Pick<Post, 'authorId'>) => post.authorId === actor.id || actor.isStaff

/**
 * A private post exists for its author and their friends, a hidden one for its author, and both for moderators who have
 * its address; none exists for somebody whom the author has blocked, or who has blocked the author.
 */
export function canReadPost(actor: Actor, post: Post): boolean {
  if (!canSeePerson(actor, post)) return false
  if (post.isHidden) return isAuthorOrModerator(actor, post)
  return post.isVisible && (!post.isPrivate || post.isFriend || isAuthorOrModerator(actor, post))
}

/** Liking and commenting: anybody who may read it, unless it is hidden by a moderator. */
export function canAnswerPost(actor: Actor, post: Post): boolean {
  return !post.isHidden && canReadPost(actor, post)
}

/** Who may read it, hidden or not, and who would but for a block: moderators hear also of those who have blocked. */
export function canReportPost(actor: Actor, post: Post): boolean {
  return canReadPost(actor, { ...post, isApart: false })
}

/** Answering a "wanted to buy" of somebody else on behalf of a company, with a listing or a quote. */
export function canSupply(actor: Actor, post: Pick<Post, 'authorId' | 'isHidden'> & { isRequest: boolean }): boolean {
  return post.isRequest && !post.isHidden && actor.companyId !== null && actor.id !== post.authorId
}

/** Reading why it is hidden. */
export function canReadHiddenReason(actor: Actor, post: Pick<Post, 'authorId'>): boolean {
  return isAuthorOrModerator(actor, post)
}

/** Changing what it says and who sees it; a post of a product follows the product. */
export function canEditPost(
  actor: Actor,
  post: Pick<Post, 'authorId' | 'isHidden'> & { isOfProduct: boolean },
): boolean {
  return post.authorId === actor.id && !post.isHidden && !post.isOfProduct
}

interface Comment {
  authorId: string
  /** The author of the post. */
  hostId: string
}

/** Changing what a comment says: its author. */
export function canEditComment(actor: Actor, comment: Pick<Comment, 'authorId'>): boolean {
  return comment.authorId === actor.id
}

/** Its author, that of the post and moderators. */
export function canRemoveComment(actor: Actor, comment: Comment): boolean {
  return comment.authorId === actor.id || comment.hostId === actor.id || actor.isStaff
}

/** The author and moderators. */
export function canRemovePost(actor: Actor, post: Pick<Post, 'authorId'>): boolean {
  return isAuthorOrModerator(actor, post)
}
