import { clsx } from 'clsx'
import { Link } from 'react-router'
import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts'

interface PagerProps {
  page: number
  pages: number
  /** Returns the address of a page. */
  href: (page: number) => string
}

const item =
  'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-md px-2 font-semibold tabular-nums no-underline'
const linked = 'text-leaf hover:bg-leaf-soft'

/** Previous, numbers, next: real links, so that pages can be shared, opened in a new tab and used without scripts. */
export function Pager({ page, pages, href }: PagerProps) {
  if (pages < 2) return null
  const numbers = pageNumbers(page, pages)
  // A phone has room for five numbers in a line, so neighbours are left out; the arrows lead to them.
  const isSpare = (n: number) => numbers.length > 5 && n !== 1 && n !== pages
  return (
    <nav aria-label="Страницы" className="mt-8 flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link to={href(page - 1)} rel="prev" className={clsx(item, linked, 'pr-3')}>
          <ChevronLeft size={20} />
          <span className="max-sm:sr-only">Назад</span>
        </Link>
      )}
      {numbers.map((entry, index) =>
        entry === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- the two gaps have nothing else to tell them apart
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
          <ChevronRight size={20} />
        </Link>
      )}
    </nav>
  )
}

/** The numbers shown: first, last, the current page and its neighbours; `null` is a gap of two pages or more. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = new Set([1, pages, page - 1, page, page + 1])
  // A gap of a single page shows that page instead: it needs no more room.
  if (page === 4) shown.add(2)
  if (page === pages - 3) shown.add(pages - 1)
  const numbers = [...shown].filter(n => n >= 1 && n <= pages).sort((a, b) => a - b)
  return numbers.flatMap((n, index) => (index > 0 && n - (numbers[index - 1] ?? 0) > 1 ? [null, n] : [n]))
}
