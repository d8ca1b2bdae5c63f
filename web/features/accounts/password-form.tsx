import { useState } from 'react'
import { editPasswordForm } from '#contract/accounts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { AccountForm } from './account-form.tsx'
import { errorsIn, listed } from './field-errors.ts'
import { passwordHint } from './signup-form.tsx'

export function PasswordForm({ onDone }: { onDone: () => void }) {
  const { api } = useApp()
  const [refusal, setRefusal] = useState<string[]>([])
  const { field, submit, showErrors, busy } = useContractForm({
    schema: editPasswordForm,
    defaults: { old_password: '', new_password1: '', new_password2: '' },
    onSubmit: async body => {
      setRefusal([])
      const { message } = await api.call('POST /editpassword/', { body })
      const errors = errorsIn(message)
      if (!errors) return onDone()
      setRefusal(listed(errors))
      showErrors(errors)
    },
  })
  return (
    <AccountForm label="Смена пароля" onSubmit={submit} busy={busy} button="Сменить пароль" refusal={refusal}>
      <PasswordField {...field('old_password')} label="Старый пароль" autoComplete="current-password" required />
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
