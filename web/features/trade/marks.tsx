import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type MarkTone = 'calm' | 'wanted' | 'good' | 'bad'

const tones: Record<MarkTone, string> = {
  calm: 'bg-sunken text-ink',
  wanted: 'bg-accent-soft text-accent-strong',
  good: 'bg-success-soft text-success',
  bad: 'bg-danger-soft text-danger',
}

/** The state of a thing in a word or two. */
export function Mark({ tone, children }: { tone: MarkTone; children: ReactNode }) {
  return (
    <span className={clsx('inline-block rounded-full px-2.5 py-0.5 text-sm leading-snug', tones[tone])}>
      {children}
    </span>
  )
}

/** Why a request or a deal waits. */
export function Paused({ className, children }: { className?: string; children: ReactNode }) {
  return <p className={clsx('rounded-lg bg-accent-soft px-4 py-3 text-accent-strong', className)}>{children}</p>
}

/** Text for a word that is not to be read apart from its number. */
export const money = 'font-semibold whitespace-nowrap tabular-nums'
