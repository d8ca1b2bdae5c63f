import type { Post } from '#contract/posts.ts'
import { PostCard } from './post-card.tsx'

interface PostListProps {
  posts: readonly Post[]
}

/** Posts that a high window shows without scrolling. */
const seenAtOnce = 2

/** A list of posts, each shortened to a preview. */
export function PostList({ posts }: PostListProps) {
  return (
    <ul className="grid gap-4">
      {posts.map((post, index) => (
        <li key={post.id} className="min-w-0">
          <PostCard post={post} isFirst={index < seenAtOnce} />
        </li>
      ))}
    </ul>
  )
}
