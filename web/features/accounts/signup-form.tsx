import { useState } from 'react'
import { z } from 'zod'
import { signupForm } from '#contract/accounts.ts'
import { limits } from '#contract/common.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountForm } from './account-form.tsx'
import { errorsIn, listed } from './field-errors.ts'
import { useKnownEmail } from './known-email.ts'

export type Signup = z.output<typeof signupForm>

/** Typed once, as it can be looked at: the call takes it twice. */
const typedOnce = z.preprocess(
  values => ({ ...(values as object), password2: (values as { password1?: unknown }).password1 }),
  signupForm,
) as unknown as typeof signupForm

interface SignupFormProps {
  /** The values sent before, when the person returns to correct the e-mail. */
  before: Signup | null
  onDone: (signup: Signup) => void
}

export const passwordHint = `От ${limits.passwordMin} знаков и не из одних цифр.`

export function SignupForm({ before, onDone }: SignupFormProps) {
  const { api } = useApp()
  const brought = useKnownEmail()
  const [refusal, setRefusal] = useState<string[]>([])
  const { field, submit, showErrors, busy } = useContractForm({
    schema: typedOnce,
    defaults: before ?? (brought ? { email: brought } : {}),
    onSubmit: async body => {
      setRefusal([])
      try {
        const { message } = await api.call('POST /signup/', { body })
        const errors = errorsIn(message)
        if (!errors) return onDone(body)
        setRefusal(listed(errors))
        showErrors(errors)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setRefusal([error.message])
      }
      showToast({ message: 'Что-то пошло не так. Попробуйте снова.', tone: 'danger' })
    },
  })
  return (
    <AccountForm label="Регистрация" onSubmit={submit} busy={busy} button="Зарегистрироваться" refusal={refusal}>
      <TextField {...field('name')} label="Имя" autoComplete="name" hint="Так вас увидят другие." required />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="Пришлём на него ссылку для подтверждения."
        required
      />
      <PasswordField {...field('password1')} label="Пароль" autoComplete="new-password" hint={passwordHint} required />
    </AccountForm>
  )
}
