import { clsx } from 'clsx'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Article } from '#contract/publications.ts'
import { ChevronDown } from '#web/ui/icons.ts'
import { articlePath } from './addresses.ts'

interface ContentsProps {
  article: Article
  /** The section that is shown; `undefined`: the article's title page. */
  current: string | undefined
}

/** The side list of an article's sections. On a phone it is collapsed and opens to full width. */
export function Contents({ article, current }: ContentsProps) {
  const id = useId()
  const place = article.sections.findIndex(({ slug }) => slug === current)
  return (
    <nav aria-labelledby={id} className="lg:sticky lg:top-24 lg:self-start">
      <h2 id={id} className="mb-2 text-lg max-lg:sr-only">
        Содержание
      </h2>
      {/* The key collapses it on each new section: otherwise it would stay open above the text. */}
      <details key={current} className="rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex min-h-12 items-center gap-3 px-4 font-semibold">
          Содержание
          {place >= 0 && (
            <span className="text-sm font-normal text-muted">
              {place + 1} из {article.sections.length}
            </span>
          )}
          <ChevronDown size={20} className="ml-auto text-leaf in-open:rotate-180" />
        </summary>
        <Sections article={article} current={current} className="border-t border-line px-2 py-2" />
      </details>
      <Sections article={article} current={current} className="max-lg:hidden" />
    </nav>
  )
}

function Sections({ article, current, className }: ContentsProps & { className: string }) {
  const places = [{ name: 'О статье', slug: undefined }, ...article.sections]
  return (
    <ol className={className}>
      {places.map(({ name, slug }, index) => (
        <li key={slug ?? ''}>
          <Link
            to={articlePath(article.slug, slug)}
            aria-current={slug === current ? 'page' : undefined}
            className={clsx(
              'grid min-h-11 grid-cols-[1.75rem_1fr] items-baseline rounded-md px-2 py-2.5 no-underline',
              slug === current ? 'bg-leaf-soft font-semibold text-ink' : 'text-leaf hover:bg-sunken',
            )}
          >
            <span aria-hidden className="font-serif text-accent tabular-nums">
              {index > 0 && index}
            </span>
            {name}
          </Link>
        </li>
      ))}
    </ol>
  )
}
