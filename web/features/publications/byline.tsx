import type { Article } from '#contract/publications.ts'
import { counted } from '#web/lib/plural.ts'

const day = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'Europe/Moscow' })

// A dot before each part; at the start of a line it hangs over the edge and is clipped.
const part = 'before:inline-block before:w-5 before:text-center before:content-["·"]'

/** Author, date of publication and reading time. */
export function Byline({ article }: { article: Article }) {
  return (
    <div className="overflow-hidden">
      <p className="-ml-5 flex flex-wrap text-sm text-muted">
        <span className={part}>{article.created_by.name}</span>
        <time dateTime={article.published_at} className={part}>
          {day.format(new Date(article.published_at))}
        </time>
        <span className={part}>{counted(article.reading_minutes, ['минута', 'минуты', 'минут'])} чтения</span>
      </p>
    </div>
  )
}
