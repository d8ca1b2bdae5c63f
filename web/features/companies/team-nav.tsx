import { clsx } from 'clsx'
import { NavLink } from 'react-router'
import type { TeamRef } from '#contract/companies.ts'
import { companyPath } from '#contract/company-slug.ts'
import { VerifiedBadge } from '../../ui/verified-badge.tsx'

/** Links to the pages of a company; React Router marks the current one. */
export function TeamNav({ team }: { team: Omit<TeamRef, 'rating'> & { slug?: string } }) {
  const links = [
    { to: `/products/teamproductslist/${team.id}`, name: 'Товары' },
    { to: `/teams/get_current_team/${team.id}/price-list`, name: 'Прайс-лист' },
    { to: companyPath(team), name: 'О компании' },
  ]
  return (
    <nav
      aria-label={`Компания ${team.company_name}`}
      className="flex flex-wrap items-center gap-x-6 max-sm:justify-between"
    >
      <ul className="flex gap-6">
        {links.map(link => (
          <li key={link.to}>
            <NavLink
              to={link.to}
              end
              className={({ isActive }) =>
                clsx(
                  'inline-flex min-h-11 items-center border-b-2 font-semibold no-underline transition-colors',
                  isActive ? 'border-leaf text-ink' : 'border-transparent text-leaf hover:border-leaf/50',
                )
              }
            >
              {link.name}
            </NavLink>
          </li>
        ))}
      </ul>
      {team.is_verified && <VerifiedBadge />}
    </nav>
  )
}
