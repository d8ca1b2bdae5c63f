import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useSilence } from './use-silence.ts'

interface BlockDialogProps {
  person: { id: string; name: string }
  open: boolean
  onClose: () => void
  /** Leaves a page that is gone once the person is blocked: before that, so that nothing reads it again. */
  leave?: (() => void | Promise<void>) | undefined
}

/** Asks before a person is blocked. */
export function BlockDialog({ person, open, onClose, leave }: BlockDialogProps) {
  const { silence } = useSilence()
  async function block() {
    onClose()
    await leave?.()
    silence({ what: 'block', id: person.id })
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Заблокировать?"
      label="Заблокировать"
      onConfirm={() => void block()}
    >
      {person.name} и вы больше не увидите друг друга, дружба прекратится. Запросы цен и сделки продолжатся. Вернуть всё
      можно в настройках.
    </ConfirmDialog>
  )
}
