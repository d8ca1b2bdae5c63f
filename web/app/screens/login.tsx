import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { loginForm } from '#contract/accounts.ts'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { LoginForm } from '#web/features/accounts/login-form.tsx'
import { forgetNext, givenNext, nextPath, withNext } from '#web/features/accounts/next-path.ts'
import { WhyNote } from '#web/features/accounts/why-note.tsx'
import { useSession } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Hardly anybody who signs in is blocked.
const BlockedDecisions = lazy(async () => ({
  default: (await import('#web/features/decisions/blocked-decisions.tsx')).BlockedDecisions,
}))

export function Component() {
  const { isAuthenticated } = useSession()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [blocked, setBlocked] = useState<z.output<typeof loginForm> | null>(null)

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
      <LoginForm onBlocked={setBlocked} />
      {blocked && (
        <section aria-labelledby="decisions" className="mt-8 border-t border-line pt-6">
          <h2 id="decisions" className="text-xl">
            Решение модератора
          </h2>
          <Suspense fallback={<Skeleton className="h-40" />}>
            <BlockedDecisions key={blocked.email} given={blocked} />
          </Suspense>
        </section>
      )}
    </AccountPage>
  )
}
