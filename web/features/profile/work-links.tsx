import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { meQuery } from '#web/features/accounts/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import type { Session } from '#web/lib/session.ts'
import {
  BellRing,
  Building2,
  ChevronRight,
  FileSpreadsheet,
  Handshake,
  Inbox,
  ListChecks,
  ShieldCheck,
  Sprout,
  TicketCheck,
} from '#web/ui/icons.ts'

/** Links from the own profile to the company and its products, and for moderators to the admin. */
export function WorkLinks({ team }: Pick<Session, 'team'>) {
  const { api } = useApp()
  const { data: me } = useQuery(meQuery(api))
  return (
    <nav
      aria-label="Компания, растения, сделки"
      className="grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-surface shadow-card sm:max-lg:grid-cols-2"
    >
      <WorkLink
        to={team ? '/teams/team' : '/teams/add-team'}
        icon={<Building2 size={22} />}
        name={team ? 'Моя компания' : 'Создать компанию'}
        text={team ? team.company_name : 'Чтобы выставлять растения'}
      />
      <WorkLink
        to="/products/my_products"
        icon={<Sprout size={22} />}
        name="Мои растения"
        text={team ? 'Цены, снимки, кто отвечает' : 'Появятся вместе с компанией'}
      />
      {team && (
        <WorkLink
          to="/price-list"
          icon={<FileSpreadsheet size={22} />}
          name="Прайс-лист"
          text="Загрузить файл, обновить цены"
        />
      )}
      {team && (
        <WorkLink to="/incoming" icon={<Inbox size={22} />} name="Входящие запросы" text="Кто просит цены у компании" />
      )}
      <WorkLink to="/projects" icon={<ListChecks size={22} />} name="Мои проекты" text="Ведомости растений с ценами" />
      <WorkLink to="/requests" icon={<TicketCheck size={22} />} name="Запросы цен" text="Предложения питомников" />
      <WorkLink to="/deals" icon={<Handshake size={22} />} name="Сделки" text="Что подтвердить, передать, получить" />
      <WorkLink
        to="/saved-searches"
        icon={<BellRing size={22} />}
        name="Сохранённые поиски"
        text="Новое, подешевевшее, поступления"
      />
      {me?.is_staff && (
        <WorkLink
          to="/staff"
          icon={<ShieldCheck size={22} />}
          name="Комната модераторов"
          text="Объявления, жалобы, справочник"
        />
      )}
    </nav>
  )
}

function WorkLink({ to, icon, name, text }: { to: string; icon: ReactNode; name: string; text: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-3 border-line px-4 py-3 text-ink no-underline -outline-offset-3 not-first:border-t hover:bg-leaf-soft sm:max-lg:not-first:border-t-0 sm:max-lg:not-first:border-l"
    >
      <span className="text-leaf">{icon}</span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{name}</span>
        <span className="block truncate text-sm text-muted">{text}</span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-muted" />
    </Link>
  )
}
