import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useDeed } from '../use-deed.ts'

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
  const deed = useDeed()
  const [isAsking, setAsking] = useState(false)
  const label = isBlocked ? 'Разблокировать' : 'Заблокировать'
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`${label}: ${name}`}
        onClick={() => setAsking(true)}
        className="max-lg:min-h-11"
      >
        {label}
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`${label}: ${name}`}
        hint={isBlocked ? 'Она останется в журнале.' : hint}
        label={label}
        isDangerous={!isBlocked}
        onConfirm={reason =>
          isBlocked
            ? deed(() => onUnblock(reason), `Разблокировано: ${name}`)
            : deed(() => onBlock(reason), `Заблокировано: ${name}`)
        }
      >
        {isBlocked ? unblocking : blocking}
      </ReasonDialog>
    </>
  )
}
