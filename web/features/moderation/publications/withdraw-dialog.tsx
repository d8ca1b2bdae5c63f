import { articleWithdrawal } from '#contract/moderation/publications.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'

interface WithdrawDialogProps {
  open: boolean
  onClose: () => void
  onWithdraw: (reason: string) => Promise<void>
}

const schema = articleWithdrawal.pick({ reason: true })

/** Asks for the reason to withdraw a published article. */
export function WithdrawDialog({ open, onClose, onWithdraw }: WithdrawDialogProps) {
  const { form, field, submit, busy } = useContractForm({
    schema,
    defaults: { reason: '' },
    onSubmit: async ({ reason }) => {
      await onWithdraw(reason)
      form.reset()
      onClose()
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Вернуть в черновики?"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Отмена
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void submit()}>
            Вернуть в черновики
          </Button>
        </>
      }
    >
      <p className="mb-4">Читатели перестанут видеть статью, а ссылки на неё приведут в никуда.</p>
      <TextArea label="Причина" hint="Останется в журнале" required rows={2} {...field('reason')} />
    </Dialog>
  )
}
