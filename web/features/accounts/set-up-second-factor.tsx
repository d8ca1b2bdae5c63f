import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { beginForm, codeForm } from '#contract/second-factor.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { secondFactorQuery, sessionsQuery } from './api.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Begun {
  secret: string
  uri: string
}

/** The dialog for setting up the second factor: password, secret for the app, recovery codes. */
export function SetUpSecondFactor({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Второй шаг входа">
      {open && <Steps onClose={onClose} />}
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />
  if (begun) return <Confirm begun={begun} onDone={setCodes} onLate={() => setBegun(null)} />
  return <Begin onDone={setBegun} onClose={onClose} />
}

function Begin({ onDone, onClose }: { onDone: (begun: Begun) => void; onClose: () => void }) {
  const { api } = useApp()
  const { field, submit, busy } = useContractForm({
    schema: beginForm,
    defaults: { password: '' },
    onSubmit: async body => onDone(await api.call('POST /second-factor/', { body })),
  })
  return (
    <form method="dialog" noValidate aria-label="Пароль" onSubmit={event => void submit(event)}>
      <p className="mb-5">
        Понадобится приложение с одноразовыми кодами: Яндекс ID, Google Authenticator, Aegis или другое. Оно работает и
        без связи.
      </p>
      <PasswordField
        {...field('password')}
        label="Ваш пароль"
        autoComplete="current-password"
        hint="Чтобы никто не включил второй шаг за вас."
        required
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Отмена
        </Button>
        <Button type="submit" busy={busy}>
          Продолжить
        </Button>
      </div>
    </form>
  )
}

interface ConfirmProps {
  begun: Begun
  onDone: (codes: string[]) => void
  /** The secret has expired. */
  onLate: () => void
}

function Confirm({ begun: { secret, uri }, onDone, onLate }: ConfirmProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { form, field, submit, busy } = useContractForm({
    schema: codeForm,
    defaults: { code: '' },
    onSubmit: async body => {
      try {
        const { recovery_codes } = await api.call('POST /second-factor/confirm/', { body })
        onDone(recovery_codes)
      } catch (error) {
        if (error instanceof ApiError && error.status === 410) onLate()
        throw error
      }
      // Not awaited: the codes can be shown, and other sessions have ended.
      for (const { queryKey } of [secondFactorQuery(api), sessionsQuery(api)])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <form method="dialog" noValidate aria-label="Код" onSubmit={event => void submit(event)}>
      <p className="mb-4">
        Отсканируйте код приложением.{' '}
        <a href={uri} className="link">
          Приложение на этом же устройстве?
        </a>
      </p>
      <QrCode text={uri} label="QR-код для приложения" />
      <p className="mt-4 mb-5 text-sm">
        Или введите ключ вручную: <code className="font-mono wrap-anywhere">{secret.match(/.{4}/g)?.join(' ')}</code>
      </p>
      <TextField
        {...field('code')}
        label="Код из приложения"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Шесть цифр. На других ваших устройствах нужно будет войти заново."
        required
      />
      <div className="mt-6 flex justify-end">
        <Button type="submit" busy={busy}>
          Включить
        </Button>
      </div>
    </form>
  )
}
