import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { NewPasswordForm } from '#web/features/accounts/new-password-form.tsx'
import { leave } from '#web/features/accounts/sign-in-out.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const token = params.get('token') ?? ''
  const [isDead, setDead] = useState(token === '')

  function onDone() {
    // The new password has ended all sessions; sign out here without waiting for a 401.
    leave('/login')
    showToast({ message: 'Новый пароль сохранён. Войдите с ним.' })
    void navigate('/login', { replace: true })
  }

  if (isDead)
    return (
      <AccountPage
        key="dead"
        title="Ссылка не действует"
        intro={<p>Она живёт час и годится один раз. Запросите новую: это быстро.</p>}
        isNews={token !== ''}
      >
        <PageMeta title={screenTitle('Новый пароль')} />
        <ButtonLink to="/password-reset">Прислать новую ссылку</ButtonLink>
      </AccountPage>
    )
  return (
    <AccountPage
      key="form"
      title="Новый пароль"
      intro={<p>После смены на всех устройствах нужно будет войти заново, уже с ним.</p>}
    >
      <PageMeta title={screenTitle('Новый пароль')} />
      <NewPasswordForm token={token} onDone={onDone} onDead={() => setDead(true)} />
    </AccountPage>
  )
}
