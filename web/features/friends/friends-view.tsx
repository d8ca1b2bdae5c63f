import { useRef } from 'react'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { FriendsPage } from './answer-request.ts'
import { friendsOnPage } from './api.ts'
import { PersonRow } from './person-row.tsx'
import { RequestList } from './request-list.tsx'
import { useAnswerRequest } from './use-answer-request.ts'

interface FriendsViewProps {
  shown: FriendsPage
  page: number
}

/** Requests first, as they need an answer, then friends. */
export function FriendsView({ shown: { user, friends, requests }, page }: FriendsViewProps) {
  const session = useSession()
  const region = useRef<HTMLDivElement>(null)
  const answer = useAnswerRequest(user.id, page)
  const isOwn = session.user.id === user.id
  return (
    <div ref={region} tabIndex={-1} className="grid gap-10 outline-none">
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <h2 id="requests" className="mb-3 text-2xl">
            Запросы на дружбу <span className="text-muted tabular-nums">{requests.length}</span>
          </h2>
          <RequestList
            requests={requests}
            onAnswer={(request, given) => {
              answer({ request, answer: given })
              // The pressed button disappears with its row.
              region.current?.focus({ preventScroll: true })
            }}
          />
        </section>
      )}
      <section aria-labelledby="friends">
        <h2 id="friends" className="mb-3 text-2xl">
          Друзья <span className="text-muted tabular-nums">{user.friends_count}</span>
        </h2>
        {friends.length > 0 ? (
          <ul aria-label="Друзья" className="grid gap-3 sm:grid-cols-2">
            {friends.map(friend => (
              <PersonRow key={friend.id} person={friend} />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={isOwn ? 'Друзей пока нет' : 'Здесь пока никого'}
            action={isOwn && <ButtonLink to="/search">Найти людей</ButtonLink>}
          >
            {isOwn
              ? 'Найдите коллег, питомники и заказчиков: друзья видят закрытые записи и почту друг друга.'
              : 'Когда у этого человека появятся друзья, они будут здесь.'}
          </EmptyState>
        )}
        <Pager
          page={page}
          pages={Math.ceil(user.friends_count / friendsOnPage)}
          href={number => (number > 1 ? `?page=${number}` : '?')}
        />
      </section>
    </div>
  )
}
