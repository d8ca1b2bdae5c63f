import type { ReactNode } from 'react'
import { ReasonButton } from './reason-button.tsx'

interface BlockButtonProps {
  name: string
  isBlocked: boolean
  /** What comes of blocking, and of unblocking. */
  blocking: ReactNode
  unblocking: ReactNode
  /** Who will read why they are blocked. */
  hint: string
  onBlock: (reason: string) => Promise<unknown>
  onUnblock: (reason: string) => Promise<unknown>
}

/** Blocks somebody, or unblocks them, and asks why. */
export function BlockButton({ name, isBlocked, blocking, unblocking, hint, onBlock, onUnblock }: BlockButtonProps) {
  return (
    <ReasonButton
      label={isBlocked ? 'Разблокировать' : 'Заблокировать'}
      name={name}
      hint={isBlocked ? 'Она останется в журнале.' : hint}
      isDangerous={!isBlocked}
      onConfirm={isBlocked ? onUnblock : onBlock}
      said={`${isBlocked ? 'Разблокировано' : 'Заблокировано'}: ${name}`}
    >
      {isBlocked ? unblocking : blocking}
    </ReasonButton>
  )
}
