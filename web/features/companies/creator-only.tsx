import type { ReactNode } from 'react'
import type { OwnTeam } from '#contract/companies.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoCompany } from './no-company.tsx'

interface CreatorOnlyProps {
  team: OwnTeam | null
  children: (team: OwnTeam) => ReactNode
}

/** Content for the company's creator only; others see whom to ask. */
export function CreatorOnly({ team, children }: CreatorOnlyProps) {
  if (!team) return <NoCompany />
  if (team.can.edit) return children(team)
  return (
    <EmptyState
      title="Это может только создатель компании"
      action={<ButtonLink to="/teams/team">К моей компании</ButtonLink>}
    >
      Сведения и сотрудников ведёт {team.created_by.name}:{' '}
      <a href={`mailto:${team.created_by.email}`} className="link wrap-anywhere">
        {team.created_by.email}
      </a>
    </EmptyState>
  )
}
