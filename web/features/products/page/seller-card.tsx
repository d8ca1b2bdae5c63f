import type { ReactNode } from 'react'
import type { TeamRef } from '#contract/companies.ts'
import { ShortRating } from '#web/ui/short-rating.tsx'

interface SellerCardProps {
  team: TeamRef
  /** Contacts of the seller: telephone and messages. */
  contacts: ReactNode
  /** The company's own navigation. */
  children: ReactNode
}

/** The seller and how to contact them. */
export function SellerCard({ team, contacts, children }: SellerCardProps) {
  return (
    <section aria-labelledby="seller" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="grid gap-3 p-4">
        <div>
          <p className="text-sm text-muted">Продаёт</p>
          <h2 id="seller" className="text-lg leading-snug">
            {team.company_name}
          </h2>
          <ShortRating of={team} />
        </div>
        {/* On a phone they stay visible at the lower edge. */}
        <div className="flex flex-wrap gap-2 max-lg:not-print:hidden [&>*]:grow">{contacts}</div>
      </div>
      <div className="border-t border-line px-4">{children}</div>
    </section>
  )
}
