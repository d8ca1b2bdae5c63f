import { Link } from 'react-router'
import type { StaffCompany } from '#contract/moderation/people.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { CompanyMarks } from './company-marks.tsx'
import { staffHref } from './people-search.ts'

const memberForms = ['сотрудник', 'сотрудника', 'сотрудников'] as const

export function CompanyName({ company }: { company: StaffCompany }) {
  const { id, company_name, team_zipcode, team_city } = company
  return (
    <div className="min-w-0">
      <Link to={`/teams/get_current_team/${id}`} className="link inline-block py-0.5 font-semibold wrap-anywhere">
        {company_name}
      </Link>
      <p className="text-sm wrap-anywhere">
        ИНН <span className="tabular-nums">{team_zipcode}</span>
        {team_city && <span className="text-muted">, {team_city.name}</span>}
      </p>
      <CompanyMarks company={company} />
    </div>
  )
}

/** Links to the creator in the list of people, where they can be blocked. */
export function CompanyCreator({ company: { created_by: person } }: { company: StaffCompany }) {
  return (
    <div className="min-w-0">
      <Link
        to={`/staff/people${staffHref({ search: person.email, blocked: false, only: '', page: 1 })}`}
        className="link inline-block py-0.5 wrap-anywhere"
      >
        {person.name}
      </Link>
      <span className="block text-sm wrap-anywhere">{person.email}</span>
      {person.is_blocked && <span className="block text-sm text-danger">Создатель заблокирован</span>}
    </div>
  )
}

export function CompanyCounts({ company }: { company: StaffCompany }) {
  const { members_count, products_count, published_count } = company
  return (
    <p className="text-sm whitespace-nowrap">
      {counted(members_count, memberForms)}
      <span className="block">{counted(products_count, plants)}</span>
      {published_count !== products_count && <span className="block text-muted">в каталоге {published_count}</span>}
    </p>
  )
}
