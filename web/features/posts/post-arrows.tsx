import { Link } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'
import { ArrowLeft, ArrowRight } from '#web/ui/icons.ts'

interface PostArrowsProps {
  page: number
  /** As in the response: `null` if there is no such page. */
  next: string | null
  previous: string | null
  href: (page: number) => string
}

/** Newer and older posts. */
export function PostArrows({ page, next, previous, href }: PostArrowsProps) {
  if (!next && !previous) return null
  return (
    <nav aria-label="Страницы" className="mt-6 grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      {previous ? (
        <Link to={href(page - 1)} rel="prev" className={buttonStyle('secondary', 'md', 'justify-self-start')}>
          <ArrowLeft size={20} />
          Назад
        </Link>
      ) : (
        <span />
      )}
      <span aria-current="page" className="text-sm text-muted tabular-nums">
        Страница {page}
      </span>
      {next && (
        <Link to={href(page + 1)} rel="next" className={buttonStyle('secondary', 'md', 'justify-self-end')}>
          Дальше
          <ArrowRight size={20} />
        </Link>
      )}
    </nav>
  )
}
