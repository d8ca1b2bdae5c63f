import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export function NoCompany() {
  const { user } = useSession()
  return (
    <EmptyState title="Вы пока не в компании" action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}>
      Растения здесь продают компании. Создайте свою или попросите коллегу добавить вас: ему понадобится ваш адрес{' '}
      <strong className="font-semibold wrap-anywhere text-ink">{user.email}</strong>.
    </EmptyState>
  )
}
