import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { friendsQuery } from '#web/features/friends/api.ts'
import { FriendsView } from '#web/features/friends/friends-view.tsx'
import { useFriendshipNews } from '#web/features/friends/use-friendship-news.ts'
import { PersonCard } from '#web/features/profile/person-card.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { ChevronLeft } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Enough rows to fill a window, so that content below does not move while loading. */
const outline = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

export function Component() {
  const { api } = useApp()
  const session = useSession()
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const friends = useQuery(friendsQuery(api, id, page))
  useFriendshipNews()

  if (friends.error instanceof ApiError && friends.error.status === 404)
    return (
      <>
        <PageMeta title={screenTitle('Такого человека нет')} />
        <ErrorView
          status={404}
          title="Такого человека нет"
          reason="Возможно, учётную запись удалили или в адресе опечатка."
        >
          <ButtonLink to="/search" variant="secondary">
            Найти людей
          </ButtonLink>
        </ErrorView>
      </>
    )
  const user = friends.data?.user
  const isOwn = id === session.user.id
  return (
    <div className="mx-auto grid max-w-5xl items-start gap-x-10 gap-y-8 px-4 pt-6 sm:px-6 sm:pt-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)]">
      <PageMeta title={screenTitle(user && !isOwn ? `Друзья: ${user.name}` : 'Друзья')} />
      <h1 className="sr-only">{user && !isOwn ? `Друзья: ${user.name}` : 'Друзья'}</h1>
      {friends.data && user ? (
        <>
          <aside aria-label="Человек">
            <PersonCard person={user} />
            <Link to={`/profile/${user.id}`} className="link mt-3 inline-flex min-h-11 items-center gap-1">
              <ChevronLeft size={18} />
              {isOwn ? 'Мой профиль' : 'К профилю'}
            </Link>
          </aside>
          <FriendsView shown={friends.data} page={page} />
        </>
      ) : (
        <div className="lg:col-span-2">
          <Pending queries={[friends]}>
            <div className="grid items-start gap-x-10 gap-y-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[18rem_minmax(0,1fr)]">
              <Skeleton className="h-28 lg:h-64" />
              <div className="grid gap-3 sm:grid-cols-2">
                {outline.map(row => (
                  <Skeleton key={row} className="h-22" />
                ))}
              </div>
            </div>
          </Pending>
        </div>
      )}
    </div>
  )
}
