import { clsx } from 'clsx'
import { type ComponentProps, useState } from 'react'
import { Eye, EyeOff } from '#web/ui/icons.ts'
import { controlStyle } from './control-style.ts'
import { Field, type FieldText } from './field.tsx'

type PasswordFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' }

/** The password can be shown: mistyping a long one is likelier than somebody watching. */
export function PasswordField({ id, label, hint, error, required, className, ...rest }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required} className={className}>
      {wiring => (
        <div className="relative">
          <input
            {...rest}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={clsx(controlStyle, 'pr-12')}
          />
          <button
            type="button"
            // The name is constant and the state changes; otherwise a screen reader would announce a contradiction.
            aria-label="Показать пароль"
            aria-pressed={isShown}
            title={isShown ? 'Скрыть пароль' : 'Показать пароль'}
            onClick={() => setShown(!isShown)}
            className="needs-script absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-leaf"
          >
            <Icon aria-hidden size={20} />
          </button>
        </div>
      )}
    </Field>
  )
}
