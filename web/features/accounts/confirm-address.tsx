import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountPage } from './account-page.tsx'
import { EmailSent } from './email-sent.tsx'
import { knownEmail } from './known-email.ts'
import type { Signup } from './signup-form.tsx'

interface ConfirmAddressProps {
  signup: Signup
  /** The address of the login screen, with the return path. */
  login: string
  onMend: () => void
}

/** Shown after signing up, until the link in the email is opened. */
export function ConfirmAddress({ signup, login, onMend }: ConfirmAddressProps) {
  const { api } = useApp()
  // Signing up again with an unconfirmed address sends another email.
  const again = useMutation({
    mutationFn: () => api.call('POST /signup/', { body: signup }),
    onSuccess: ({ message }) =>
      showToast(
        message === 'success'
          ? { message: 'Отправили ещё одно письмо.' }
          : { message: 'Адрес уже подтверждён: войдите.', tone: 'info' },
      ),
    onError: error =>
      showToast({
        message: error instanceof ApiError ? error.message : 'Что-то пошло не так. Попробуйте снова.',
        tone: 'danger',
      }),
  })
  return (
    <AccountPage title="Загляните в почту" isNews>
      <PageMeta title={screenTitle('Регистрация')} />
      <EmailSent
        email={signup.email}
        actions={
          <>
            <ButtonLink to={login} state={knownEmail(signup.email)}>
              Войти
            </ButtonLink>
            <Button variant="secondary" busy={again.isPending} onClick={() => again.mutate()}>
              Отправить ещё раз
            </Button>
            <Button variant="quiet" onClick={onMend}>
              Исправить адрес
            </Button>
          </>
        }
      >
        На этот адрес идёт письмо. Откройте ссылку из него: вы войдёте и вернётесь к тому, что делали. Ссылка действует
        три дня.
      </EmailSent>
    </AccountPage>
  )
}
