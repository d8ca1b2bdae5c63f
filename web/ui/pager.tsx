import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { pageNumbers } from './page-numbers.ts'

interface PagerProps {
  page: number
  pages: number
  /** The address of a page. */
  href: (page: number) => string
}

const item =
  'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-md px-2 font-semibold tabular-nums no-underline'
const linked = 'text-leaf hover:bg-leaf-soft'

/** Previous, numbers, next: real links, so that pages can be shared, opened aside and walked without scripts. */
export function Pager({ page, pages, href }: PagerProps) {
  if (pages < 2) return null
  const numbers = pageNumbers(page, pages)
  // A phone has room for five numbers in a line: there the neighbours give way, the arrows lead to them anyway.
  const isSpare = (n: number) => numbers.length > 5 && n !== 1 && n !== pages
  return (
    <nav aria-label="Страницы" className="mt-8 flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link to={href(page - 1)} rel="prev" className={clsx(item, linked, 'pr-3')}>
          <ChevronLeft aria-hidden size={20} />
          <span className="max-sm:sr-only">Назад</span>
        </Link>
      )}
      {numbers.map((entry, index) =>
        entry === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two gaps have nothing else to tell them apart
          <span key={`gap-${index}`} aria-hidden className="px-1 text-muted">
            …
          </span>
        ) : entry === page ? (
          <span key={entry} aria-current="page" className={clsx(item, 'bg-leaf text-on-leaf')}>
            <span className="sr-only">Страница </span>
            {entry}
          </span>
        ) : (
          <Link key={entry} to={href(entry)} className={clsx(item, linked, isSpare(entry) && 'max-sm:hidden')}>
            <span className="sr-only">Страница </span>
            {entry}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={href(page + 1)} rel="next" className={clsx(item, linked, 'pl-3')}>
          <span className="max-sm:sr-only">Дальше</span>
          <ChevronRight aria-hidden size={20} />
        </Link>
      )}
    </nav>
  )
}
