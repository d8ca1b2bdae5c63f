import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { AnswerOf } from '#contract/calls.ts'
import { SignOutButton } from '#web/features/accounts/sign-out-button.tsx'
import { MessageButton } from '#web/features/chat/message-button.tsx'
import { useFriendshipNews } from '#web/features/friends/use-friendship-news.ts'
import { useWatchedPosts } from '#web/features/live/use-live.ts'
import { PostForm } from '#web/features/posts/post-form.tsx'
import { PostList } from '#web/features/posts/post-list.tsx'
import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { usePostEvents } from '#web/features/posts/use-post-events.ts'
import { postsOnPage, profileQuery } from '#web/features/profile/api.ts'
import { FriendshipButton } from '#web/features/profile/friendship-button.tsx'
import { ProfileCard } from '#web/features/profile/profile-card.tsx'
import { WorkLinks } from '#web/features/profile/work-links.tsx'
import { PersonMenu } from '#web/features/silenced/person-menu.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PencilLine } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const profile = useQuery(profileQuery(api, id, page))
  useFriendshipNews()
  useWatchedPosts(profile.data?.posts.map(post => post.id) ?? [], usePostEvents())

  if (profile.error instanceof ApiError && profile.error.status === 404)
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
  return (
    <div className="mx-auto grid max-w-5xl items-start gap-x-8 gap-y-5 px-4 pt-5 sm:px-6 sm:pt-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[19rem_minmax(0,1fr)]">
      <PageMeta title={screenTitle(profile.data?.user.name ?? 'Профиль')} />
      {profile.data ? (
        <Profile key={id} profile={profile.data} page={page} />
      ) : (
        <div className="lg:col-span-2">
          <Pending queries={[profile]}>
            <div className="grid items-start gap-x-8 gap-y-5 grid-cols-[minmax(0,1fr)] lg:grid-cols-[19rem_minmax(0,1fr)]">
              <Skeleton className="h-56 lg:h-106" />
              <PostSkeletons />
            </div>
          </Pending>
        </div>
      )}
    </div>
  )
}

interface ProfileProps {
  profile: AnswerOf<'GET /posts/profile/:id/'>
  page: number
}

function Profile({ profile, page }: ProfileProps) {
  const { user, posts, can_send_friendship_request: canAsk, is_friend: isFriend, is_muted: isMuted } = profile
  const navigate = useNavigate()
  const session = useSession()
  const isOwn = user.id === session.user.id
  return (
    <>
      <div className="grid gap-5 lg:sticky lg:top-24">
        <ProfileCard person={user}>
          {isOwn ? (
            <>
              <ButtonLink to="/profile/edit" variant="secondary">
                <PencilLine size={20} />
                Редактировать
              </ButtonLink>
              <SignOutButton />
            </>
          ) : (
            <>
              <MessageButton to={{ personId: user.id }} />
              {canAsk && <FriendshipButton personId={user.id} />}
              <PersonMenu person={user} isFriend={isFriend} isMuted={isMuted} leave={() => navigate('/feed')} />
            </>
          )}
        </ProfileCard>
        {isOwn && <WorkLinks team={session.team} />}
      </div>
      <section aria-labelledby="posts" className="grid gap-4">
        <h2 id="posts" className="text-2xl">
          Записи
        </h2>
        {isOwn && page === 1 && <PostForm refreshAccess={refreshAccess} />}
        {posts.length > 0 ? (
          <PostList posts={posts} />
        ) : (
          <EmptyState title={isOwn ? 'Ваших записей пока нет' : 'Записей пока нет'}>
            {isOwn
              ? 'Спросите совета, предложите растения или напишите, что хотите купить: запись увидят в ленте.'
              : 'Здесь появится всё, что этот человек напишет для вас и для всех.'}
          </EmptyState>
        )}
        {/* The count includes posts that the viewer may not see, so only a full page can have a next one. */}
        <Pager
          page={page}
          pages={posts.length < postsOnPage ? page : page + 1}
          href={number => (number > 1 ? `?page=${number}` : '?')}
        />
      </section>
    </>
  )
}
