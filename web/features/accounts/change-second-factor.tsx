import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { passwordAndCodeForm } from '#contract/second-factor.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { secondFactorQuery } from './api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The actions on an enabled second factor: new recovery codes, or turning it off. */
export type Change = 'codes' | 'off'

export function ChangeSecondFactor({ change, onClose }: { change: Change | null; onClose: () => void }) {
  return (
    <Dialog
      open={change !== null}
      onClose={onClose}
      title={change === 'off' ? 'Выключить второй шаг?' : 'Новые коды восстановления'}
    >
      {change === 'off' && <TurnOff onClose={onClose} />}
      {change === 'codes' && <RenewCodes onClose={onClose} />}
    </Dialog>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { api } = useApp()
  const queries = useQueryClient()
  return (
    <PasswordAndCode
      text="Чтобы войти, снова будет достаточно пароля. Коды восстановления перестанут действовать."
      label="Выключить"
      variant="danger"
      onClose={onClose}
      onSubmit={async body => {
        await api.call('POST /second-factor/remove/', { body })
        await queries.invalidateQueries({ queryKey: secondFactorQuery(api).queryKey })
        onClose()
        showToast({ message: 'Второй шаг входа выключен.' })
      }}
    />
  )
}

function RenewCodes({ onClose }: { onClose: () => void }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  return (
    <PasswordAndCode
      text="Прежние коды перестанут действовать."
      label="Получить коды"
      variant="primary"
      onClose={onClose}
      onSubmit={async body => {
        const { recovery_codes } = await api.call('POST /second-factor/recovery-codes/', { body })
        setCodes(recovery_codes)
        void queries.invalidateQueries({ queryKey: secondFactorQuery(api).queryKey })
      }}
    />
  )
}

interface PasswordAndCodeProps {
  text: string
  label: string
  variant: 'primary' | 'danger'
  onClose: () => void
  onSubmit: (body: z.output<typeof passwordAndCodeForm>) => Promise<void>
}

function PasswordAndCode({ text, label, variant, onClose, onSubmit }: PasswordAndCodeProps) {
  const { field, submit, busy } = useContractForm({
    schema: passwordAndCodeForm,
    defaults: { password: '', code: '' },
    onSubmit,
  })
  return (
    <form method="dialog" noValidate aria-label={label} onSubmit={event => void submit(event)}>
      <p className="mb-5">{text}</p>
      <div className="grid gap-4">
        <PasswordField {...field('password')} label="Ваш пароль" autoComplete="current-password" required />
        <TextField
          {...field('code')}
          label="Код"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="Из приложения или код восстановления."
          required
        />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" variant={variant} busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
