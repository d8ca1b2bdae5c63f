import { clsx } from 'clsx'
import { Link } from 'react-router'

interface FilterLinksProps {
  label: string
  links: { name: string; to: string; isCurrent: boolean }[]
}

/** The parts of a list, as links that can be shared. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {links.map(({ name, to, isCurrent }) => (
        <Link
          key={name}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-10 items-center rounded-full border px-3.5 text-sm font-semibold no-underline',
            isCurrent ? 'border-leaf bg-leaf text-on-leaf' : 'border-line bg-surface text-leaf hover:border-leaf',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
