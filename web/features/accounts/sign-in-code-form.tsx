import { useEffect } from 'react'
import { codeForm } from '#contract/second-factor.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { signIn } from './sign-in-out.ts'

interface SignInCodeFormProps {
  /** The verified password and its e-mail. */
  given: { email: string; password: string }
  onBack: () => void
}

/** The second step of signing in, for people with a second factor. */
export function SignInCodeForm({ given, onBack }: SignInCodeFormProps) {
  const { api } = useApp()
  const { form, field, submit, busy } = useContractForm({
    schema: codeForm,
    defaults: { code: '' },
    onSubmit: async ({ code }) => signIn(await api.call('POST /login/', { body: { ...given, code } })),
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <>
      <AccountForm label="Второй шаг входа" onSubmit={submit} busy={busy} button="Войти">
        <TextField
          {...field('code')}
          label="Код из приложения"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="Нет телефона под рукой? Введите код восстановления."
          required
        />
      </AccountForm>
      <Button variant="quiet" className="mt-3 w-full" onClick={onBack}>
        Назад
      </Button>
    </>
  )
}
