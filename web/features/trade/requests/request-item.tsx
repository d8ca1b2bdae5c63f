import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface RequestItemProps {
  to: string
  name: string
  facts: ReactNode
  /** Its state, and what of it is counted, at the side. */
  marks: ReactNode
  /** What is to be done. */
  children: ReactNode
}

/** A request in a list; all of it leads there. */
export function RequestItem({ to, name, facts, marks, children }: RequestItemProps) {
  return (
    <li className="relative grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3.5 hover:border-leaf/50 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
      <div className="min-w-0">
        <h2 className="text-lg wrap-anywhere">
          <Link to={to} className="stretched link">
            {name}
          </Link>
        </h2>
        <p className="text-sm wrap-anywhere text-muted">{facts}</p>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm sm:flex-col sm:items-end">{marks}</div>
    </li>
  )
}
