import { useQuery } from '@tanstack/react-query'
import type { Team } from '#contract/companies.ts'
import { companyPostsQuery } from '#web/features/posts/api.ts'
import { PostList } from '#web/features/posts/post-list.tsx'
import { useApp } from '#web/lib/app-context.ts'

/** Posts of the company's people, as its own; nothing while there are none. */
export function PostsOfCompany({ team }: { team: Team }) {
  const { api } = useApp()
  const { data: posts } = useQuery(companyPostsQuery(api, String(team.id)))
  if (!posts || posts.length === 0) return null
  return (
    <section aria-labelledby="company-posts" className="mt-14 max-w-2xl">
      <h2 id="company-posts" className="text-2xl">
        Пишет питомник
      </h2>
      <p className="mb-4 text-muted">Открытые записи сотрудников: {team.company_name}</p>
      <PostList posts={posts} />
    </section>
  )
}
