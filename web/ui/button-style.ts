import { clsx } from 'clsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-accent hover:bg-accent-strong hover:border-accent-strong',
  secondary: 'bg-surface text-leaf border-leaf/45 hover:border-leaf hover:bg-leaf-soft',
  quiet: 'bg-transparent text-leaf border-transparent hover:bg-leaf-soft',
  danger: 'bg-danger text-on-danger border-danger hover:brightness-110',
}

// 44 px is the minimum touch target; the small size is for rows of actions with space around them.
const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 text-base',
  sm: 'min-h-9 px-3 text-sm',
}

/** The look shared by buttons and links that act like buttons. */
export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', className?: string): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-md border font-semibold leading-tight text-center no-underline',
    'transition-colors duration-150 select-none disabled:opacity-55 aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
    className,
  )
}
