import type { ReactNode } from 'react'

const key =
  'grid size-6 shrink-0 place-items-center rounded-sm border border-edge/60 text-sm font-semibold tabular-nums text-muted'

interface CandidateButtonProps {
  /** The key that does the same, shown on it. */
  shortcut: string
  busy: boolean
  onClick: () => void
  children: ReactNode
}

/** One of several possible answers, chosen by a key or a tap. */
export function CandidateButton({ shortcut, busy, onClick, children }: CandidateButtonProps) {
  return (
    <button
      type="button"
      data-candidate
      aria-keyshortcuts={shortcut}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-1.5 text-left leading-snug hover:border-leaf hover:bg-leaf-soft aria-disabled:opacity-55 sm:min-h-10"
    >
      <kbd aria-hidden className={key}>
        {shortcut}
      </kbd>
      {children}
    </button>
  )
}
