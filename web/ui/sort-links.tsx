import { clsx } from 'clsx'
import { Link } from 'react-router'

interface SortLinksProps {
  orders: { name: string; to: string; isCurrent: boolean }[]
  className?: string
}

/** The sort orders of a list as links, which can be shared. On one scrolling line if `className` says so. */
export function SortLinks({ orders, className }: SortLinksProps) {
  return (
    <nav aria-label="Порядок" className={clsx('-mx-2 flex', className ?? 'flex-wrap')}>
      {orders.map(({ name, to, isCurrent }) => (
        <Link
          key={name}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-11 shrink-0 items-center px-2 text-sm underline-offset-8',
            isCurrent ? 'font-semibold text-ink underline decoration-accent decoration-2' : 'text-leaf hover:underline',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
