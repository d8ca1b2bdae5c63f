import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { TeamRef } from '#contract/companies.ts'
import { BadgeCheck } from '#web/ui/icons.ts'
import { ShortRating } from './short-rating.tsx'

interface PersonCompanyProps {
  team: TeamRef
  /** False inside another link. */
  isLink?: boolean
  className?: string
}

/** The company where a person works, beside their name. */
export function PersonCompany({ team, isLink = true, className }: PersonCompanyProps) {
  // `relative`: clips text for screen readers together with the name.
  const look = clsx('relative wrap-anywhere text-muted', className)
  const name = (
    <>
      {team.company_name}
      {team.is_verified && (
        <>
          {'\u00a0'}
          <BadgeCheck size={16} className="inline-block align-[-3px] text-leaf" />
          <span className="sr-only">, проверено</span>
        </>
      )}
      {team.rating !== undefined && (
        <>
          {' '}
          <ShortRating of={team} />
        </>
      )}
    </>
  )
  if (!isLink) return <span className={look}>{name}</span>
  return (
    <Link
      to={`/teams/get_current_team/${team.id}`}
      className={clsx('no-underline hover:text-leaf hover:underline', look)}
    >
      {name}
    </Link>
  )
}

/** After a name: on the same line, on a phone below it. */
export function CompanyAfterName({ team }: { team: TeamRef | null }) {
  if (!team) return null
  return (
    <>
      <span aria-hidden className="mx-1.5 text-muted max-sm:hidden">
        ·
      </span>
      <PersonCompany team={team} className="inline-block min-h-6 content-center text-sm max-sm:block" />
    </>
  )
}
