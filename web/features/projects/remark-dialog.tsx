import { type ClientLine, remarkForm } from '#contract/shares.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'

interface RemarkDialogProps {
  token: string
  line: ClientLine
  onClose: () => void
}

/** What a client has to say of a line. */
export default function RemarkDialog({ token, line, onClose }: RemarkDialogProps) {
  const { api } = useApp()
  const { field, submit, busy } = useContractForm({
    schema: remarkForm,
    defaults: { line: line.id, text: '', name: '' },
    onSubmit: async body => {
      await api.call('POST /shared/:token/remarks/', { params: { token }, body })
      showToast({ message: 'Замечание отправлено' })
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="Замечание">
      <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
        <p className="font-semibold wrap-anywhere">{line.name}</p>
        <TextArea label="Что поменять" required rows={4} {...field('text')} />
        <TextField label="Как вас зовут" required autoComplete="name" {...field('name')} />
        <div className="flex justify-end">
          <Button type="submit" busy={busy}>
            Отправить
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
