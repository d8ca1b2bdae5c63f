import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { loginForm } from '#contract/accounts.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { knownEmail, useKnownEmail } from './known-email.ts'
import { givenNext, withNext } from './next-path.ts'
import { SignInCodeForm } from './sign-in-code-form.tsx'
import { signIn } from './sign-in-out.ts'

interface LoginFormProps {
  /** The password was right, but moderators have blocked the person. */
  onBlocked: (given: z.output<typeof loginForm>) => void
}

export function LoginForm({ onBlocked }: LoginFormProps) {
  const { api } = useApp()
  const brought = useKnownEmail()
  const [params] = useSearchParams()
  const [refusal, setRefusal] = useState<string[]>([])
  /** The e-mail of a failed sign-in, which may be unconfirmed. */
  const [refused, setRefused] = useState('')
  const [given, setGiven] = useState<{ email: string; password: string } | null>(null)
  const { form, field, submit, busy } = useContractForm({
    schema: loginForm,
    // Otherwise the browser's autofill before the scripts were loaded stays.
    defaults: brought ? { email: brought } : {},
    onSubmit: async body => {
      setRefusal([])
      try {
        await signIn(await api.call('POST /login/', { body }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return setGiven(body)
        if (error instanceof ApiError && error.fields.email?.some(({ code }) => code === 'blocked')) {
          setRefusal([error.message])
          onBlocked(body)
          return
        }
        if (!(error instanceof ApiError) || Object.keys(error.fields).length > 0) throw error
        setRefusal([error.message])
        if (error.status === 401) setRefused(body.email)
        form.setFocus('password', { shouldSelect: true })
      }
    },
  })
  if (given) return <SignInCodeForm given={given} onBack={() => setGiven(null)} />
  return (
    <AccountForm label="Вход" onSubmit={submit} busy={busy} button="Войти" refusal={refusal}>
      {refused && (
        <p className="text-sm">
          Не подтвердили регистрацию?{' '}
          {/* Reveals nothing about the account: signing up again sends another email or answers as usual. */}
          <Link
            to={withNext('/signup', givenNext(params))}
            state={knownEmail(refused)}
            className="link inline-block py-1.5 font-semibold"
          >
            Отправить письмо ещё раз
          </Link>
        </p>
      )}
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div>
        <PasswordField {...field('password')} label="Пароль" autoComplete="current-password" required />
        <p className="mt-1 text-right text-sm">
          <Link to="/password-reset" className="link inline-block py-1.5">
            Забыли пароль?
          </Link>
        </p>
      </div>
    </AccountForm>
  )
}
