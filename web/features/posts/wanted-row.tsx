import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { feedQuery } from './api.ts'
import { feedHref, noFilters } from './feed-filters.ts'

const wanted = { ...noFilters, wanted: true }
const most = 4

/** What people are looking for now, the newest first; each leads to its post. */
export function WantedRow() {
  const { api } = useApp()
  const { data } = useQuery(feedQuery(api, wanted))
  const posts = data?.results.slice(0, most) ?? []
  return (
    <section aria-labelledby="wanted" className="min-h-60 pt-12">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="wanted" className="text-2xl">
          Сейчас ищут
        </h2>
        <Link to={feedHref(wanted)} className="link py-2">
          Все запросы «Куплю»
        </Link>
      </div>
      {data && posts.length === 0 ? (
        <p className="text-muted">Пока никто ничего не ищет. Напишите в ленте, что нужно вам.</p>
      ) : (
        <ul
          aria-labelledby="wanted"
          className="flex snap-x gap-3 overflow-x-auto pb-1 max-sm:-mx-4 max-sm:scroll-px-4 max-sm:px-4 sm:grid sm:grid-cols-2 lg:grid-cols-4"
        >
          {posts.map(post => (
            <li
              key={post.id}
              className="relative h-36 snap-start rounded-lg border border-line bg-surface p-4 hover:border-leaf max-sm:w-72 max-sm:shrink-0"
            >
              <p className="line-clamp-3 leading-snug">
                <Link to={`/post/${post.id}`} className="stretched text-ink no-underline">
                  {post.body || post.created_by.name}
                </Link>
              </p>
              <p className="absolute inset-x-4 bottom-3 flex items-center gap-2 text-sm text-muted">
                <Avatar src={post.created_by.get_avatar} className="size-7" />
                <span className="truncate">{post.created_by.name}</span>
                <TimeAgo of={post} className="ml-auto shrink-0" />
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
