import { Link } from 'react-router'
import type { StaffCompany } from '#contract/moderation/people.ts'
import { BadgeCheck, TriangleAlert } from '#web/ui/icons.ts'
import { momentOf } from '../dates.ts'
import { staffHref } from './people-search.ts'

/** Marks for and against a company's number. */
export function CompanyMarks({ company }: { company: StaffCompany }) {
  const { is_inn_impossible, same_inn, team_zipcode, verification } = company
  const unnamed = same_inn.count - same_inn.companies.length
  return (
    <>
      {verification && (
        <p className="mt-1 flex items-start gap-2 text-sm text-leaf-strong">
          <BadgeCheck size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            Проверено <time dateTime={verification.verified_at}>{momentOf(verification.verified_at)}</time>:{' '}
            {verification.note}
          </span>
        </p>
      )}
      {is_inn_impossible && (
        <p className="mt-1 flex items-start gap-2 text-sm text-danger">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" />
          ИНН не бывает
        </p>
      )}
      {same_inn.count > 0 && (
        <p className="mt-1 flex items-start gap-2 text-sm text-danger">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            Такой ИНН есть ещё у:{' '}
            {same_inn.companies.map(({ id, company_name, is_verified }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Link to={`/teams/get_current_team/${id}`} className="link">
                  {company_name}
                </Link>
                {is_verified && ' (проверено)'}
              </span>
            ))}
            {unnamed > 0 && ` и ещё ${unnamed}`}.{' '}
            <Link to={staffHref({ search: team_zipcode, blocked: false, only: '', page: 1 })} className="link">
              Показать все
            </Link>
          </span>
        </p>
      )}
    </>
  )
}
