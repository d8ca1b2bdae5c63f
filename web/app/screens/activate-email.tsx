import { useEffect, useRef } from 'react'
import { data, Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { knownEmail } from '#web/features/accounts/known-email.ts'
import { forgetNext, nextPath } from '#web/features/accounts/next-path.ts'
import { RenewLink } from '#web/features/accounts/renew-link.tsx'
import { signIn } from '#web/features/accounts/sign-in-out.ts'
import { ApiError } from '#web/lib/api.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'

type State = 'active' | 'used' | 'wrong' | 'expired'

const words: Record<State, { title: string; text: string }> = {
  active: { title: 'Адрес подтверждён', text: 'Теперь по этому email и вашему паролю можно входить.' },
  used: {
    title: 'Адрес уже подтверждён',
    text: 'По этой ссылке уже входили, второй раз она не нужна. Просто войдите.',
  },
  wrong: {
    title: 'Ссылка не та',
    text: 'Такой ссылки мы не отправляли. Возможно, она скопирована не целиком: откройте её прямо из письма или скопируйте ещё раз, до последнего знака.',
  },
  expired: {
    title: 'Ссылка устарела',
    text: 'Прошло больше трёх дней, или адрес с тех пор подтвердили по другому письму. Пришлём на него новую ссылку.',
  },
}

interface Outcome {
  state: State
  /** The confirmed e-mail, to sign in with. */
  email: string
}

async function activate({ api }: AppContext, token: string): Promise<Outcome> {
  try {
    const { used, email } = await api.call('POST /activation/', { body: { token } })
    return { state: used ? 'used' : 'active', email }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'GONE') return { state: 'expired', email: '' }
    // A truncated link may not even be valid.
    if (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT') return { state: 'wrong', email: '' }
    throw error
  }
}

const statuses: Record<State, number> = { active: 200, used: 200, wrong: 404, expired: 410 }

/** Opening the link confirms, so it works without scripts; the page's status is that of the result. */
export const loader =
  (context: AppContext) =>
  async ({ request }: LoaderFunctionArgs) => {
    const outcome = await activate(context, new URL(request.url).searchParams.get('token') ?? '')
    return data(outcome, { status: statuses[outcome.state] })
  }

export function Component() {
  const { api } = useApp()
  const { state, email } = useLoaderData<Outcome>()
  const { isAuthenticated, user } = useSession()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  // A new member goes on with what they were doing, in the browser in which they signed up; elsewhere they sign in, and
  // what they were doing is kept for that. Who is signed in in this browser already stays who they are.
  const token = params.get('token') ?? ''
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current || (state !== 'active' && state !== 'used') || getSession().isAuthenticated) return
    isAsked.current = true
    void (async () => {
      try {
        const { session } = await api.call('POST /activation/', { body: { token, sign_in: true } })
        if (!session) return
        await signIn(session)
      } catch {
        // The link to the sign-in stays.
        return
      }
      const next = nextPath(new URLSearchParams())
      forgetNext()
      showToast({ message: 'Адрес подтверждён, вы вошли.' })
      await navigate(next, { replace: true, state: { goesOn: true } })
    })()
  }, [api, state, token, navigate])
  const { title, text } = words[state]
  return (
    <AccountPage title={title} intro={<p>{text}</p>}>
      <PageMeta title={screenTitle(title)} />
      {state === 'expired' ? (
        <RenewLink token={params.get('token') ?? ''} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {/* A person who has changed their address is already signed in. */}
          {isAuthenticated ? (
            <ButtonLink to={`/profile/${user.id}`}>Мой профиль</ButtonLink>
          ) : (
            <ButtonLink to="/login" state={knownEmail(email)}>
              Войти
            </ButtonLink>
          )}
          {!isAuthenticated && (state === 'active' || state === 'used') && (
            <Link to="/password-reset" state={knownEmail(email)} className="link inline-block py-1.5">
              Забыли пароль?
            </Link>
          )}
          {!isAuthenticated && state === 'wrong' && (
            <ButtonLink to="/signup" variant="secondary">
              Зарегистрироваться
            </ButtonLink>
          )}
        </div>
      )}
    </AccountPage>
  )
}
