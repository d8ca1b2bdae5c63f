import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { ConfirmAddress } from '#web/features/accounts/confirm-address.tsx'
import { useKnownEmail } from '#web/features/accounts/known-email.ts'
import { givenNext, keepNext, nextPath, withNext } from '#web/features/accounts/next-path.ts'
import { type Signup, SignupForm } from '#web/features/accounts/signup-form.tsx'
import { WhyNote } from '#web/features/accounts/why-note.tsx'
import { useSession } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const { isAuthenticated } = useSession()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [sent, setSent] = useState<Signup | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const again = useKnownEmail()
  const login = withNext('/login', givenNext(params))

  useEffect(() => {
    if (isAuthenticated) void navigate(nextPath(params), { replace: true, state: { goesOn: true } })
  }, [isAuthenticated, params, navigate])

  function onDone(signup: Signup) {
    keepNext(givenNext(params))
    setSent(signup)
    setWaiting(true)
    showToast({ message: 'Регистрация произведена. Пожалуйста, подтвердите регистрацию по ссылке в email.' })
  }

  if (sent && isWaiting) return <ConfirmAddress signup={sent} login={login} onMend={() => setWaiting(false)} />
  return (
    <AccountPage
      title="Регистрация"
      intro={
        <>
          <WhyNote next={givenNext(params)} />
          <p>
            {again && (
              <span className="mb-3 block">
                Пришлём новое письмо. Заполните форму ещё раз: считаться будут имя и пароль, которые вы введёте сейчас.
              </span>
            )}
            Уже есть учётная запись?{' '}
            <Link to={login} className="link">
              Войдите
            </Link>
          </p>
        </>
      }
    >
      <PageMeta title={screenTitle('Регистрация')} />
      <SignupForm before={sent} onDone={onDone} />
    </AccountPage>
  )
}
