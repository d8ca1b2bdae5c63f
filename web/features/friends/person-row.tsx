import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PersonCompany } from '#web/ui/person-company.tsx'
import { friendsCounted, postsCounted } from '#web/ui/person-counts.ts'

interface PersonRowProps {
  person: User
  /** Actions. */
  children?: ReactNode
}

/** A person in a list: picture, name and company. The whole card links to their profile. */
export function PersonRow({ person, children }: PersonRowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-3 shadow-card transition-colors hover:border-leaf/50 sm:p-4">
      <Avatar src={person.get_avatar} className="size-14" />
      <div className="min-w-36 flex-1">
        <Link
          to={`/profile/${person.id}`}
          className="stretched font-semibold wrap-anywhere text-ink no-underline hover:text-leaf"
        >
          {person.name}
        </Link>
        {person.team && (
          <p className="text-sm leading-snug">
            {/* Above the stretched link. */}
            <PersonCompany team={person.team} className="inline-block min-h-6" />
          </p>
        )}
        <p className="text-sm text-muted">
          {friendsCounted(person.friends_count)} · {postsCounted(person.posts_count)}
        </p>
      </div>
      {/* Above the stretched link. */}
      {children && <div className="relative flex grow flex-wrap gap-2 sm:grow-0">{children}</div>}
    </li>
  )
}
