import { Link } from 'react-router'
import type { Trend } from '#contract/posts.ts'
import { counted } from '#web/lib/plural.ts'

const forms = ['запись', 'записи', 'записей'] as const

/** What people write about this week. */
export function TrendsBox({ trends }: { trends: readonly Trend[] }) {
  return (
    <section aria-labelledby="trends">
      <h2 id="trends" className="text-xl">
        Тренды
      </h2>
      <p className="text-sm text-muted">О чём пишут на этой неделе</p>
      {trends.length > 0 ? (
        <ul className="mt-2">
          {trends.map(({ id, hashtag, occurences }) => (
            <li key={id}>
              <Link
                to={`/trends/${encodeURIComponent(hashtag)}`}
                className="group -mx-2 flex min-h-11 items-center rounded-md px-2 py-1 text-ink no-underline hover:bg-leaf-soft"
              >
                <span className="min-w-0 truncate font-semibold group-hover:text-leaf">#{hashtag}</span>
                <span className="leaders" />
                <span className="pl-1.5 text-sm whitespace-nowrap text-muted">{counted(occurences, forms)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-sm">Пока тихо. Поставьте в записи #хештег, и он появится здесь.</p>
      )}
    </section>
  )
}
