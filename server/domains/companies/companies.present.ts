import type { ContactPerson, Team, TeamListItem } from '#contract/companies.ts'
import type { findCompany, listCompanies } from './companies.queries.ts'

type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>
type CompanyListRow = Awaited<ReturnType<typeof listCompanies>>[number]

/** Here alone the specification's names for a company's fields meet ours (docs/glossary.md). */
export function presentTeam({ company, region, specific, delivery }: CompanyRow, members: ContactPerson[]): Team {
  const creator = members.find(person => person.id === company.creatorId)
  if (!creator) throw new Error(`company ${company.id} has a creator who is no member`)
  return {
    id: company.id,
    company_name: company.name,
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
  return { id: row.id, company_name: row.name, team_city: row.region }
}
