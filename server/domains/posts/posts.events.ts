import type { ReportReason } from '#contract/moderation/reason.ts'
import { domainEvent } from '#server/platform/events.ts'
import type { Actor } from '#server/platform/http/session.ts'

/** Why a moderator does something, and by which rule. */
export interface Grounds {
  reason: string
  rule: ReportReason
}

interface Reaction {
  postId: string
  authorId: string
  actorId: string
}

export const postLiked = domainEvent<Reaction>('post liked')

/** A company answers a "wanted to buy" with a listing. */
export const postOffered = domainEvent<Reaction & { companyId: number }>('post offered')

/** A post or a comment names these people, who may see it. */
export const personMentioned = domainEvent<{ postId: string; actorId: string; userIds: string[] }>('person mentioned')

export const postCommented = domainEvent<Reaction>('post commented on')

/** A moderator is about to delete somebody else's post. The caller has locked the post and its author. */
export const postRemoving = domainEvent<{ postId: string; actor: Actor } & Grounds>('post removing')

export interface CommentRemoval extends Grounds {
  commentId: string
  authorId: string
  body: string
  actor: Actor
}

/** A moderator removes somebody else's comment from somebody else's post. */
export const commentRemoving = domainEvent<CommentRemoval>('comment removing')
