import type { OwnTeam, Team, TeamListItem } from '#contract/companies.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session.ts'
import { canLeaveCompany, canManageCompany, canReadCompany } from '#server/policy/companies.ts'
import { presentTeam, presentTeamListItem } from './companies.present.ts'
import { findCompany, listCompanies, listMembers } from './companies.queries.ts'

export { companyIdOf, listMembers, lockCompany } from './companies.queries.ts'

export async function listTeams(db: Db): Promise<TeamListItem[]> {
  return (await listCompanies(db)).map(presentTeamListItem)
}

async function readTeam(db: Db | Tx, id: number) {
  const found = await findCompany(db, id)
  if (!found) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return { team: presentTeam(found, await listMembers(db, id)), company: found.company }
}

/** Throws NOT_FOUND when there is no such company. */
export async function getTeam(db: Db | Tx, id: number): Promise<Team> {
  return (await readTeam(db, id)).team
}

/** The company's page. Throws NOT_FOUND when there is no such company, or none that the actor may know of. */
export async function getTeamFor(db: Db, actor: Actor | null, id: number): Promise<Team> {
  const { team, company } = await readTeam(db, id)
  if (!canReadCompany(actor, company)) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return team
}

/** The actor's company with what they may do to it, `null` without one. */
export async function getOwnTeam(db: Db, actor: Actor): Promise<OwnTeam | null> {
  if (actor.companyId === null) return null
  const { team, company } = await readTeam(db, actor.companyId)
  return {
    ...team,
    blocked_reason: company.blockedAt && company.blockReason,
    can: { edit: canManageCompany(actor, company), leave: canLeaveCompany(actor, company) },
  }
}
