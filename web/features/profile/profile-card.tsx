import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { PersonCompany } from '#web/ui/person-company.tsx'
import { friendsCounted, postsCounted } from '#web/ui/person-counts.ts'

interface ProfileCardProps {
  person: User
  /** Actions on the person, or on the person's own profile. */
  children: ReactNode
}

/** A person with the numbers of their friends and posts. */
export function ProfileCard({ person, children }: ProfileCardProps) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5 shadow-card lg:p-6">
      <div className="flex items-center gap-4 lg:flex-col lg:items-start">
        <Avatar src={person.get_avatar} className="size-20 sm:size-24 lg:size-36" sizes="(width < 64rem) 6rem, 9rem" />
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">{person.name}</h1>
          {person.team && (
            <p className="leading-snug">
              <PersonCompany team={person.team} className="inline-block min-h-11 content-center lg:min-h-8" />
            </p>
          )}
          {person.email && (
            <p className="mt-0.5 text-sm">
              <a
                href={`mailto:${person.email}`}
                className="inline-block min-h-11 content-center wrap-anywhere text-muted hover:text-leaf hover:underline lg:min-h-6"
              >
                <BreakableEmail email={person.email} />
              </a>
            </p>
          )}
          <p className="flex flex-wrap items-center gap-x-4 tabular-nums">
            <Link to={`/profile/${person.id}/friends`} className="link inline-flex min-h-11 items-center">
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

/** A long address wraps after its «@» or a dot, not within a word. */
function BreakableEmail({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
