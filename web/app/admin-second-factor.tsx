import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { SetUpSecondFactor } from '#web/features/accounts/set-up-second-factor.tsx'
import { Button } from '#web/ui/button.tsx'
import { ShieldCheck } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

/** Shown instead of the admin to a moderator without a second factor. */
export function AdminSecondFactor() {
  const { revalidate } = useRevalidator()
  const [isSettingUp, setSettingUp] = useState(false)
  function close() {
    setSettingUp(false)
    // The second factor is set up by now, so the loader lets the moderator in.
    void revalidate()
  }
  return (
    <div className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-10 sm:px-6 sm:py-16">
      <PageMeta title={screenTitle('Комната модераторов')} />
      <ShieldCheck size={40} className="text-leaf" />
      <h1 className="text-3xl">Остался второй шаг</h1>
      <p>
        Модератор может скрыть чужую запись и закрыть компанию, поэтому одного пароля для этой комнаты мало. Включите
        второй шаг входа: это минута и приложение на телефоне, а комната откроется сразу.
      </p>
      <p className="text-muted">
        Всё остальное на сайте работает как раньше. Управлять вторым шагом можно{' '}
        <Link to="/profile/edit" className="link">
          в своём профиле
        </Link>
        .
      </p>
      <Button onClick={() => setSettingUp(true)}>Включить второй шаг</Button>
      <SetUpSecondFactor open={isSettingUp} onClose={close} />
    </div>
  )
}
