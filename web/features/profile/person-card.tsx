import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PersonCompany } from '#web/ui/person-company.tsx'
import { friendsCounted, postsCounted } from '#web/ui/person-counts.ts'

/** The person whose friends are listed. */
export function PersonCard({ person }: { person: User }) {
  return (
    <div className="flex items-center gap-4 rounded-lg border border-line bg-surface p-4 shadow-card lg:flex-col lg:items-start lg:p-6">
      <Avatar src={person.get_avatar} className="size-20 lg:size-32" sizes="(width < 64rem) 5rem, 8rem" />
      <div className="min-w-0">
        <Link
          to={`/profile/${person.id}`}
          className="inline-block font-serif text-2xl wrap-anywhere text-ink no-underline hover:text-leaf hover:underline"
        >
          {person.name}
        </Link>
        {person.team && (
          <p className="leading-snug">
            <PersonCompany team={person.team} className="inline-block min-h-11 content-center lg:min-h-8" />
          </p>
        )}
        <p className="mt-1 text-muted tabular-nums">
          {friendsCounted(person.friends_count)} · {postsCounted(person.posts_count)}
        </p>
      </div>
    </div>
  )
}
