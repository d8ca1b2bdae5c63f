import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { PersonRow } from '#web/features/friends/person-row.tsx'
import { useWatchedPosts } from '#web/features/live/use-live.ts'
import { suggestionsQuery } from '#web/features/offers/search-field/api.ts'
import { FoundPlants } from '#web/features/offers/search-field/found-plants.tsx'
import { isStuck } from '#web/features/posts/is-stuck.ts'
import { PostList } from '#web/features/posts/post-list.tsx'
import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { usePostEvents } from '#web/features/posts/use-post-events.ts'
import { peopleFound, searchQuery } from '#web/features/search/api.ts'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'

export function Component() {
  const [params] = useSearchParams()
  const query = (params.get('query') ?? '').trim().slice(0, 255)
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:px-6 sm:pt-8">
      <PageMeta title={screenTitle('Поиск')} />
      <h1 className="mb-5 text-3xl">Поиск</h1>
      <SearchForm query={query} />
      <div className="mt-8">
        {query ? (
          <div className="grid gap-10">
            <Results query={query} />
            <FoundPlants query={query} />
          </div>
        ) : (
          <EmptyState title="Кого или что найти?">
            Люди находятся по имени, записи — по словам, названию растения и автору, растения и питомники — по названию.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function Results({ query }: { query: string }) {
  const { api } = useApp()
  const found = useQuery({ ...searchQuery(api, query), placeholderData: keepPreviousData })
  const catalogue = useQuery(suggestionsQuery(api, query))
  const { users = [], posts = [] } = found.data ?? {}
  useWatchedPosts(
    posts.map(post => post.id),
    usePostEvents(),
  )
  const isEmpty = found.data && users.length + posts.length === 0
  // Whether there is nothing at all is known when both have answered.
  if (!found.data || isStuck(found) || (isEmpty && catalogue.isPending))
    return (
      <Pending queries={[found]}>
        <PostSkeletons />
      </Pending>
    )
  if (isEmpty)
    return catalogue.data && catalogue.data.length > 0 ? (
      <p className="wrap-anywhere text-muted">Ни людей, ни записей по запросу «{query}» нет.</p>
    ) : (
      <EmptyState title="Ничего не нашлось">
        По запросу «{query}» нет ни людей, ни записей, ни растений. Попробуйте короче или другими словами.
      </EmptyState>
    )
  const { named, similar } = peopleFound(users, query)
  return (
    <div aria-busy={found.isPlaceholderData} className={clsx('grid gap-10', found.isPlaceholderData && 'opacity-55')}>
      <People title="Люди" people={named} />
      {posts.length > 0 && (
        <section aria-labelledby="posts">
          <h2 id="posts" className="mb-4 text-2xl">
            Записи
          </h2>
          <PostList posts={posts} />
        </section>
      )}
      <People title="Похожие имена" people={similar} />
    </div>
  )
}

function People({ title, people }: { title: string; people: readonly User[] }) {
  const id = useId()
  if (people.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      <ul className="grid gap-3">
        {people.map(person => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
    </section>
  )
}
