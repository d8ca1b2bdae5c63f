import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { isStaffQuery } from '#web/features/accounts/api.ts'
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
import type { IconComponent } from '#web/ui/icon.tsx'
import {
  Bell,
  ClipboardList,
  Handshake,
  MessageCircle,
  Newspaper,
  ShieldCheck,
  Sprout,
  TreeDeciduous,
  UserPlus,
} from '#web/ui/icons.ts'
import { memberFetch } from './member-fetch.ts'
import { useLastKnown } from './member-last-known.ts'

/**
 * Where members go: words, at the lower edge of a phone within reach of the thumb; then what is new, and the person. The
 * place of the whole is kept while it is loaded (`bar-end` in styles.css).
 */
export function MemberMenu({ session }: { session: Session }) {
  const { api } = useApp()
  const navigate = useNavigate()
  // The server renders for visitors and answers 404 for the admin; a moderator's browser loads it again.
  useEffect(() => {
    const { pathname, search } = window.location
    if (pathname.startsWith('/staff')) void navigate(pathname + search, { replace: true })
  }, [navigate])
  useNews()
  // Shows missed notifications at once when the person returns to this tab.
  const { data: unread } = useQuery({ ...notificationsQuery(api), refetchOnWindowFocus: 'always' })
  const { data: trade } = useQuery({ ...attentionQuery(api), refetchOnWindowFocus: 'always' })
  const { data: isStaff } = useQuery(isStaffQuery(api))
  const chat = useChatNews()
  const known = useLastKnown(session.user.id, { chat, trade: trade?.total, bell: unread && unread.length > 0, isStaff })
  return (
    <div className="flex items-center gap-1">
      <nav aria-label="Главное меню" className="flex items-center gap-1">
        <ul
          className={clsx(
            'fixed inset-x-0 bottom-0 z-40 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]',
            'md:static md:gap-1 md:border-0 md:bg-transparent md:pb-0',
          )}
        >
          <Section
            to="/"
            name="Каталог"
            icon={TreeDeciduous}
            within={/^\/($|offers|plants|products\/(?!my_products))/}
          />
          <Section to="/projects" name="Проекты" icon={ClipboardList} within={/^\/projects/} />
          <Section
            to={session.team ? '/incoming' : '/requests'}
            name="Сделки"
            label={known.trade > 0 ? `Запросы и сделки, ждут вас: ${known.trade}` : 'Запросы и сделки'}
            icon={Handshake}
            within={/^\/(requests|deals|incoming)/}
            count={known.trade}
          />
          <Section to="/feed" name="Лента" icon={Newspaper} within={/^\/(feed|posts|trends)/} />
          <Section
            to="/products/my_products"
            name="Мои растения"
            short="Растения"
            icon={Sprout}
            within={/^\/products\/my_products/}
          />
        </ul>
        {known.isStaff && <Corner to="/staff" label="Комната модераторов" icon={<ShieldCheck size={24} />} />}
        <Corner to="/search" label="Найти людей и записи" icon={<UserPlus size={24} />} className="max-md:hidden" />
        <Corner
          to="/chat"
          label={known.chat > 0 ? `Сообщения, непрочитанных: ${known.chat}` : 'Сообщения'}
          icon={
            <Counted count={known.chat}>
              <MessageCircle size={24} />
            </Counted>
          }
        />
        <Corner
          to="/notifications"
          label={known.bell ? 'Уведомления, есть непрочитанные' : 'Уведомления'}
          icon={
            <Bell
              size={24}
              fill={known.bell ? 'currentColor' : 'none'}
              className={known.bell ? 'text-accent' : undefined}
            />
          }
        />
      </nav>
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

/** Keeps what the menu counts up to date: the event stream is open while somebody is signed in, like the menu. */
function useNews(): void {
  const { api, queries } = useApp()
  useEffect(() => startLive({ queries, fetch: memberFetch }), [queries])
  useLive('notification', ({ notification: { type_of_notification: type, post_id } }) => {
    void queries.invalidateQueries({ queryKey: notificationsQuery(api).queryKey })
    // Only the author gets this event, as nobody else could see the post before.
    if (type === 'post_restored' && post_id) void renewPost(queries, post_id)
    if (isTradeNews(type)) void queries.invalidateQueries({ queryKey: tradeKey })
  })
  useLive('notifications_read', () => void queries.invalidateQueries({ queryKey: notificationsQuery(api).queryKey }))
}

/** How much waits behind an icon or a word. */
function Badge({ count, className }: { count: number; className: string }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      className={clsx(
        'absolute min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}

function Counted({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span aria-hidden className="relative">
      {children}
      <Badge count={count} className="-top-2 left-3.5" />
    </span>
  )
}

interface SectionProps {
  to: string
  name: string
  /** What it is called below the icon on a phone. */
  short?: string
  /** What a screen reader says; the name by default. */
  label?: string
  icon: IconComponent
  /** The addresses of its screens. */
  within: RegExp
  count?: number
}

/** An icon over a word on a phone, an icon on a tablet, a word on a wide screen. */
function Section({ to, name, short = name, label = name, icon: Shape, within, count = 0 }: SectionProps) {
  const { pathname } = useLocation()
  const isHere = within.test(pathname)
  return (
    <li className="grow basis-0 md:grow-0 md:basis-auto">
      <Link
        to={to}
        aria-label={label}
        aria-current={isHere ? (pathname === to ? 'page' : 'true') : undefined}
        title={label}
        className={clsx(
          'relative flex h-14 flex-col items-center justify-center rounded-md no-underline -outline-offset-2 hover:bg-leaf-soft md:size-11 xl:w-auto xl:px-2.5',
          isHere ? 'text-leaf' : 'text-muted xl:text-leaf',
        )}
      >
        <span className="relative xl:hidden">
          <Shape size={24} />
          <Badge count={count} className="-top-2 left-3.5" />
        </span>
        <span className="text-[0.75rem] leading-tight font-semibold md:hidden" aria-hidden>
          {short}
        </span>
        <span
          className={clsx(
            'border-b-2 text-[0.9375rem] leading-7 font-semibold whitespace-nowrap max-xl:hidden',
            isHere ? 'border-accent text-ink' : 'border-transparent',
          )}
        >
          {name}
        </span>
        <Badge count={count} className="-top-0.5 -right-1.5 max-xl:hidden" />
      </Link>
    </li>
  )
}

interface CornerProps {
  to: string
  label: string
  icon: ReactNode
  className?: string
}

function Corner({ to, label, icon, className }: CornerProps) {
  return (
    <NavLink
      to={to}
      aria-label={label}
      title={label}
      className={({ isActive }) =>
        clsx(
          'grid size-11 place-items-center rounded-md hover:bg-leaf-soft',
          isActive ? 'text-leaf' : 'text-muted',
          className,
        )
      }
    >
      {icon}
    </NavLink>
  )
}
