import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  /** The next step: a link or a button. */
  action?: ReactNode
}

/** An empty list: a friendly text and the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed border-edge/70 px-6 py-12 text-center wrap-anywhere">
      <svg
        aria-hidden
        viewBox="0 0 64 64"
        className="size-16 text-leaf"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <path d="M18 40h28l-4 17H22z" strokeLinejoin="round" />
        <path d="M15 40h34M32 40V23" strokeLinecap="round" />
        <path d="M32 26c-9 1-14-4-14-12 8-1 14 3 14 12zm0-5c0-8 5-13 14-12 0 8-5 13-14 12z" strokeLinejoin="round" />
      </svg>
      <p className="font-serif text-xl">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
