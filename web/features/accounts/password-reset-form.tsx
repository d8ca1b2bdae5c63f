import { passwordResetForm } from '#contract/accounts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { AccountForm } from './account-form.tsx'

/** Asks for an email with a link to a new password. */
export function PasswordResetForm({ onDone }: { onDone: (email: string) => void }) {
  const { api } = useApp()
  const { field, submit, busy } = useContractForm({
    schema: passwordResetForm,
    defaults: {},
    onSubmit: async body => {
      await api.call('POST /password-reset/', { body })
      onDone(body.email)
    },
  })
  return (
    <AccountForm label="Новый пароль" onSubmit={submit} busy={busy} button="Прислать ссылку">
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </AccountForm>
  )
}
