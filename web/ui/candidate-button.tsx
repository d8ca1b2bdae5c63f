import type { ReactNode } from 'react'

interface CandidateButtonProps {
  /** The key that does the same, shown on it; `''`: none. */
  shortcut: string
  busy: boolean
  /** For one of several that are chosen by turns. */
  isChosen?: boolean
  onClick: () => void
  children: ReactNode
}

/** One of several possible answers, chosen by a key or a tap. */
export function CandidateButton({ shortcut, busy, isChosen, onClick, children }: CandidateButtonProps) {
  return (
    <button
      type="button"
      data-candidate
      aria-keyshortcuts={shortcut || undefined}
      aria-pressed={isChosen}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-1 text-left text-[0.9375rem] leading-snug hover:border-leaf hover:bg-leaf-soft aria-disabled:opacity-55 aria-pressed:border-leaf aria-pressed:bg-leaf-soft sm:min-h-9"
    >
      {shortcut !== '' && (
        <kbd
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-sm border border-edge/60 font-sans text-sm font-semibold text-muted tabular-nums"
        >
          {shortcut}
        </kbd>
      )}
      {children}
    </button>
  )
}
