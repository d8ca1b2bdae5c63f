import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface TradeItemProps {
  to: string
  name: string
  facts: ReactNode
  /** Its state, and what of it is counted, at the side. */
  marks: ReactNode
  /** What is to be done. */
  children: ReactNode
}

/** A request or a deal in a list; all of it leads there. */
export function TradeItem({ to, name, facts, marks, children }: TradeItemProps) {
  return (
    <li className="relative grid min-h-14 items-center gap-x-6 gap-y-1 px-4 py-1.5 hover:bg-leaf-soft/35 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="font-sans text-base leading-snug font-semibold wrap-anywhere">
          <Link to={to} className="stretched text-leaf no-underline">
            {name}
          </Link>
        </h2>
        <p className="text-sm leading-snug wrap-anywhere text-muted">{facts}</p>
      </div>
      <div className="grid gap-y-0.5 sm:justify-items-end sm:text-right">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm sm:justify-end">{marks}</div>
        {children}
      </div>
    </li>
  )
}
