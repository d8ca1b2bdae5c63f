import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { NewPasswordForm } from '#web/features/accounts/new-password-form.tsx'
import { leave } from '#web/features/accounts/sign-in-out.ts'
import { type TakenBack, UndoEmailChange } from '#web/features/accounts/undo-email-change.tsx'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Opening the page does nothing, because mail programs open links too. */
export function Component() {
  const [params] = useSearchParams()
  const [takenBack, setTakenBack] = useState<TakenBack | null>(null)
  const { isAuthenticated } = useSession()

  function onDone(result: TakenBack) {
    // All sessions have ended; sign out here without waiting for a 401.
    if (isAuthenticated) leave('/email-change/undo')
    setTakenBack(result)
  }

  if (takenBack) return <Done {...takenBack} />
  return (
    <AccountPage
      key="question"
      title="Вернуть прежний адрес?"
      intro={
        <p>
          В профиле снова будет указан адрес, на который пришло письмо, а смены адреса после него отменятся. На всех
          устройствах придётся войти заново.
        </p>
      }
    >
      <PageMeta title={screenTitle('Прежний адрес')} />
      <UndoEmailChange token={params.get('token') ?? ''} onDone={onDone} />
    </AccountPage>
  )
}

function Done({ email, is_password_kept: isPasswordKept, reset_token: token }: TakenBack) {
  const navigate = useNavigate()
  const [isDead, setDead] = useState(false)
  const isForm = token !== null && !isDead

  function onPassword() {
    leave('/login')
    showToast({ message: 'Новый пароль сохранён. Войдите с ним.' })
    void navigate('/login', { replace: true })
  }

  return (
    <AccountPage
      key="done"
      title="Адрес возвращён"
      isNews
      intro={
        <>
          <p>
            Теперь вы снова входите с адресом <b className="break-all">{email}</b>, и все сеансы завершены.
          </p>
          <p className="mt-3">
            {isPasswordKept
              ? 'Прежний пароль действует. Если его мог узнать кто-то ещё, задайте новый прямо сейчас.'
              : 'После смены адреса сменили и пароль, поэтому он больше не действует. Задайте новый.'}
          </p>
        </>
      }
    >
      <PageMeta title={screenTitle('Адрес возвращён')} />
      {isForm && <NewPasswordForm token={token} onDone={onPassword} onDead={() => setDead(true)} />}
      {token === null && <p className="mb-4">Вход закрыт модератором: пока это так, пароль сменить нельзя.</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {isDead && <ButtonLink to="/password-reset">Задать новый пароль</ButtonLink>}
        {isPasswordKept && (
          <ButtonLink to="/login" variant={isForm ? 'quiet' : 'secondary'}>
            Войти с прежним паролем
          </ButtonLink>
        )}
      </div>
    </AccountPage>
  )
}
