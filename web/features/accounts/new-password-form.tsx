import { passwordResetConfirmForm } from '#contract/accounts.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AccountForm } from './account-form.tsx'
import { passwordHint } from './signup-form.tsx'

interface NewPasswordFormProps {
  /** From the link in the email. */
  token: string
  onDone: () => void
  /** The link is invalid, used or expired. */
  onDead: () => void
}

export function NewPasswordForm({ token, onDone, onDead }: NewPasswordFormProps) {
  const { api } = useApp()
  const { field, submit, busy } = useContractForm({
    schema: passwordResetConfirmForm,
    defaults: { token },
    onSubmit: async body => {
      try {
        await api.call('POST /password-reset/confirm/', { body })
        onDone()
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'GONE' || error.fields.token)) onDead()
        else throw error
      }
    },
  })
  return (
    <AccountForm label="Задать новый пароль" onSubmit={submit} busy={busy} button="Сохранить пароль">
      <PasswordField
        {...field('new_password1')}
        label="Новый пароль"
        autoComplete="new-password"
        hint={passwordHint}
        required
      />
      <PasswordField {...field('new_password2')} label="Повторите новый пароль" autoComplete="new-password" required />
    </AccountForm>
  )
}
