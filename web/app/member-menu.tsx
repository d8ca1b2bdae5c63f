import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { Link, NavLink, useNavigate } from 'react-router'
import { useChatNews } from '#web/features/chat/use-chat-news.ts'
import { startLive } from '#web/features/live/live.ts'
import { useLive } from '#web/features/live/use-live.ts'
import { notificationsQuery } from '#web/features/notifications/api.ts'
import { renewPost } from '#web/features/posts/post-cache.ts'
import { attentionQuery, tradeKey } from '#web/features/trade/api.ts'
import { isTradeNews } from '#web/features/trade/news.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { Session } from '#web/lib/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Bell, Handshake, House, MessageCircle, Newspaper, Search, Sprout } from '#web/ui/icons.ts'
import { memberFetch } from './member-fetch.ts'

const iconSize = 24

/** Six icons, «Мои растения» and the avatar. On a phone the icons are at the lower edge, within reach of the thumb. */
export function MemberMenu({ session }: { session: Session }) {
  const { api, queries } = useApp()
  const navigate = useNavigate()
  // The server renders for visitors and answers 404 for the admin; a moderator's browser loads it again.
  useEffect(() => {
    const { pathname, search } = window.location
    if (pathname.startsWith('/staff')) void navigate(pathname + search, { replace: true })
  }, [navigate])
  // The event stream is open while somebody is signed in, like this bar.
  useEffect(() => startLive({ queries, fetch: memberFetch }), [queries])
  useLive('notification', ({ notification: { type_of_notification: type, post_id } }) => {
    void queries.invalidateQueries({ queryKey: notificationsQuery(api).queryKey })
    // Only the author gets this event, as nobody else could see the post before.
    if (type === 'post_restored' && post_id) void renewPost(queries, post_id)
    if (isTradeNews(type)) void queries.invalidateQueries({ queryKey: tradeKey })
  })
  useLive('notifications_read', () => void queries.invalidateQueries({ queryKey: notificationsQuery(api).queryKey }))
  // Shows missed notifications at once when the person returns to this tab.
  const { data: unread = [] } = useQuery({ ...notificationsQuery(api), refetchOnWindowFocus: 'always' })
  const hasUnread = unread.length > 0
  const unreadMessages = useChatNews()
  const { data: trade } = useQuery({ ...attentionQuery(api), refetchOnWindowFocus: 'always' })
  const waiting = trade?.total ?? 0
  return (
    <div className="flex items-center gap-1 sm:gap-2">
      <nav
        aria-label="Главное меню"
        className={clsx(
          'fixed inset-x-0 bottom-0 z-40 flex justify-around border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]',
          'md:static md:gap-1 md:border-0 md:bg-transparent md:pb-0',
        )}
      >
        <MenuIcon to="/" label="Главная" icon={<House size={iconSize} />} />
        <MenuIcon to="/feed" label="Лента" icon={<Newspaper size={iconSize} />} />
        <MenuIcon
          to="/chat"
          label={unreadMessages > 0 ? `Сообщения, непрочитанных: ${unreadMessages}` : 'Сообщения'}
          icon={
            <Counted count={unreadMessages}>
              <MessageCircle size={iconSize} />
            </Counted>
          }
        />
        <MenuIcon
          to={session.team ? '/incoming' : '/requests'}
          label={waiting > 0 ? `Запросы и сделки, ждут вас: ${waiting}` : 'Запросы и сделки'}
          icon={
            <Counted count={waiting}>
              <Handshake size={iconSize} />
            </Counted>
          }
        />
        <MenuIcon
          to="/notifications"
          label={hasUnread ? 'Уведомления, есть непрочитанные' : 'Уведомления'}
          icon={
            <Bell
              size={iconSize}
              fill={hasUnread ? 'currentColor' : 'none'}
              className={hasUnread ? 'text-accent' : undefined}
            />
          }
        />
        <MenuIcon to="/search" label="Поиск" icon={<Search size={iconSize} />} />
      </nav>
      <Link
        to="/products/my_products"
        className="flex min-h-11 items-center gap-2 rounded-md px-3 font-semibold text-leaf no-underline hover:bg-leaf-soft"
      >
        <Sprout size={22} className="max-sm:hidden" />
        Мои растения
      </Link>
      <Link to={`/profile/${session.user.id}`} className="grid size-11 place-items-center rounded-full">
        {session.user.avatar ? (
          <Avatar src={session.user.avatar} alt={`Мой профиль: ${session.user.name}`} className="size-10" />
        ) : (
          // Signed in, but the person's data is not loaded yet.
          <span className="grid size-10 place-items-center rounded-full bg-leaf-soft font-semibold text-leaf-strong">
            <span aria-hidden>{session.user.name.charAt(0)}</span>
            <span className="sr-only">Мой профиль</span>
          </span>
        )}
      </Link>
    </div>
  )
}

/** An icon with how much waits behind it. */
function Counted({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span aria-hidden className="relative">
      {children}
      {count > 0 && (
        <span className="absolute -top-2 left-3.5 min-w-5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-on-accent tabular-nums">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  )
}

function MenuIcon({ to, label, icon }: { to: string; label: string; icon: ReactNode }) {
  return (
    <NavLink
      to={to}
      end={to === '/'}
      aria-label={label}
      title={label}
      className={({ isActive }) =>
        clsx(
          'grid h-14 grow place-items-center rounded-md hover:bg-leaf-soft md:h-11 md:w-11 md:grow-0',
          isActive ? 'text-leaf' : 'text-muted',
        )
      }
    >
      {icon}
    </NavLink>
  )
}
