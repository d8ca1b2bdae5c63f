import { Link } from 'react-router'
import type { RatedTeam } from '#contract/companies.ts'
import { PersonCompany } from '#web/ui/person-company.tsx'
import { Rating } from '#web/ui/rating.tsx'

interface CompanyNameProps {
  /** Without an id it is no more. */
  company: Omit<RatedTeam, 'id'> & { id: number | null }
  /** False inside a label. */
  isLink?: boolean
}

/** A company with what its buyers say of it. */
export function CompanyName({ company, isLink = true }: CompanyNameProps) {
  const { id, company_name, is_verified } = company
  return (
    <span className="inline-flex min-w-0 flex-wrap items-baseline gap-x-2">
      {id === null ? (
        <span className="wrap-anywhere">{company_name}</span>
      ) : (
        <PersonCompany team={{ id, company_name, is_verified }} isLink={isLink} className="font-semibold text-ink!" />
      )}
      <Rating rating={company.rating} count={company.reviews_count} />
    </span>
  )
}

/** The person who asks, with a link to their page. */
export function BuyerName({ buyer: { id, name } }: { buyer: { id: string; name: string } }) {
  return (
    <Link to={`/profile/${id}`} className="link inline-block min-h-6 wrap-anywhere">
      {name}
    </Link>
  )
}
