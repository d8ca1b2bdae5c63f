import { Building2, PencilLine, Sprout } from 'lucide-react'
import { useParams } from 'react-router'
import { SignOutButton } from '#web/features/accounts/sign-out-button.tsx'
import { type Session, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const { id } = useParams()
  const session = useSession()
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6 sm:pt-12">
      {id === session.user.id ? <OwnProfile session={session} /> : <OthersProfile />}
    </div>
  )
}

function OwnProfile({ session: { user, team } }: { session: Session }) {
  return (
    <>
      <PageMeta title={screenTitle(user.name)} />
      <div className="flex flex-col items-center gap-x-8 gap-y-4 text-center sm:flex-row sm:items-center sm:text-left">
        <img
          src={user.avatar}
          alt=""
          width={144}
          height={144}
          className="size-36 shrink-0 rounded-full border border-line bg-sunken object-cover"
        />
        <div className="min-w-0">
          <h1 className="text-3xl">{user.name}</h1>
          <p className="mt-1 break-all text-muted">{user.email}</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2 sm:justify-start">
            <ButtonLink to="/profile/edit" variant="secondary">
              <PencilLine aria-hidden size={20} />
              Редактировать
            </ButtonLink>
            <SignOutButton />
          </div>
        </div>
      </div>
      <div className="mt-10 grid gap-5 sm:grid-cols-2">
        <Card className="grid content-between justify-items-start gap-4">
          <div>
            <h2 className="text-xl break-words">{team ? team.company_name : 'Компания'}</h2>
            <p className="mt-1 text-muted">
              {team
                ? 'Сотрудники, контакты и условия, которые видят покупатели.'
                : 'Заведите её, чтобы выставлять растения: понадобятся название, ИНН, телефон и адрес.'}
            </p>
          </div>
          <ButtonLink to={team ? '/teams/team' : '/teams/add-team'} variant={team ? 'secondary' : 'primary'}>
            <Building2 aria-hidden size={20} />
            {team ? 'Моя компания' : 'Создать компанию'}
          </ButtonLink>
        </Card>
        <Card className="grid content-between justify-items-start gap-4">
          <div>
            <h2 className="text-xl">Мои растения</h2>
            <p className="mt-1 text-muted">
              {team ? 'Всё, что продаёт компания: цены, снимки, кто отвечает.' : 'Появятся вместе с компанией.'}
            </p>
          </div>
          <ButtonLink to="/products/my_products" variant="secondary">
            <Sprout aria-hidden size={20} />
            Открыть список
          </ButtonLink>
        </Card>
      </div>
    </>
  )
}

function OthersProfile() {
  return (
    <>
      <PageMeta title={screenTitle('Профиль')} />
      <h1 className="sr-only">Профиль</h1>
      <EmptyState title="Чужие профили откроются чуть позже" action={<ButtonLink to="/">Открыть каталог</ButtonLink>}>
        <p>Здесь будут знакомства, записи и сообщения. Написать питомнику уже можно: контакты есть на его странице.</p>
      </EmptyState>
    </>
  )
}
