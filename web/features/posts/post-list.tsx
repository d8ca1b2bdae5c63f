import type { Post } from '#contract/posts.ts'
import { PostCard } from './post-card.tsx'

interface PostListProps {
  posts: readonly Post[]
}

/** A list of posts, each shortened to a preview. */
export function PostList({ posts }: PostListProps) {
  return (
    <ul className="grid gap-4">
      {posts.map(post => (
        <li key={post.id} className="min-w-0">
          <PostCard post={post} />
        </li>
      ))}
    </ul>
  )
}
