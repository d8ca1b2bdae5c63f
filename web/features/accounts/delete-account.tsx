import { useState } from 'react'
import { deleteAccountForm } from '#contract/accounts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { leave } from './sign-in-out.ts'

/** The button and its confirmation. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="link min-h-11 text-danger" onClick={() => setOpen(true)}>
        Удалить учётную запись
      </button>
      <Dialog open={isOpen} onClose={close} title="Удалить учётную запись?">
        {isOpen && <Farewell onClose={close} />}
      </Dialog>
    </>
  )
}

function Farewell({ onClose }: { onClose: () => void }) {
  const { api } = useApp()
  const { team } = useSession()
  const { field, submit, busy } = useContractForm({
    schema: deleteAccountForm,
    defaults: { password: '' },
    onSubmit: async body => {
      await api.call('POST /me/delete/', { body })
      leave('/')
      showToast({ message: 'Учётная запись удалена.' })
    },
  })
  return (
    <form method="dialog" noValidate aria-label="Удаление учётной записи" onSubmit={event => void submit(event)}>
      <ul className="mb-5 list-disc space-y-1.5 pl-5">
        <li>Имя, адрес, фото и пароль сотрём. Там, где вы писали, останется «Удалённый пользователь».</li>
        {team && (
          <li>
            Если компания «{team.company_name}» создана вами, она перейдёт сотруднику, который в ней дольше всех. Если
            сотрудников нет, закроется вместе с объявлениями.
          </li>
        )}
        <li>Вернуть учётную запись не сможем и мы.</li>
      </ul>
      <PasswordField
        {...field('password')}
        label="Ваш пароль"
        autoComplete="current-password"
        hint="Чтобы никто не удалил её за вас."
        required
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Оставить
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Удалить навсегда
        </Button>
      </div>
    </form>
  )
}
