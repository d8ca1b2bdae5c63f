import { type ReactNode, useState } from 'react'
import type { ReportReason } from '#contract/moderation/reason.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useStaffAction } from '../use-staff-action.ts'

interface ReasonButtonProps {
  /** The label of the button, and the start of the title. */
  label: string
  /** The name of the subject. */
  name: string
  /** Who will read the reason. */
  hint: string
  isDangerous: boolean
  /** Performs the action; `said` is shown afterwards. */
  onConfirm: (reason: string, rule: ReportReason) => Promise<unknown>
  said: string
  /** The consequences. */
  children: ReactNode
}

/** A button for an action that needs a reason. */
export function ReasonButton({ label, name, hint, isDangerous, onConfirm, said, children }: ReasonButtonProps) {
  const action = useStaffAction()
  const [isAsking, setAsking] = useState(false)
  const title = `${label}: ${name}`
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={title}
        onClick={() => setAsking(true)}
        className="max-lg:min-h-11"
      >
        {label}
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        hint={hint}
        label={label}
        isDangerous={isDangerous}
        asksRule={isDangerous}
        onConfirm={(reason, rule) => action(() => onConfirm(reason, rule), said)}
      >
        {children}
      </ReasonDialog>
    </>
  )
}
