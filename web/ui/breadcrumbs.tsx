import { Link } from 'react-router'

export interface Crumb {
  name: string
  /** Omitted for the last one, the page itself. */
  to?: string
}

export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Навигационная цепочка" className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map((crumb, index) => (
          <li key={crumb.to ?? crumb.name} className="flex min-w-0 items-center gap-x-2">
            {index > 0 && (
              <span aria-hidden className="text-edge">
                /
              </span>
            )}
            {crumb.to ? (
              <Link to={crumb.to} className="inline-block py-1.5 underline-offset-4 hover:text-leaf hover:underline">
                {crumb.name}
              </Link>
            ) : (
              <span aria-current="page" className="min-w-0 py-1.5 text-ink wrap-anywhere">
                {crumb.name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
