import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useWatchedPosts } from '#web/features/live/use-live.ts'
import { feedQuery } from '#web/features/posts/api.ts'
import { noFilters, readPage } from '#web/features/posts/feed-filters.ts'
import { isStuck } from '#web/features/posts/is-stuck.ts'
import { PostArrows } from '#web/features/posts/post-arrows.tsx'
import { PostList } from '#web/features/posts/post-list.tsx'
import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { usePostEvents } from '#web/features/posts/use-post-events.ts'
import { HashtagMenu } from '#web/features/silenced/hashtag-menu.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'

export function Component() {
  const { api } = useApp()
  const { id: tag = '' } = useParams()
  const [params] = useSearchParams()
  const page = readPage(params)
  const trend = useQuery({ ...feedQuery(api, { ...noFilters, trend: tag }, page), placeholderData: keepPreviousData })
  const posts = trend.data?.results ?? []
  useWatchedPosts(
    posts.map(post => post.id),
    usePostEvents(),
  )
  const path = `/trends/${encodeURIComponent(tag)}`
  const title = `Тренд: #${tag}`
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:px-6 sm:pt-8">
      <PageMeta title={screenTitle(title)} />
      <div className="mb-6 flex items-start justify-between gap-3">
        <h1 className="min-w-0 text-3xl wrap-anywhere">{title}</h1>
        <HashtagMenu tag={tag} />
      </div>
      {trend.data === undefined || isStuck(trend) ? (
        trend.error && page > 1 ? (
          <EmptyState title="Такой страницы нет" action={<ButtonLink to={path}>К началу</ButtonLink>} />
        ) : (
          <Pending queries={[trend]}>
            <PostSkeletons />
          </Pending>
        )
      ) : posts.length > 0 ? (
        <>
          <PostList posts={posts} />
          <PostArrows
            page={page}
            next={trend.data.next}
            previous={trend.data.previous}
            href={number => (number > 1 ? `${path}?page=${number}` : path)}
          />
        </>
      ) : (
        <EmptyState
          title="С этим хештегом ещё не писали"
          action={
            <ButtonLink to="/feed" variant="secondary">
              В ленту
            </ButtonLink>
          }
        >
          Поставьте #{tag} в своей записи, и она появится здесь первой.
        </EmptyState>
      )}
    </div>
  )
}
