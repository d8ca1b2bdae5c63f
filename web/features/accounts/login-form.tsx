import { useState } from 'react'
import { Link } from 'react-router'
import { loginForm } from '#contract/accounts.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { SignInCodeForm } from './sign-in-code-form.tsx'
import { signIn } from './sign-in-out.ts'

export function LoginForm() {
  const { api } = useApp()
  const [refusal, setRefusal] = useState<string[]>([])
  const [given, setGiven] = useState<{ email: string; password: string } | null>(null)
  const { form, field, submit, busy } = useContractForm({
    schema: loginForm,
    // What the browser has filled in before the scripts came stays.
    defaults: {},
    onSubmit: async body => {
      setRefusal([])
      try {
        await signIn(await api.call('POST /login/', { body }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') return setGiven(body)
        if (!(error instanceof ApiError) || Object.keys(error.fields).length > 0) throw error
        setRefusal([error.message])
        form.setFocus('password', { shouldSelect: true })
      }
    },
  })
  if (given) return <SignInCodeForm given={given} onBack={() => setGiven(null)} />
  return (
    <AccountForm label="Вход" onSubmit={submit} busy={busy} button="Войти" refusal={refusal}>
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
