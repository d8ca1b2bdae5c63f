import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A link posted by a user: opens in a new tab, with `rel` for search engines. */
export function StrangersLink({
  href,
  className,
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="nofollow noopener noreferrer ugc"
      className={clsx('link wrap-anywhere', className)}
    >
      {children}
    </a>
  )
}
