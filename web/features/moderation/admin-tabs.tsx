import { clsx } from 'clsx'
import { NavLink } from 'react-router'

interface AdminTabsProps {
  /** Accessible name. */
  label: string
  tabs: readonly { to: string; name: string }[]
}

/** Links to the parts of one section of the admin, each with its own address. */
export function AdminTabs({ label, tabs }: AdminTabsProps) {
  return (
    <nav aria-label={label} className="mb-6 border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-2">
        {tabs.map(({ to, name }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                clsx(
                  'flex min-h-11 items-center border-b-2 px-3 no-underline',
                  isActive ? 'border-accent font-semibold text-ink' : 'border-transparent text-leaf hover:border-edge',
                )
              }
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
