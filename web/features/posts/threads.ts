import type { Comment } from '#contract/posts.ts'

export interface Thread<One = Comment> {
  comment: One
  /** Answers to it, and answers to these, in the order in which they came. */
  replies: One[]
}

/** Comments with what answers them, one level deep; an answer to a comment that is not shown stands by itself. */
export function threadsOf<One extends Pick<Comment, 'id' | 'reply_to'>>(comments: readonly One[]): Thread<One>[] {
  const threads: Thread<One>[] = []
  const threadOf = new Map<string, Thread<One>>()
  for (const comment of comments) {
    const answered = comment.reply_to === null ? undefined : threadOf.get(comment.reply_to)
    if (answered) answered.replies.push(comment)
    const thread = answered ?? { comment, replies: [] }
    if (!answered) threads.push(thread)
    threadOf.set(comment.id, thread)
  }
  return threads
}
