import type { ContactPerson, Team, TeamListItem, TeamRef } from '#contract/companies.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canSeeMemberEmail } from '#server/policy/companies.ts'
import type { findCompany, listCompanies, listMembers } from './companies.queries.ts'

type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>
type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]
type CompanyListRow = Awaited<ReturnType<typeof listCompanies>>[number]

/** What is said of a company wherever it is named. */
export function presentTeamRef(row: { id: number; name: string; verifiedAt: Date | string | null }): TeamRef {
  return { id: row.id, company_name: row.name, is_verified: row.verifiedAt !== null }
}

/** A member as this reader sees them. */
export function presentContact(
  { id, name, email, showsEmail }: MemberRow,
  companyId: number,
  actor: Actor | null,
): ContactPerson {
  return { id, name, email: canSeeMemberEmail(actor, { companyId, showsEmail }) ? email : '' }
}

/** Here alone the specification's names for a company's fields meet ours (docs/glossary.md). */
export function presentTeam(
  { company, region, specific, delivery }: CompanyRow,
  rows: MemberRow[],
  actor: Actor | null,
): Team {
  const members = rows.map(row => presentContact(row, company.id, actor))
  const creator = members.find(person => person.id === company.creatorId)
  if (!creator) throw new Error(`company ${company.id} has a creator who is no member`)
  return {
    ...presentTeamRef(company),
    team_zipcode: company.inn,
    about_team: company.about,
    team_phone: company.phone,
    website: company.website,
    team_address: company.address,
    team_country: company.country,
    team_city: region,
    team_specific: specific,
    delivery,
    safekeeping: company.storesPurchases,
    unloading: company.unloads,
    created_by: creator,
    members: [creator, ...members.filter(person => person !== creator)],
  }
}

export function presentTeamListItem(row: CompanyListRow): TeamListItem {
  return { ...presentTeamRef(row), team_city: row.region }
}
