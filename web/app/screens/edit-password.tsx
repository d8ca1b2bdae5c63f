import { Link, useNavigate } from 'react-router'
import { PasswordForm } from '#web/features/accounts/password-form.tsx'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const { user } = useSession()
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-lg px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Смена пароля')} />
      <Breadcrumbs
        crumbs={[
          { name: user.name || 'Профиль', to: `/profile/${user.id}` },
          { name: 'Изменить', to: '/profile/edit' },
          { name: 'Смена пароля' },
        ]}
      />
      <h1 className="mt-2 text-3xl">Смена пароля</h1>
      <p className="mt-3 mb-6 text-muted">На этом устройстве вы останетесь, на остальных нужно будет войти заново.</p>
      <Card>
        <PasswordForm
          onDone={() => {
            showToast({ message: 'Информация сохранена' })
            void navigate('/profile/edit')
          }}
        />
      </Card>
      <p className="mt-4 text-center">
        <Link to="/password-reset" className="link inline-block py-1.5">
          Забыли старый пароль?
        </Link>
      </p>
    </div>
  )
}
