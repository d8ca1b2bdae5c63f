import type { Team, TeamListItem } from '#contract/companies.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { presentTeam, presentTeamListItem } from './companies.present.ts'
import { findCompany, listCompanies, listMembers } from './companies.queries.ts'

export { companyIdOf } from './companies.queries.ts'

export async function listTeams(db: Db): Promise<TeamListItem[]> {
  return (await listCompanies(db)).map(presentTeamListItem)
}

/** Throws NOT_FOUND when there is no such company. */
export async function getTeam(db: Db | Tx, id: number): Promise<Team> {
  const company = await findCompany(db, id)
  if (!company) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return presentTeam(company, await listMembers(db, id))
}
