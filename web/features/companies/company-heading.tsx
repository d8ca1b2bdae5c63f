import type { ReactNode } from 'react'
import type { Team } from '#contract/companies.ts'
import { TeamNav } from './team-nav.tsx'

/** The head of both pages of a company. */
export function CompanyHeading({ team, children }: { team: Team; children?: ReactNode }) {
  const place = [team.team_specific?.name, team.team_city?.name].filter(Boolean).join(', ')
  return (
    <header className="border-b border-line">
      <h1 className="mt-1 text-3xl">{team.company_name}</h1>
      <p className="mt-1 text-muted">
        {place}
        {children}
      </p>
      <div className="mt-3 -mb-px">
        <TeamNav team={team} />
      </div>
    </header>
  )
}
