import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { forgetNext, givenNext, nextPath, withNext } from '#web/features/accounts/next-path.ts'
import { WhyNote } from '#web/features/accounts/why-note.tsx'
import { useSession } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export function Component() {
  const { isAuthenticated } = useSession()
  const [params] = useSearchParams()
  const navigate = useNavigate()

  // Already signed in by the form, in another tab or before: leave this screen.
  useEffect(() => {
    if (!isAuthenticated) return
    void navigate(nextPath(params), { replace: true })
    return forgetNext
  }, [isAuthenticated, params, navigate])

  return (
    <AccountPage
      title="Вход"
      intro={
        <>
          <WhyNote next={givenNext(params)} />
          <p>
            Ещё не с нами?{' '}
            <Link to={withNext('/signup', givenNext(params))} className="link">
              Зарегистрируйтесь
            </Link>
          </p>
        </>
      }
    >
      <PageMeta title={screenTitle('Вход')} />
      <LoginForm />
    </AccountPage>
  )
}
