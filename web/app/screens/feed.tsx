import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { FirstSteps } from '#web/features/accounts/first-steps.tsx'
import { companyChoicesQuery } from '#web/features/companies/api.ts'
import { useLive, useWatchedPosts } from '#web/features/live/use-live.ts'
import { categoriesQuery } from '#web/features/offers/api.ts'
import { ActiveFeedFilters } from '#web/features/posts/active-feed-filters.tsx'
import { feedQuery, suggestedFriendsQuery, trendsQuery } from '#web/features/posts/api.ts'
import { FeedFilterPanel } from '#web/features/posts/feed-filter-panel.tsx'
import {
  activeFeedFilters,
  type FeedSearch,
  feedHref,
  readFeedFilters,
  readPage,
} from '#web/features/posts/feed-filters.ts'
import { isStuck } from '#web/features/posts/is-stuck.ts'
import { NewPostsBar } from '#web/features/posts/new-posts-bar.tsx'
import { PostArrows } from '#web/features/posts/post-arrows.tsx'
import { PostForm } from '#web/features/posts/post-form.tsx'
import { PostList } from '#web/features/posts/post-list.tsx'
import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { SuggestedBox } from '#web/features/posts/suggested-box.tsx'
import { TrendsBox } from '#web/features/posts/trends-box.tsx'
import { usePostEvents } from '#web/features/posts/use-post-events.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Search } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const filters = readFeedFilters(params)
  const page = readPage(params)
  const active = activeFeedFilters(filters)
  const isWhole = active.length === 0 && !filters.wanted && !filters.friends

  const feed = useQuery({ ...feedQuery(api, filters, page), placeholderData: keepPreviousData })
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  const { data: choices } = useQuery(companyChoicesQuery(api))
  const people = useQuery(suggestedFriendsQuery(api))
  const trends = useQuery(trendsQuery(api))
  const posts = feed.data?.results ?? []
  // Someone who returns is taken to where they were, for which the whole list must be there.
  const [isReturning] = useState(feed.data !== undefined)
  useWatchedPosts(
    posts.map(post => post.id),
    usePostEvents(),
  )
  const isLate = feed.isPlaceholderData

  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle('Лента')} />
      <div className="grid items-start gap-x-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] xl:grid-cols-[15rem_minmax(0,1fr)_17rem]">
        <aside
          aria-label="Отбор записей"
          className="flex items-center justify-between gap-4 max-lg:mb-4 lg:col-start-1 lg:row-start-1 lg:block xl:sticky xl:top-22 xl:row-span-2"
        >
          <h1 className="text-3xl lg:mb-5">Лента</h1>
          <FeedFilterPanel
            filters={filters}
            activeCount={active.length}
            categories={categories.map(category => category.name)}
            cities={choices?.cities.map(city => city.name) ?? []}
          />
        </aside>
        <div className="grid min-w-0 content-start gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <FeedTabs filters={filters} />
          <ActiveFeedFilters active={active} />
          {page === 1 && isWhole && <FirstSteps />}
          {page === 1 && <PostForm refreshAccess={refreshAccess} />}
          <div>
            <NewPosts />
            {feed.data === undefined || isStuck(feed) ? (
              feed.error && page > 1 ? (
                <EmptyState
                  title="Такой страницы в ленте нет"
                  action={<ButtonLink to={feedHref(filters)}>К началу ленты</ButtonLink>}
                />
              ) : (
                <Pending queries={[feed]}>
                  <PostSkeletons />
                </Pending>
              )
            ) : (
              <div aria-busy={isLate} className={isLate ? 'opacity-55 transition-opacity delay-150' : undefined}>
                {posts.length > 0 ? (
                  <PostList posts={posts} isArriving={!isReturning} />
                ) : filters.friends && active.length === 0 ? (
                  <EmptyState
                    title="Друзья пока ничего не написали"
                    action={<ButtonLink to="/friends">Найти друзей</ButtonLink>}
                  >
                    Здесь будут записи тех, с кем вы дружите, в том числе только для друзей.
                  </EmptyState>
                ) : !isWhole ? (
                  <EmptyState
                    title="Под эти условия ничего не нашлось"
                    action={<ButtonLink to="/feed">Показать всю ленту</ButtonLink>}
                  >
                    Уберите одно из условий или поищите другими словами.
                  </EmptyState>
                ) : (
                  <EmptyState title="Здесь пока тихо">
                    Напишите первыми: что растёт, что ищете, чем можете поделиться.
                  </EmptyState>
                )}
                <PostArrows
                  page={page}
                  next={feed.data.next}
                  previous={feed.data.previous}
                  href={number => feedHref(filters, number)}
                />
              </div>
            )}
          </div>
        </div>
        <aside
          aria-label="Люди и темы"
          className="mt-10 grid grid-cols-[minmax(0,1fr)] content-start gap-8 max-lg:sm:grid-cols-[repeat(2,minmax(0,1fr))] lg:col-start-1 lg:row-start-2 xl:sticky xl:bottom-0 xl:col-start-3 xl:row-span-2 xl:row-start-1 xl:mt-2 xl:min-h-[calc(100dvh-5.5rem)] xl:self-end xl:pb-4"
        >
          {/* Together: whichever came second would move the other. */}
          {!people.isPending && !trends.isPending && (
            <>
              {people.data && <SuggestedBox people={people.data} />}
              {trends.data && <TrendsBox trends={trends.data} />}
            </>
          )}
        </aside>
      </div>
    </div>
  )
}

/** Whose posts, and what for; the other filters stay. */
function FeedTabs({ filters }: { filters: FeedSearch }) {
  const tab = (name: string, { wanted = false, friends = false }: Partial<FeedSearch>) => (
    <Link
      to={feedHref({ ...filters, wanted, friends })}
      aria-current={filters.wanted === wanted && filters.friends === friends ? 'page' : undefined}
      className="inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-leaf no-underline hover:bg-leaf-soft aria-[current]:bg-leaf aria-[current]:text-on-leaf"
    >
      {name}
    </Link>
  )
  return (
    <nav aria-label="Какие записи" className="flex gap-1">
      {tab('Все', {})}
      {tab('Друзья', { friends: true })}
      {tab('Куплю', { wanted: true })}
      <Link
        to="/search"
        aria-label="Найти людей и записи"
        title="Найти людей и записи"
        className="ml-auto grid size-11 place-items-center rounded-md text-leaf hover:bg-leaf-soft"
      >
        <Search size={22} />
      </Link>
    </nav>
  )
}

/** Counts new posts from the event stream until the list is reloaded. */
function NewPosts() {
  const { api, queries } = useApp()
  const navigate = useNavigate()
  const [told, setTold] = useState({ count: 0, since: 0 })
  const { queryKey } = feedQuery(api)
  const { dataUpdatedAt: readAt } = useQuery({ ...feedQuery(api), enabled: false })
  useLive('new_post', ({ count }) =>
    setTold(({ count: before, since }) => ({ count: since === readAt ? before + count : count, since: readAt })),
  )

  async function show(): Promise<void> {
    setTold({ count: 0, since: 0 })
    await queries.invalidateQueries({ queryKey })
    await navigate('/feed')
    window.scrollTo({ top: 0 })
  }

  return <NewPostsBar count={told.since === readAt ? told.count : 0} onShow={() => void show()} />
}
