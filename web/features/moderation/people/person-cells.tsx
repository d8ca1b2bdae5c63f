import { Link } from 'react-router'
import type { StaffPerson } from '#contract/moderation/people.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { postsCounted } from '#web/ui/person-counts.ts'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { BlockButton } from './block-button.tsx'

export function PersonName({ person }: { person: StaffPerson }) {
  const { id, name, email, get_avatar, is_staff, is_confirmed } = person
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar src={get_avatar} className="size-11" />
      <div className="min-w-0">
        <Link to={`/profile/${id}`} className="link inline-block py-0.5 font-semibold wrap-anywhere">
          {name}
        </Link>
        <p className="text-sm wrap-anywhere">{email}</p>
        {(is_staff || !is_confirmed) && (
          <p className="mt-1 flex flex-wrap gap-1.5">
            {is_staff && <Chip>Модератор</Chip>}
            {!is_confirmed && <Chip tone="plain">Почта не подтверждена</Chip>}
          </p>
        )}
      </div>
    </div>
  )
}

export function PersonWork({ person: { team } }: { person: StaffPerson }) {
  if (!team) return <p className="text-muted">Без компании</p>
  return (
    <div className="min-w-0">
      <Link to={`/teams/get_current_team/${team.id}`} className="link inline-block py-0.5 wrap-anywhere">
        {team.company_name}
      </Link>{' '}
      {team.is_verified && <VerifiedBadge />}
      <span className="block text-sm text-muted">{team.is_creator ? 'создатель' : 'сотрудник'}</span>
    </div>
  )
}

export function PersonCounts({ person: { posts_count, products_count } }: { person: StaffPerson }) {
  return (
    <p className="text-sm whitespace-nowrap">
      {postsCounted(posts_count)}
      {products_count > 0 && <span className="block">{counted(products_count, plants)}</span>}
    </p>
  )
}

/** Empty for oneself and other moderators, who cannot be blocked. */
export function PersonAction({ person }: { person: StaffPerson }) {
  const { api } = useApp()
  const { id, name, block, can, products_count: count } = person
  if (!can.block && !block) return null
  const params = { id }
  return (
    <BlockButton
      name={name}
      isBlocked={block !== null}
      blocking={
        <>
          Человек сразу выйдет на всех устройствах и не сможет войти.
          {count > 0 && ` Не будет видно: ${counted(count, plants)}.`} То, что он написал, останется.
        </>
      }
      unblocking="Человек снова сможет войти, а его растения вернутся в каталог и ленту."
      hint="Её прочитает этот человек, когда попробует войти."
      onBlock={(reason, rule) => api.call('POST /staff/people/:id/block/', { params, body: { reason, rule } })}
      onUnblock={reason => api.call('POST /staff/people/:id/unblock/', { params, body: { reason } })}
    />
  )
}
