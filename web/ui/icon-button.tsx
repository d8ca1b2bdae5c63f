import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- plain unless another type is given
      type={type}
      aria-label={label}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center rounded-md text-leaf transition-colors',
        'hover:bg-leaf-soft disabled:opacity-50 disabled:hover:bg-transparent',
        className,
      )}
    >
      {icon}
    </button>
  )
}
