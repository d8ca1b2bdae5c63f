import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TeamRef } from '#contract/companies.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'

interface SellerCardProps {
  team: TeamRef
  /** The company's own navigation. */
  children: ReactNode
}

/** Whose plant it is and how to ask for it: telephone and e-mails are on the company's page. */
export function SellerCard({ team, children }: SellerCardProps) {
  return (
    <section aria-labelledby="seller" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="min-w-48 grow basis-0">
          <p className="text-sm text-muted">Продаёт</p>
          <h2 id="seller" className="text-lg leading-snug">
            {team.company_name}
          </h2>
        </div>
        <ButtonLink to={`/teams/get_current_team/${team.id}`} className="max-sm:w-full">
          <Phone aria-hidden size={18} />
          Контакты
        </ButtonLink>
      </div>
      <div className="border-t border-line px-4">{children}</div>
    </section>
  )
}
