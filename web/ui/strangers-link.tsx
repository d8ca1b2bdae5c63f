import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A user's link: it opens in a new tab, and `rel` tells search engines that it is not ours. */
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
