import type { Coordinates, OwnTeam, Team, TeamListItem } from '#contract/companies.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canLeaveCompany, canManageCompany, canReadCompany } from '#server/policy/companies.ts'
import { presentTeam, presentTeamListItem } from './companies.present.ts'
import { type Company, findCompany, listCompanies, listMembers } from './companies.queries.ts'

export { companyIdOf, listMembers, lockCompany } from './companies.queries.ts'

export async function listTeams(db: Db): Promise<TeamListItem[]> {
  return (await listCompanies(db)).map(presentTeamListItem)
}

async function readTeam(db: Db | Tx, actor: Actor | null, id: number) {
  const found = await findCompany(db, id)
  if (!found) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  const members = await listMembers(db, id)
  return { team: presentTeam(found, members, actor), company: found.company, members }
}

/** The company as shown to the actor. Throws NOT_FOUND if the company does not exist. */
export async function getTeam(db: Db | Tx, actor: Actor | null, id: number): Promise<Team> {
  return (await readTeam(db, actor, id)).team
}

/** The company's page. Throws NOT_FOUND if the company does not exist or the actor may not see it. */
export async function getTeamFor(db: Db, actor: Actor | null, id: number): Promise<Team> {
  const { team, company } = await readTeam(db, actor, id)
  if (!canReadCompany(actor, company)) throw new AppError('NOT_FOUND', 'Такой компании нет.')
  return team
}

function pointOf({ latitude, longitude }: Company): Coordinates | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The actor's company with their permissions, `null` if they have none. */
export async function getOwnTeam(db: Db, actor: Actor): Promise<OwnTeam | null> {
  if (actor.companyId === null) return null
  const { team, company, members } = await readTeam(db, actor, actor.companyId)
  return {
    ...team,
    blocked_reason: company.blockedAt && company.blockReason,
    coordinates: pointOf(company),
    shows_email: members.find(member => member.id === actor.id)?.showsEmail ?? null,
    can: { edit: canManageCompany(actor, company), leave: canLeaveCompany(actor, company) },
  }
}
