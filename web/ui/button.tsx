import type { ComponentProps } from 'react'
import { LoaderCircle } from '#web/ui/icons.ts'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** While an action runs the button keeps its place and focus but does not act again. */
  busy?: boolean
}

export function Button({ variant, size, busy, className, children, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      // A native submit would still be sent, so a busy submit button becomes a plain one.
      // oxlint-disable-next-line react/button-has-type -- plain unless another type is given
      type={busy ? 'button' : type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonStyle(variant, size, className)}
    >
      {busy && <LoaderCircle size={18} className="animate-spin" />}
      {children}
    </button>
  )
}
