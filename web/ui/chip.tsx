import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { X } from '#web/ui/icons.ts'

type ChipTone = 'leaf' | 'accent' | 'plain'

const tones: Record<ChipTone, string> = {
  leaf: 'bg-leaf-soft text-leaf-strong',
  accent: 'bg-accent-soft text-accent-strong',
  plain: 'bg-sunken text-ink',
}

const shape = 'inline-flex items-center gap-1.5 rounded-full px-3 text-sm leading-tight'

/** A short label. */
export function Chip({ tone = 'leaf', children }: { tone?: ChipTone; children: ReactNode }) {
  return <span className={clsx(shape, 'min-h-7', tones[tone])}>{children}</span>
}

interface RemovableChipProps {
  /** The address without this choice; a real link, so that it works without scripts. */
  to: string
  children: ReactNode
}

export function RemovableChip({ to, children }: RemovableChipProps) {
  return (
    <Link
      to={to}
      preventScrollReset
      className={clsx(shape, tones.leaf, 'min-h-9 pr-2 no-underline hover:bg-leaf hover:text-on-leaf')}
    >
      <span className="sr-only">Убрать: </span>
      {children}
      <X size={16} />
    </Link>
  )
}
