import { lazy, Suspense } from 'react'
import type { Team } from '#contract/companies.ts'
import { useSession } from '#web/lib/session.ts'

// Posts are for members: visitors, to whom the page is the same, never load them.
const PostsOfCompany = lazy(async () => ({ default: (await import('./posts-of-company.tsx')).PostsOfCompany }))

/** What the company's people write, for members. */
export function CompanyPosts({ team }: { team: Team }) {
  const { isAuthenticated } = useSession()
  if (!isAuthenticated) return null
  return (
    <Suspense>
      <PostsOfCompany team={team} />
    </Suspense>
  )
}
