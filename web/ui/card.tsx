import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A raised surface for panels, list rows and forms. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={clsx('rounded-lg border border-line bg-surface p-4 shadow-card sm:p-6', className)} />
  )
}
