import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Offer } from '#contract/offer-search.ts'

/** What one can do with an offer, in one row. */
export function OfferActions({ offer: { company }, children }: { offer: Offer; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 max-sm:w-full max-sm:justify-between">
      <Link
        to={`/teams/get_current_team/${company.id}`}
        className="link inline-flex min-h-9 items-center text-sm"
        aria-label={`Контакты: ${company.company_name}`}
      >
        Контакты
      </Link>
      {children}
    </div>
  )
}
