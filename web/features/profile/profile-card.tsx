import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { friendsCounted, postsCounted } from '#web/ui/person-counts.ts'

interface ProfileCardProps {
  person: User
  /** What can be done: with them, or with one's own profile. */
  children: ReactNode
}

/** Who this is and how many friends and posts they have. */
export function ProfileCard({ person, children }: ProfileCardProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5 shadow-card lg:p-6">
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <Avatar src={person.get_avatar} className="size-24 lg:size-36" />
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">{person.name}</h1>
          {person.email && (
            <p className="mt-0.5 text-sm">
              <a href={`mailto:${person.email}`} className="break-all text-muted hover:text-leaf hover:underline">
                {person.email}
              </a>
            </p>
          )}
          <p className="mt-1 flex flex-wrap items-center gap-x-4 tabular-nums">
            <Link to={`/profile/${person.id}/friends`} className="link inline-block py-2">
              {friendsCounted(person.friends_count)}
            </Link>
            <span className="text-muted">{postsCounted(person.posts_count)}</span>
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:grow lg:grid">{children}</div>
    </div>
  )
}
