import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { Article } from '#contract/publications.ts'
import { counted } from '#web/lib/plural.ts'
import { Picture } from '#web/ui/picture.tsx'
import { articlePath } from './addresses.ts'
import { Byline } from './byline.tsx'

interface ArticleRowProps {
  article: Article
  /** The first on the page: larger, and its picture is loaded at once. */
  isFirst: boolean
}

/** An article in the magazine's list. */
export function ArticleRow({ article, isFirst }: ArticleRowProps) {
  return (
    <article
      className={
        isFirst
          ? 'relative grid items-center gap-x-10 gap-y-4 md:grid-cols-2'
          : clsx(
              'relative grid content-start gap-x-8 gap-y-4 max-sm:border-t max-sm:border-line max-sm:pt-8',
              // An article that would be alone in the last row spans it.
              'sm:max-lg:last:odd:col-span-full sm:max-lg:last:odd:grid-cols-2',
              'lg:last:nth-[3n+1]:col-span-full lg:last:nth-[3n+1]:grid-cols-[1fr_2fr]',
            )
      }
    >
      {article.get_image && (
        <Picture
          src={article.get_image}
          alt=""
          ratio={[16, 9]}
          sizes={
            isFirst
              ? '(width < 48rem) calc(100vw - 2rem), (width < 80rem) 46vw, 38rem'
              : '(width < 40rem) calc(100vw - 2rem), (width < 64rem) calc(50vw - 1.5rem), 25rem'
          }
          eager={isFirst}
          className="rounded-lg border border-line"
        />
      )}
      <div className="grid max-w-prose content-start gap-2">
        <h2 className={isFirst ? 'text-3xl' : 'text-2xl'}>
          <Link to={articlePath(article.slug)} className="stretched rounded-lg text-ink no-underline hover:text-leaf">
            {article.name}
          </Link>
        </h2>
        <p className={isFirst ? 'text-lg' : undefined}>{article.summary}</p>
        <Byline article={article} />
        <p className="text-sm text-muted">
          {counted(article.sections.length, ['раздел', 'раздела', 'разделов'])}, есть PDF
        </p>
      </div>
    </article>
  )
}
