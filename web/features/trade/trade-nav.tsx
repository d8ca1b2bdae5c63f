import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { NavLink } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { attentionQuery } from './api.ts'

/** The person's projects, requests and deals, each with how many of them wait; above every list of them. */
export function TradeNav() {
  const { api } = useApp()
  const { team } = useSession()
  const { data: waiting } = useQuery(attentionQuery(api))
  const links = [
    { to: '/projects', name: 'Проекты', count: 0, what: '' },
    { to: '/requests', name: 'Запросы', count: waiting?.quotes ?? 0, what: 'с предложениями' },
    { to: '/deals', name: 'Сделки', count: waiting?.deals ?? 0, what: 'ждут вас' },
    // Last: that somebody has a company may be known later than the rest, and must not push it aside.
    ...(team ? [{ to: '/incoming', name: 'Входящие', count: waiting?.incoming ?? 0, what: 'без ответа' }] : []),
  ]
  return (
    <nav aria-label="Проекты, запросы и сделки" className="mb-5 border-b border-line xl:mb-2">
      <ul className="-mb-px flex gap-x-6 overflow-x-auto">
        {links.map(({ to, name, count, what }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                clsx(
                  what && 'pr-6',
                  'relative inline-flex min-h-11 items-center border-b-2 font-semibold whitespace-nowrap no-underline -outline-offset-2 transition-colors',
                  isActive ? 'border-leaf text-ink' : 'border-transparent text-leaf hover:border-leaf/50',
                )
              }
            >
              {name}
              {/* In its own place: the counts arrive later and must not push the tabs aside. */}
              {count > 0 && (
                <span className="absolute right-0 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 text-on-accent tabular-nums">
                  {count}
                  <span className="sr-only"> {what}</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
