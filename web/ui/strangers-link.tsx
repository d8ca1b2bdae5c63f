import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A link that somebody has written: it opens aside, and search engines are told that it is not ours. */
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
