import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface TableProps {
  /** The accessible name, for people who cannot see the heading above. */
  caption: string
  captionShown?: boolean
  className?: string
  children: ReactNode
}

/** Scrolls horizontally on a narrow screen, by touch and by arrow keys. */
export function Table({ caption, captionShown, className, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className={clsx('overflow-x-auto rounded-lg', className)}>
      <table className="w-full border-collapse text-left">
        <caption className={captionShown ? 'pb-2 text-left font-serif text-xl' : 'sr-only'}>{caption}</caption>
        {children}
      </table>
    </section>
  )
}

export function HeadCell({ className, scope = 'col', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      {...rest}
      scope={scope}
      className={clsx('border-b-2 border-ink/70 px-3 py-2 align-bottom text-sm font-semibold', className)}
    />
  )
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={clsx('border-b border-line px-3 py-2.5 align-top', className)} />
}
