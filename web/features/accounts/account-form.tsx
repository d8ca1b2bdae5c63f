import { clsx } from 'clsx'
import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'

interface AccountFormProps {
  /** Accessible name of the form. */
  label: string
  onSubmit: (event: SyntheticEvent) => Promise<void>
  busy: boolean
  button: string
  /** Errors from the server, listed above the fields. */
  refusal?: string[]
  children: ReactNode
}

/** A column of fields with one submit button. */
export function AccountForm({ label, onSubmit, busy, button, refusal = [], children }: AccountFormProps) {
  return (
    // Without scripts, or before they load, `dialog` prevents the browser from sending passwords in the URL.
    <form method="dialog" noValidate aria-label={label} onSubmit={event => void onSubmit(event)} className="grid">
      <FormErrors messages={refusal} />
      <div className={clsx('grid gap-4', refusal.length > 0 && 'mt-4')}>{children}</div>
      <Button type="submit" busy={busy} className="mt-6 w-full">
        {button}
      </Button>
      <p className="mt-4 hidden text-danger noscript:block">
        Чтобы отправить эту форму, включите в браузере JavaScript.
      </p>
    </form>
  )
}
