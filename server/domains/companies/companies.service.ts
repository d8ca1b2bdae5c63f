import type { Coordinates, OwnTeam, Team, TeamListItem } from '#contract/companies.ts'
import { findPlace } from '#server/domains/reference/reference.api.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canLeaveCompany, canManageCompany, canReadCompany } from '#server/policy/companies.ts'
import { presentTeam, presentTeamListItem } from './companies.present.ts'
import { type Company, findCompany, listCompanies, listMembers } from './companies.queries.ts'
import { findCompanyAt } from './face/face.queries.ts'
import { proposeSlug } from './face/slugs.service.ts'

export { companyIdOf, listMembers, lockCompany } from './companies.queries.ts'

export async function listTeams(db: Db): Promise<TeamListItem[]> {
  return (await listCompanies(db)).map(presentTeamListItem)
}

/** With what companies are shown: their rows, and the addresses of their pictures. */
export interface TeamReads {
  db: Db | Tx
  media: Pick<MediaStore, 'urls'>
}

const unknownCompany = () => new AppError('NOT_FOUND', 'Такой компании нет.')

async function readTeam({ db, media }: TeamReads, actor: Actor | null, id: number) {
  const found = await findCompany(db, id)
  if (!found) throw unknownCompany()
  const members = await listMembers(db, id)
  return { team: presentTeam(found, members, actor, media), company: found.company, members }
}

/** The company as shown to the actor. Throws NOT_FOUND if the company does not exist. */
export async function getTeam(reads: TeamReads, actor: Actor | null, id: number): Promise<Team> {
  return (await readTeam(reads, actor, id)).team
}

/** The row of a company that the actor may see. Throws NOT_FOUND. */
export async function getReadableCompany(db: Db | Tx, actor: Actor | null, id: number): Promise<Company> {
  const company = await checkCompany(db, id)
  if (!canReadCompany(actor, company)) throw unknownCompany()
  return company
}

/** Throws NOT_FOUND if the company does not exist, blocked or not. */
export async function checkCompany(db: Db | Tx, id: number): Promise<Company> {
  const found = await findCompany(db, id)
  if (!found) throw unknownCompany()
  return found.company
}

/** The company's page. Throws NOT_FOUND if the company does not exist or the actor may not see it. */
export async function getTeamFor(reads: TeamReads, actor: Actor | null, id: number): Promise<Team> {
  const { team, company } = await readTeam(reads, actor, id)
  if (!canReadCompany(actor, company)) throw unknownCompany()
  return team
}

/** The same of the company that has this slug or had it. */
export async function getTeamAt(reads: TeamReads, actor: Actor | null, slug: string): Promise<Team> {
  const id = await findCompanyAt(reads.db, slug.toLowerCase())
  if (id === undefined) throw unknownCompany()
  return getTeamFor(reads, actor, id)
}

/** The company's town on the map; exactly where its plants are stays with its people. Throws NOT_FOUND. */
export async function findOnMap(db: Db, actor: Actor | null, id: number) {
  const { placeId } = await getReadableCompany(db, actor, id)
  const found = placeId === null ? undefined : await findPlace(db, placeId)
  if (!found) return null
  const { latitude, longitude, ...place } = found
  return { place, latitude, longitude }
}

function pointOf({ latitude, longitude }: Company): Coordinates | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The actor's company with their permissions, `null` if they have none. */
export async function getOwnTeam(reads: TeamReads, actor: Actor): Promise<OwnTeam | null> {
  if (actor.companyId === null) return null
  const { team, company, members } = await readTeam(reads, actor, actor.companyId)
  return {
    ...team,
    blocked_reason: company.blockedAt && company.blockReason,
    coordinates: pointOf(company),
    proposed_slug: company.slug === null ? await proposeSlug(reads.db, company) : '',
    shows_email: members.find(member => member.id === actor.id)?.showsEmail ?? null,
    can: { edit: canManageCompany(actor, company), leave: canLeaveCompany(actor, company) },
  }
}
