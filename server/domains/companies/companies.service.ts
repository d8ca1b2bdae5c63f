import type { OwnTeam, Team, TeamListItem } from '#contract/companies.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session.ts'
import { canLeaveCompany, canManageCompany } from '#server/policy/companies.ts'
import { presentTeam, presentTeamListItem } from './companies.present.ts'
import { findCompany, listCompanies, listMembers } from './companies.queries.ts'

export { companyIdOf, listMembers, lockCompany } from './companies.queries.ts'

export async function listTeams(db: Db): Promise<TeamListItem[]> {
  return (await listCompanies(db)).map(presentTeamListItem)
}

/** Throws NOT_FOUND when there is no such company. */
export async function getTeam(db: Db | Tx, id: number): Promise<Team> {
  const company = await findCompany(db, id)
  if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return presentTeam(company, await listMembers(db, id))
}

/** The actor's company with what they may do to it, `null` without one. */
export async function getOwnTeam(db: Db, actor: Actor): Promise<OwnTeam | null> {
  if (actor.companyId === null) return null
  const team = await getTeam(db, actor.companyId)
  const company = { id: team.id, creatorId: team.created_by.id }
  return { ...team, can: { edit: canManageCompany(actor, company), leave: canLeaveCompany(actor, company) } }
}
