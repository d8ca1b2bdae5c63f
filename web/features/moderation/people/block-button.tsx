import type { ReactNode } from 'react'
import type { ReportReason } from '#contract/moderation/reason.ts'
import { ReasonButton } from './reason-button.tsx'

interface BlockButtonProps {
  name: string
  isBlocked: boolean
  /** Consequences of blocking and unblocking. */
  blocking: ReactNode
  unblocking: ReactNode
  /** Who will read the reason. */
  hint: string
  onBlock: (reason: string, rule: ReportReason) => Promise<unknown>
  onUnblock: (reason: string) => Promise<unknown>
}

/** Blocks or unblocks a person or company, with a reason. */
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
