import { startTransition, useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { PostCard } from './post-card.tsx'

interface PostListProps {
  posts: readonly Post[]
  /** The list has just arrived: what is below the window is rendered in turns, and a phone reacts meanwhile. */
  isArriving?: boolean
}

/** Posts that a high window shows without scrolling. */
const seenAtOnce = 2
/** Posts that are rendered at once: as many as a high window shows if all are short. */
const renderedAtOnce = 6

/** A list of posts, each shortened to a preview. */
export function PostList({ posts, isArriving = false }: PostListProps) {
  const [isWhole, setWhole] = useState(!isArriving)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return (
    <ul className="grid gap-4">
      {(isWhole ? posts : posts.slice(0, renderedAtOnce)).map((post, index) => (
        <li key={post.id} className="min-w-0">
          <PostCard post={post} isFirst={index < seenAtOnce} />
        </li>
      ))}
    </ul>
  )
}
