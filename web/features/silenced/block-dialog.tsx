import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSilence } from './use-silence.ts'

interface BlockDialogProps {
  person: { id: string; name: string }
  open: boolean
  onClose: () => void
  onBlocked?: (() => void) | undefined
}

/** Asks before a person is blocked. */
export function BlockDialog({ person, open, onClose, onBlocked }: BlockDialogProps) {
  const { silence } = useSilence(onBlocked)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Заблокировать?"
      label="Заблокировать"
      onConfirm={() => {
        onClose()
        silence({ what: 'block', id: person.id })
      }}
    >
      {person.name} и вы больше не увидите друг друга, дружба прекратится. Запросы цен и сделки продолжатся. Вернуть всё
      можно в настройках.
    </ConfirmDialog>
  )
}
